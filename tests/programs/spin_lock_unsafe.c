// expect: false(unreach-call)
// what: test and set are two steps: both threads test 0, both set 1, both enter
#include <assert.h>
#include <pthread.h>

int word, counter;

static int test_and_set(int *lock) {
    int old = *lock;
    *lock = 1;
    return old;
}

void *worker(void *arg) {
    while (test_and_set(&word)) {
    }
    counter++;
    word = 0;
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, worker, NULL);
    pthread_create(&t2, NULL, worker, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(counter == 2);
    return 0;
}
