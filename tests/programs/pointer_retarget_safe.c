// expect: true
// what: a pointer is moved to another variable before the thread that uses it starts
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
    *handle = &second;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    assert(first == 1 && second == 10);
    return 0;
}
