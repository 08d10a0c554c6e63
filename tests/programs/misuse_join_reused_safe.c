// expect: true
// what: the second thread is joined by its own handle
// args: --property no-thread-misuse
#include <pthread.h>

void *work(void *arg) {
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(b, NULL);
    return 0;
}
