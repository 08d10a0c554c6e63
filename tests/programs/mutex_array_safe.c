// expect: true
// what: an array of mutexes, one per cell; the same index picks the mutex and the cell
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
    add(1, 1);
    pthread_join(t, NULL);
    assert(cells[1] == 2);
    return 0;
}
