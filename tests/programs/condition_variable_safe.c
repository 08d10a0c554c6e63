// expect: true
// what: who waits for a condition tests it again; timedwait may give up; signals and broadcasts wake
// analysis: value predicate+value bmc
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

struct box {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int full, value;
} box = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0};
pthread_cond_t emptied;

void *producer(void *arg) {
    for (int i = 1; i <= 2; i++) {
        pthread_mutex_lock(&box.lock);
        while (box.full) pthread_cond_wait(&emptied, &box.lock);
        box.full = 1;
        box.value = i;
        pthread_cond_signal(&box.changed);
        pthread_mutex_unlock(&box.lock);
    }
    return NULL;
}

int main(void) {
    pthread_t t;
    struct timespec soon = {0, 0};
    pthread_cond_init(&emptied, NULL);
    pthread_create(&t, NULL, producer, NULL);
    for (int i = 1; i <= 2; i++) {
        pthread_mutex_lock(&box.lock);
        while (!box.full) {
            int gave_up = pthread_cond_timedwait(&box.changed, &box.lock, &soon);
            assert(gave_up == 0 || gave_up == ETIMEDOUT);
        }
        assert(box.value == i);
        box.full = 0;
        pthread_cond_broadcast(&emptied);
        pthread_mutex_unlock(&box.lock);
    }
    pthread_join(t, NULL);
    pthread_cond_destroy(&emptied);
    return 0;
}
