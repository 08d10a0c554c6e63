// expect: false(unreach-call)
// what: spin repeats an atomic section for ever, independent of the rest; fail runs beside it
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int y;

void *spin(void *arg) {
    for (;;) {
        __VERIFIER_atomic_begin();
        y = 1 - y;
        __VERIFIER_atomic_end();
    }
    return NULL;
}

void *fail(void *arg) {
    int r = 0;
    do {
        r++;
    } while (r < 2);
    assert(r != 2);
    return NULL;
}

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], NULL, spin, NULL);
    pthread_create(&t[1], NULL, fail, NULL);
    pthread_join(t[0], NULL);
    return 0;
}
