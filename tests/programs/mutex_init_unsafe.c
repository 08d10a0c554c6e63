// expect: false(unreach-call)
// what: each thread makes a mutex of its own, and own mutexes exclude nobody
#include <assert.h>
#include <pthread.h>

pthread_mutex_t shared_mutex;
int counter;

static void add(pthread_mutex_t *mutex) {
    pthread_mutex_lock(mutex);
    counter++;
    pthread_mutex_unlock(mutex);
}

void *worker(void *arg) {
    pthread_mutex_t mine;
    pthread_mutex_init(&mine, NULL);
    add(&mine);
    pthread_mutex_destroy(&mine);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_mutex_init(&shared_mutex, NULL);
    pthread_create(&t, NULL, worker, &shared_mutex);
    add(&shared_mutex);
    pthread_join(t, NULL);
    assert(counter == 2);
    pthread_mutex_destroy(&shared_mutex);
    return 0;
}
