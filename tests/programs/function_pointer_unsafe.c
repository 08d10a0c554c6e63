// expect: false(unreach-call)
// what: main changes the operation before the worker loads it: 5 * 5 instead of 5 + 5
#include <assert.h>
#include <pthread.h>

int add(int a, int b) {
    return a + b;
}

int multiply(int a, int b) {
    return a * b;
}

int (*operation)(int, int) = add;
int result;

void *worker(void *arg) {
    result = operation(5, 5);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    operation = multiply;
    pthread_join(t, NULL);
    assert(result == 10);
    return 0;
}
