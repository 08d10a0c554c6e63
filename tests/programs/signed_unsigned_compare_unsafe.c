// expect: false(unreach-call)
// what: -1 < 1u is false because -1 becomes 4294967295, so the else branch runs once n is stored
#include <pthread.h>

extern void reach_error(void);

int n;
unsigned int limit = 1u;

void *set(void *arg) {
    n = -1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, set, NULL);
    pthread_join(t, NULL);
    if (n < limit) {
        n = 0;
    } else {
        reach_error();
    }
    return 0;
}
