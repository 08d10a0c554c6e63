// expect: true
// what: what a thread has written is visible after its join
#include <assert.h>
#include <pthread.h>

int a, b;

void *set_a(void *arg) {
    a = 1;
    return arg;
}

void *set_b(void *arg) {
    b = 1;
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, set_a, NULL);
    pthread_create(&t2, NULL, set_b, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(a == 1 && b == 1);
    return 0;
}
