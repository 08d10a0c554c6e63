// expect: false(unreach-call)
// what: both threads read 0; the one that stores last removes the bit of the other
#include <assert.h>
#include <pthread.h>

unsigned int flags;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *set_low(void *arg) {
    flags |= 1u;
    return arg;
}

void *set_high(void *arg) {
    pthread_mutex_lock(&m);
    flags |= 1u << 7;
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, set_low, NULL);
    pthread_create(&t2, NULL, set_high, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(flags == 0x81);
    flags &= ~1u;
    flags ^= 0xffu;
    assert(flags == 0x7f);
    return 0;
}
