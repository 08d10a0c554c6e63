// expect: false(unreach-call)
// what: x - x is two reads; the store of the other thread comes between them
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;

void *writer(void *arg) {
    pthread_mutex_lock(&m);
    x = 5;
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t t;
    int difference;
    pthread_create(&t, NULL, writer, NULL);
    difference = x - x;
    assert(difference == 0);
    return 0;
}
