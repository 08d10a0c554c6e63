// expect: false(unreach-call)
// what: the mutex is freed before the count is raised: an update is lost
#include <assert.h>
#include <ctype.h>
#include <pthread.h>
#include <stdlib.h>

int digits;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void unlock(void *mutex) {
    pthread_mutex_unlock(mutex);
}

void *counter(void *text) {
    int state = 7;
    char *copy = malloc(2);
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
    assert(state == PTHREAD_CANCEL_ENABLE);
    pthread_cleanup_push(free, copy);
    copy[0] = *(char *)text;
    pthread_mutex_lock(&lock);
    pthread_cleanup_push(unlock, &lock);
    pthread_cleanup_pop(1);
    if (isdigit(copy[0])) digits++;
    pthread_cleanup_pop(1);
    pthread_setcancelstate(state, NULL);
    return NULL;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, counter, "7");
    pthread_create(&second, NULL, counter, "8");
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(digits == 2);
    return 0;
}
