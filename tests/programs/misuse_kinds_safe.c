// expect: true
// what: an error-checking mutex returns EPERM and EDEADLK, a recursive one counts
// args: --property no-thread-misuse
#include <pthread.h>

pthread_mutex_t m, n;

int main(void) {
    pthread_mutexattr_t a;
    pthread_mutexattr_init(&a);
    pthread_mutexattr_settype(&a, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&m, &a);
    pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
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
