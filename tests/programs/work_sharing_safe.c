// expect: true
// what: two threads take the next index under the lock; each element is done exactly once
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int next, done[2];

void *worker(void *arg) {
    int i;
    pthread_mutex_lock(&m);
    i = next;
    next = i + 1;
    pthread_mutex_unlock(&m);
    done[i]++;
    assert(done[i] == 1);
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, worker, NULL);
    pthread_create(&t2, NULL, worker, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
