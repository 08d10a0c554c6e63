// expect: false(unreach-call)
// what: the table has the two handlers the wrong way round, so down is called for index 0
#include <assert.h>
#include <pthread.h>

typedef void (*handler_t)(int *);

static void up(int *n) {
    *n += 1;
}

static void down(int *n) {
    *n -= 1;
}

static const handler_t handlers[2] = {down, up};
int state = 5;

void *worker(void *arg) {
    for (int i = 0; i < 2; i++) {
        handlers[i](&state);
        assert(state >= 5);
    }
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    assert(state == 5);
    return 0;
}
