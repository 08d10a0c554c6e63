// expect: false(no-thread-misuse)
// what: the handle of a thread that is joined is used again, though another thread has been created
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
    pthread_join(a, NULL);
    return 0;
}
