// expect: false(unreach-call)
// what: the other thread moves the index between the writes of key and value
#include <assert.h>
#include <pthread.h>

int index_now;
int key[2], value[2];
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *advance(void *arg) {
    pthread_mutex_lock(&m);
    index_now = 1;
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, advance, NULL);
    key[index_now] = 3;
    value[index_now] = 3;
    assert(key[0] == value[0]);
    return 0;
}
