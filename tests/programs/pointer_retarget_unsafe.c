// expect: false(unreach-call)
// what: the worker uses the pointer before main has moved it and so writes to the wrong variable
#include <assert.h>
#include <pthread.h>

int first = 1, second = 2;
int *where = &first;

void *worker(void *arg) {
    *where = 10;
    return arg;
}

int main(void) {
    pthread_t t;
    int **handle = &where;
    pthread_create(&t, NULL, worker, NULL);
    *handle = &second;
    pthread_join(t, NULL);
    assert(first == 1 && second == 10);
    return 0;
}
