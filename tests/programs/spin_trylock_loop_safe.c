// expect: true
// what: spinning on pthread_mutex_trylock with a bounded number of attempts
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int counter, skipped;

void *worker(void *arg) {
    pthread_mutex_lock(&m);
    counter++;
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t t;
    int got = 0;
    pthread_create(&t, NULL, worker, NULL);
    for (int i = 0; i < 2 && !got; i++) {
        got = pthread_mutex_trylock(&m) == 0;
    }
    if (got) {
        counter++;
        pthread_mutex_unlock(&m);
    } else {
        skipped++;
    }
    pthread_join(t, NULL);
    assert(counter + skipped == 2);
    return 0;
}
