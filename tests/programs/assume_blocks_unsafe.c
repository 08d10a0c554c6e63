// expect: false(unreach-call)
// what: the assumption also holds when x is still 0, so the check behind it fails
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
    __VERIFIER_assume(seen != 1);
    if (seen == 0) {
        reach_error();
    }
    return 0;
}
