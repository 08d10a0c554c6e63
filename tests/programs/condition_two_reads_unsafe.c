// expect: false(unreach-call)
// what: main reads x as 0, then the writer stores both, then main reads y as 1
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
    if (x == 0 && y == 1) {
        reach_error();
    }
    return 0;
}
