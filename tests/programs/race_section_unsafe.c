// expect: false(no-data-race)
// what: an access in an atomic section races with one outside of them
// args: --property no-data-race
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static int x;

static void *first(void *arg) {
    __VERIFIER_atomic_begin();
    x = x + 1;
    __VERIFIER_atomic_end();
    return arg;
}

static void *second(void *arg) {
    
    x = 5;
    
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
