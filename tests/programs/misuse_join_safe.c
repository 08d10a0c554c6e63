// expect: true
// what: each thread is joined once
// args: --property no-thread-misuse
#include <pthread.h>

void *work(void *arg) {
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
