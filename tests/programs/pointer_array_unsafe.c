// expect: false(unreach-call)
// what: both entries point to the same variable, so two increments meet and one is lost
#include <assert.h>
#include <pthread.h>

int a, b;
int *targets[2] = {&a, &a};

void *worker(void *arg) {
    int *target = targets[(long)arg];
    (*target)++;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, worker, (void *)0);
    pthread_create(&t2, NULL, worker, (void *)1);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(a + b == 2);
    return 0;
}
