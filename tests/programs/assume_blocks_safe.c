// expect: true
// what: a false assumption ends the path, so main goes on only after it has seen a store
#include <pthread.h>

extern void reach_error(void);
extern void __VERIFIER_assume(int);

int x;

void *writer(void *arg) {
    x = 1;
    x = 2;
    return arg;
}

int main(void) {
    pthread_t t;
    int seen;
    pthread_create(&t, NULL, writer, NULL);
    seen = x;
    __VERIFIER_assume(seen != 0);
    if (seen == 0) {
        reach_error();
    }
    return 0;
}
