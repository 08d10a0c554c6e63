// expect: false(unreach-call)
// what: a thread that exits runs the clean-up handlers that wait, also those of its callers, the last
// what: one first: 2 and 3 are noted, not 3 alone
#include <assert.h>
#include <pthread.h>

int steps, held;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void unlock(void *mutex) {
    held = 0;
    steps = steps * 10 + 2;
    pthread_mutex_unlock(mutex);
}

static void note(void *step) {
    steps = steps * 10 + *(int *)step;
}

static void work(int gives_up) {
    pthread_mutex_lock(&lock);
    pthread_cleanup_push(unlock, &lock);
    held = 7;
    if (gives_up) pthread_exit((void *)(long)held);
    pthread_cleanup_pop(1);
}

void *worker(void *gives_up) {
    int last = 3;
    pthread_cleanup_push(note, &last);
    work(gives_up != NULL);
    pthread_cleanup_pop(0);
    return NULL;
}

int main(void) {
    pthread_t first, second;
    void *result;
    pthread_create(&first, NULL, worker, &held);
    pthread_join(first, &result);
    assert(result == (void *)7);
    assert(steps == 3);
    pthread_create(&second, NULL, worker, NULL);
    pthread_join(second, &result);
    assert(result == NULL);
    assert(steps == 232);
    return 0;
}
