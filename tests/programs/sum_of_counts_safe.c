// expect: true
// what: total is the sum of what two threads have counted so far, each as far as its input says: a
// what: relation of three variables, which candidates from runs find
// analysis: predicate+value
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
        total++;
        __VERIFIER_atomic_end();
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
