// expect: true
// what: index is a name like any other as long as strings.h is not included
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
    assert(index == 2);
    return 0;
}
