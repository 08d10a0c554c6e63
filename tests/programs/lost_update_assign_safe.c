// expect: true
// what: x = x + 1 and x = x - 1 under the lock leave x as it was
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;

void *up(void *arg) {
    pthread_mutex_lock(&m);
    x = x + 1;
    pthread_mutex_unlock(&m);
    return arg;
}

void *down(void *arg) {
    pthread_mutex_lock(&m);
    x = x - 1;
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, up, NULL);
    pthread_create(&t2, NULL, down, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(x == 0);
    return 0;
}
