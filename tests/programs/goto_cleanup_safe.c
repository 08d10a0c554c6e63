// expect: true
// what: goto leaves nested blocks and joins the common exit, where the lock is released
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int value;

void *worker(void *arg) {
    pthread_mutex_lock(&m);
    value = 1;
    for (int i = 0; i < 2; i++) {
        if (i == 1) {
            goto undo;
        }
    }
    value = 2;
undo:
    value = 0;
out:
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_mutex_lock(&m);
    assert(value == 0);
    pthread_mutex_unlock(&m);
    return 0;
}
