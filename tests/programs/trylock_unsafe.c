// expect: false(unreach-call)
// what: the result of trylock is taken the wrong way: the thread that fails enters
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int inside;

void *worker(void *arg) {
    pthread_mutex_lock(&m);
    inside = 1;
    inside = 0;
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    if (pthread_mutex_trylock(&m) != 0) {
        assert(inside == 0);
    }
    return 0;
}
