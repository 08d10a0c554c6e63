// expect: true
// what: a stack of two nodes linked by indices; push sets the link, then swings the head by CAS
// analysis: value predicate+value bmc
#include <assert.h>
#include <pthread.h>

#define NONE 9

int head = NONE, below[2] = {NONE, NONE};

int __VERIFIER_atomic_swing(int expected, int desired) {
    if (head == expected) {
        head = desired;
        return 1;
    }
    return 0;
}

static void push(int node) {
    int old;
    do {
        old = head;
        below[node] = old;
    } while (!__VERIFIER_atomic_swing(old, node));
}

void *worker(void *arg) {
    push(0);
    return arg;
}

int main(void) {
    pthread_t t;
    int top;
    pthread_create(&t, NULL, worker, NULL);
    push(1);
    top = head;
    if (top == 0) {
        assert(below[0] == 1);
    }
    pthread_join(t, NULL);
    return 0;
}
