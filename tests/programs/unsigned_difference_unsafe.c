// expect: false(unreach-call)
// what: at the wrap the head is numerically below the tail, so the plain comparison fails
#include <pthread.h>

extern void reach_error(void);

unsigned int head = 4294967295u, tail = 4294967295u;

void *produce(void *arg) {
    head++;
    return arg;
}

int main(void) {
    pthread_t t;
    unsigned int h;
    pthread_create(&t, NULL, produce, NULL);
    h = head;
    if (h < tail) {
        reach_error();
    }
    return 0;
}
