// expect: true
// what: join delivers the value that the start routine returned
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
    data = 1;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, &result);
    assert(result == &answer);
    assert(*(int *)result == 42);
    return 0;
}
