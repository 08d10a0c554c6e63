// expect: false(unreach-call)
// what: the index of the mutex is one off, so the two threads hold different mutexes
#include <assert.h>
#include <pthread.h>

pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
int cells[2];

static void add(int cell, int lock) {
    pthread_mutex_lock(&locks[lock]);
    cells[cell]++;
    pthread_mutex_unlock(&locks[lock]);
}

void *worker(void *arg) {
    add(1, 1);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    add(1, 0);
    pthread_join(t, NULL);
    assert(cells[1] == 2);
    return 0;
}
