// expect: false(no-thread-misuse)
// what: a thread joins itself
// args: --property no-thread-misuse
#include <pthread.h>

void *work(void *arg) {
    pthread_join(pthread_self(), NULL);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_exit(NULL);
}
