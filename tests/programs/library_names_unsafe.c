// expect: false(unreach-call)
// what: both threads add to the variable of that name
#include <assert.h>
#include <pthread.h>

int index;

static int rindex(int i) {
    return i + 1;
}

void *worker(void *arg) {
    index = rindex(index);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    worker(NULL);
    assert(index == 1);
    return 0;
}
