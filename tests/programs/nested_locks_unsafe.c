// expect: false(unreach-call)
// what: the outer mutex is released first; the check after it runs unprotected
#include <assert.h>
#include <pthread.h>

pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER, inner = PTHREAD_MUTEX_INITIALIZER;
int value;

void *nested(void *arg) {
    pthread_mutex_lock(&outer);
    pthread_mutex_lock(&inner);
    value = 1;
    pthread_mutex_unlock(&outer);
    assert(value == 1);
    pthread_mutex_unlock(&inner);
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
