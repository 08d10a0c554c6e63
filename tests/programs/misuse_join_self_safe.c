// expect: true
// what: a thread detaches itself
// args: --property no-thread-misuse
#include <pthread.h>

void *work(void *arg) {
    pthread_detach(pthread_self());
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_exit(NULL);
}
