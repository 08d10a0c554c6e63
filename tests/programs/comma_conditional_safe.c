// expect: true
// what: the comma operator orders its sides and ?: evaluates only the chosen one
#include <assert.h>
#include <pthread.h>

int left, right, result;

void *worker(void *arg) {
    int choose = 1;
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
