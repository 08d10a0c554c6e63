// expect: false(unreach-call)
// what: read and write back are two critical sections; the other thread updates in between
#include <assert.h>
#include <pthread.h>

int x = 10;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *take(void *arg) {
    int local;
    pthread_mutex_lock(&m);
    local = x;
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    x = local - 1;
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, take, NULL);
    pthread_create(&t2, NULL, take, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(x == 8);
    return 0;
}
