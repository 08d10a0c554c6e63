// expect: false(unreach-call)
// what: the second thread adds to total outside of its atomic section: two threads that read it
// what: at the same time add 1 once
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int total, first, second, bound_first, bound_second;

void *count_first(void *arg) {
    while (first < bound_first) {
        __VERIFIER_atomic_begin();
        first++;
        total++;
        __VERIFIER_atomic_end();
    }
    return NULL;
}

void *count_second(void *arg) {
    while (second < bound_second) {
        __VERIFIER_atomic_begin();
        second++;
        __VERIFIER_atomic_end();
        total++;
    }
    return NULL;
}

int main(void) {
    pthread_t one, other;
    bound_first = __VERIFIER_nondet_int();
    bound_second = __VERIFIER_nondet_int();
    pthread_create(&one, NULL, count_first, NULL);
    pthread_create(&other, NULL, count_second, NULL);
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    assert(total == first + second);
    return 0;
}
