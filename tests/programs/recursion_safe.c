// expect: true
// what: each frame of a recursive function has its own local, in two threads at once
#include <assert.h>
#include <pthread.h>

int results[2];

static int sum_to(int n) {
    int mine;
    mine = n;
    if (n == 0) {
        return 0;
    }
    int below = sum_to(n - 1);
    return mine + below;
}

void *worker(void *arg) {
    int *slot = arg;
    *slot = sum_to(2);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, &results[0]);
    results[1] = sum_to(1);
    pthread_join(t, NULL);
    assert(results[0] == 3 && results[1] == 1);
    return 0;
}
