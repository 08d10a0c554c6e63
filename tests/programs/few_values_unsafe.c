// expect: false(unreach-call)
// what: two threads look for the greatest common divisor of two small inputs by subtraction, each in
//     one step; of 4 and 3 it is 1
// analysis: value predicate+value
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int left, right;

static void *lower_left(void *unused) {
    while (left != right) {
        __VERIFIER_atomic_begin();
        if (left > right) left -= right;
        __VERIFIER_atomic_end();
    }
    return unused;
}

static void *lower_right(void *unused) {
    while (left != right) {
        __VERIFIER_atomic_begin();
        if (right > left) right -= left;
        __VERIFIER_atomic_end();
    }
    return unused;
}

int main(void) {
    pthread_t first, second;
    int input = __VERIFIER_nondet_int(), other = __VERIFIER_nondet_int();
    __VERIFIER_assume(0 < input && input <= 4);
    __VERIFIER_assume(0 < other && other <= 4);
    left = input;
    right = other;
    pthread_create(&first, 0, lower_left, 0);
    pthread_create(&second, 0, lower_right, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(!(input == 4 && other == 3) || left > 1);
    return 0;
}
