// expect: true
// what: every compound assignment computes in the promoted type and converts back
#include <assert.h>
#include <pthread.h>

int a = 7;
signed char c = 100;

void *worker(void *arg) {
    a += 5;
    a -= 2;
    a *= 3;
    a /= 4;
    a %= 4;
    a <<= 3;
    a |= 1;
    a ^= 3;
    a >>= 1;
    a &= 13;
    c += 20;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    assert(a == 13);
    assert(c > 0);
    return 0;
}
