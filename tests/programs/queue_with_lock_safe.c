// expect: true
// what: a queue linked by indices, with a lock: what comes out first was put in first
#include <assert.h>
#include <pthread.h>

#define NONE (-1)

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int value[2], next[2] = {NONE, NONE}, first = NONE;

void *producer(void *arg) {
    pthread_mutex_lock(&m);
    first = 0;
    value[0] = 1;
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    next[0] = 1;
    value[1] = 2;
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t t;
    int place, item = 0;
    pthread_create(&t, NULL, producer, NULL);
    pthread_mutex_lock(&m);
    place = first;
    if (place != NONE) {
        item = value[place];
        assert(item == 1);
        first = next[place];
    }
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return 0;
}
