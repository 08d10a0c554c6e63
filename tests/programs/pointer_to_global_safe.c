// expect: true
// what: two threads write the same variable through different pointers, each under the lock
#include <assert.h>
#include <pthread.h>

int value;
int *p = &value, *q = &value;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *through_p(void *arg) {
    pthread_mutex_lock(&m);
    *p = *p + 1;
    pthread_mutex_unlock(&m);
    return arg;
}

void *through_q(void *arg) {
    pthread_mutex_lock(&m);
    *q = *q + 2;
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, through_p, NULL);
    pthread_create(&t2, NULL, through_q, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(value == 3);
    return 0;
}
