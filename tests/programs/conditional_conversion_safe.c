// expect: true
// what: both branches of ?: are converted to their common type, here long long, which keeps -1
#include <assert.h>
#include <pthread.h>

int minus = -1, pick = 1;
long long other = 0;
long long result;

void *worker(void *arg) {
    result = pick ? minus : other;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    assert(result < 0);
    return 0;
}
