// expect: false(unreach-call)
// what: entry 1 of the array is the same routine again, so writer_b never runs
#include <assert.h>
#include <pthread.h>

int a, b;

void *writer_a(void *arg) {
    a = 1;
    return arg;
}

void *writer_b(void *arg) {
    b = 1;
    return arg;
}

void *(*routines[2])(void *) = {writer_a, writer_a};

int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++) {
        pthread_create(&t[i], NULL, routines[i], NULL);
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(t[i], NULL);
    }
    assert(a + b == 2);
    return 0;
}
