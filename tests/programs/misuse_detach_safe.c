// expect: true
// what: a thread is either joined or detached
// args: --property no-thread-misuse
#include <pthread.h>

int detaches = 1;

void *work(void *arg) {
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    if (detaches) pthread_detach(t);
    if (!detaches) pthread_join(t, NULL);
    return 0;
}
