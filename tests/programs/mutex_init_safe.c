// expect: true
// what: a mutex made by pthread_mutex_init and passed on by pointer
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
    add((pthread_mutex_t *)arg);
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
