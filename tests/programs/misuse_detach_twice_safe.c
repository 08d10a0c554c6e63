// expect: true
// what: a thread is detached once
// args: --property no-thread-misuse
#include <pthread.h>

pthread_t t;

void *work(void *arg) {
    return NULL;
}

void *helper(void *arg) {

    return NULL;
}

int main(void) {
    pthread_t h;
    pthread_create(&t, NULL, work, NULL);
    pthread_create(&h, NULL, helper, NULL);
    pthread_join(h, NULL);
    pthread_detach(t);
    return 0;
}
