// expect: true
// what: the value is read and written back inside one critical section
#include <assert.h>
#include <pthread.h>

int x = 10;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *take(void *arg) {
    int local;
    pthread_mutex_lock(&m);
    local = x;
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
