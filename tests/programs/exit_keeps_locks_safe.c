// expect: true
// what: a thread that ends still holds its mutex, so main never gets behind the lock
#include <pthread.h>

extern void reach_error(void);

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *arg) {
    pthread_mutex_lock(&m);
    pthread_exit(arg);
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    pthread_mutex_lock(&m);
    reach_error();
    return 0;
}
