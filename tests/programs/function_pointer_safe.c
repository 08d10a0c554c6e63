// expect: true
// what: a call through a variable uses the function that the variable held at the call
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
    pthread_join(t, NULL);
    operation = multiply;
    assert(result == 10);
    return 0;
}
