// expect: false(unreach-call)
// what: the section ends before the second call, so main sees the sum half done
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int sum;

static void add(int times) {
    for (int i = 0; i < times; i++) {
        sum++;
    }
}

void *worker(void *arg) {
    __VERIFIER_atomic_begin();
    add(2);
    __VERIFIER_atomic_end();
    add(1);
    return arg;
}

int main(void) {
    pthread_t t;
    int seen;
    pthread_create(&t, NULL, worker, NULL);
    seen = sum;
    assert(seen == 0 || seen == 3);
    return 0;
}
