// expect: false(no-thread-misuse)
// what: a thread that is created detached is joined
// args: --property no-thread-misuse
#include <pthread.h>

void *work(void *arg) {
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_attr_t a;
    pthread_attr_init(&a);
    pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED);
    pthread_create(&t, &a, work, NULL);
    pthread_join(t, NULL);
    return 0;
}
