// expect: false(unreach-call)
// what: the worker may see the data before main has set it and then returns NULL
#include <assert.h>
#include <pthread.h>

int data;
int answer = 42;

void *worker(void *arg) {
    (void)arg;
    return data ? &answer : NULL;
}

int main(void) {
    pthread_t t;
    void *result;
    pthread_create(&t, NULL, worker, NULL);
    data = 1;
    pthread_join(t, &result);
    assert(result == &answer);
    assert(*(int *)result == 42);
    return 0;
}
