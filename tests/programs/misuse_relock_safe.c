// expect: true
// what: a helper expects the mutex to be held
// args: --property no-thread-misuse
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;

void add(void) {

    x++;
}

void *work(void *arg) {
    pthread_mutex_lock(&m);
    add();
    pthread_mutex_unlock(&m);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return 0;
}
