// expect: true
// what: only the parity of z matters; y, which six threads increment, need not be tracked at all
// args: --por aaspor --value-precision lazy
// analysis: predicate
#include <pthread.h>
void abort(void);
void reach_error(void) { abort(); }
unsigned __VERIFIER_nondet_uint(void);

unsigned x, y, z;

static void *increment(void *unused) {
    y = y + 1;
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, increment, 0);
    pthread_create(&thread, 0, increment, 0);
    pthread_create(&thread, 0, increment, 0);
    pthread_create(&thread, 0, increment, 0);
    pthread_create(&thread, 0, increment, 0);
    pthread_create(&thread, 0, increment, 0);
    do {
        z = z + 2 * y;
    } while (__VERIFIER_nondet_uint());
    x = z % 2;
    if (x != 0) reach_error();
    return 0;
}
