// expect: false(unreach-call)
// what: the head is swung by CAS before the link is set, so the walk finds node 0 not linked
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
    } while (!__VERIFIER_atomic_swing(old, node));
    below[node] = old;
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
