// expect: false(unreach-call)
// what: the bitwise operators evaluate both sides, so bump is called
#include <assert.h>
#include <pthread.h>

int calls;
int zero = 0, one = 1;

static int bump(void) {
    calls++;
    return 1;
}

void *worker(void *arg) {
    if (zero & bump()) {
        calls += 10;
    }
    if (one || bump()) {
        calls += 0;
    }
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    assert(calls == 0);
    return 0;
}
