// expect: false(unreach-call)
// what: the static local is shared, and without a lock both threads draw the same number
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int drawn[2];

static int draw(void) {
    static int next = 1;
    return next++;
}

void *worker(void *arg) {
    int *slot = arg;
    *slot = draw();
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, worker, &drawn[0]);
    pthread_create(&t2, NULL, worker, &drawn[1]);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(drawn[0] + drawn[1] == 3);
    return 0;
}
