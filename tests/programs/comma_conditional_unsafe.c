// expect: false(unreach-call)
// what: the other branch of ?: is chosen, and its side effect is the one that happens
#include <assert.h>
#include <pthread.h>

int left, right, result;

void *worker(void *arg) {
    int choose = 0;
    result = (left = 1, left + 1);
    choose ? (left += 5) : (right += 5);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    assert(result == 2);
    assert(right == 0);
    return 0;
}
