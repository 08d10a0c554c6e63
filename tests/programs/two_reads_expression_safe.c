// expect: true
// what: x - x is 0 if nobody can write x between the two reads
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
    pthread_mutex_lock(&m);
    difference = x - x;
    pthread_mutex_unlock(&m);
    assert(difference == 0);
    return 0;
}
