// expect: true
// what: the count is lowered and tested in one critical section; the object is freed once
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int references = 2, freed;

void *release(void *arg) {
    int left;
    pthread_mutex_lock(&m);
    references--;
    left = references;
    pthread_mutex_unlock(&m);
    if (left == 0) {
        freed++;
        assert(freed == 1);
    }
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, release, NULL);
    pthread_create(&t2, NULL, release, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
