// expect: true
// what: the inner mutex is released first, and the outer one still protects the rest
#include <assert.h>
#include <pthread.h>

pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER, inner = PTHREAD_MUTEX_INITIALIZER;
int value;

void *nested(void *arg) {
    pthread_mutex_lock(&outer);
    pthread_mutex_lock(&inner);
    value = 1;
    pthread_mutex_unlock(&inner);
    assert(value == 1);
    pthread_mutex_unlock(&outer);
    return arg;
}

void *simple(void *arg) {
    pthread_mutex_lock(&outer);
    value = 2;
    pthread_mutex_unlock(&outer);
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, nested, NULL);
    pthread_create(&t2, NULL, simple, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
