// expect: true
// what: both increments are one step for the others, so an odd y is never seen, whatever is
//       tracked when the order of the steps is chosen
// args: --por aaspor --value-precision lazy
#include <pthread.h>
void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

int flag, y, noise;

static void *twice(void *unused) {
    noise = noise + 1;
    __VERIFIER_atomic_begin();
    y = y + 1;
    noise = noise + 1;
    y = y + 1;
    __VERIFIER_atomic_end();
    return unused;
}

static void *raise(void *unused) {
    noise = noise + 1;
    flag = 1;
    flag = 0;
    return unused;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, twice, 0);
    pthread_create(&second, 0, raise, 0);
    int seen = flag;
    if (seen && y == 1) reach_error();
    return 0;
}
