// expect: true
// what: two variables, each with its own mutex, are changed by two threads
#include <assert.h>
#include <pthread.h>

pthread_mutex_t ma = PTHREAD_MUTEX_INITIALIZER, mb = PTHREAD_MUTEX_INITIALIZER;
int a, b;

void *first(void *arg) {
    pthread_mutex_lock(&ma);
    a++;
    pthread_mutex_unlock(&ma);
    return arg;
}

void *second(void *arg) {
    pthread_mutex_lock(&mb);
    b++;
    pthread_mutex_unlock(&mb);
    pthread_mutex_lock(&ma);
    a++;
    pthread_mutex_unlock(&ma);
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(a == 2 && b == 1);
    return 0;
}
