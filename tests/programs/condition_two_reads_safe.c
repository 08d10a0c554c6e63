// expect: true
// what: both operands of the condition are read under the lock, so the condition is consistent
#include <pthread.h>

extern void reach_error(void);

int x, y;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *writer(void *arg) {
    pthread_mutex_lock(&m);
    x = 1;
    y = 1;
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    pthread_mutex_lock(&m);
    if (x == 0 && y == 1) {
        reach_error();
    }
    pthread_mutex_unlock(&m);
    return 0;
}
