// expect: false(no-thread-misuse)
// what: the second mutex is of the default kind
// args: --property no-thread-misuse
#include <pthread.h>

pthread_mutex_t m, n;

int main(void) {
    pthread_mutexattr_t a;
    pthread_mutexattr_init(&a);
    pthread_mutexattr_settype(&a, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&m, &a);
    pthread_mutexattr_settype(&a, PTHREAD_MUTEX_NORMAL);
    pthread_mutex_init(&n, &a);
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&n);
    pthread_mutex_lock(&n);
    pthread_mutex_unlock(&n);
    pthread_mutex_unlock(&n);
    pthread_mutex_unlock(&n);
    return 0;
}
