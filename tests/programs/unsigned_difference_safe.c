// expect: true
// what: the distance of two unsigned counters is right across the wrap, if it is compared as signed
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
    if ((int)(h - tail) < 0) {
        reach_error();
    }
    return 0;
}
