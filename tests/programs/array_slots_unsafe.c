// expect: false(unreach-call)
// what: both threads get index 0, so element 1 keeps its old value
#include <assert.h>
#include <pthread.h>

int slots[2];
int indices[2] = {0, 0};

void *worker(void *arg) {
    int i = *(int *)arg;
    slots[i] = i + 10;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, worker, &indices[0]);
    pthread_create(&t2, NULL, worker, &indices[1]);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(slots[0] == 10 && slots[1] == 11);
    return 0;
}
