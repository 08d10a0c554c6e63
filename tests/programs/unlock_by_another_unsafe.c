// expect: false(unreach-call)
// what: main holds m, but release unlocks it, so that write locks it and sets x before main reads
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;

void *release(void *arg) {
    pthread_mutex_unlock(&m);
    return NULL;
}

void *write(void *arg) {
    pthread_mutex_lock(&m);
    x = 1;
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_mutex_lock(&m);
    pthread_create(&a, NULL, release, NULL);
    pthread_create(&b, NULL, write, NULL);
    assert(x == 0);
    return 0;
}
