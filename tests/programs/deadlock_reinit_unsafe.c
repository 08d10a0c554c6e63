// expect: false(no-deadlock)
// what: the second round waits for the mutex of the first, which was initialised once
// args: --property deadlock
// analysis: value predicate+value order impact
#include <pthread.h>

pthread_mutex_t global;

static void round_of(void) {
    pthread_mutex_t local = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&local);
}

int main(void) {
    for (int i = 0; i < 2; i++) {
        pthread_mutex_t local = PTHREAD_MUTEX_INITIALIZER;
        pthread_mutex_lock(&local);
        pthread_mutex_lock(&global);
        round_of();
    }
    return 0;
}
