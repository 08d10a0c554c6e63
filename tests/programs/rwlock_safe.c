// expect: true
// what: a writer keeps readers and writers out, readers do not keep each other out; locks in an array on the heap
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

struct cell {
    pthread_rwlock_t lock;
    int low, high;
};
struct cell *cells;

void *writer(void *arg) {
    pthread_rwlock_wrlock(&cells[1].lock);
    cells[1].low++;
    cells[1].high++;
    pthread_rwlock_unlock(&cells[1].lock);
    return NULL;
}

int main(void) {
    pthread_t t;
    cells = malloc(2 * sizeof *cells);
    for (int i = 0; i < 2; i++) {
        pthread_rwlock_init(&cells[i].lock, NULL);
        cells[i].low = cells[i].high = 0;
    }
    pthread_create(&t, NULL, writer, NULL);
    pthread_rwlock_rdlock(&cells[1].lock);
    assert(pthread_rwlock_tryrdlock(&cells[1].lock) == 0);
    assert(pthread_rwlock_trywrlock(&cells[1].lock) == EBUSY);
    assert(cells[1].low == cells[1].high);
    pthread_rwlock_unlock(&cells[1].lock);
    assert(cells[1].low == cells[1].high);
    pthread_rwlock_unlock(&cells[1].lock);
    pthread_join(t, NULL);
    assert(cells[1].low == 1 && cells[1].high == 1);
    assert(pthread_rwlock_trywrlock(&cells[0].lock) == 0);
    return 0;
}
