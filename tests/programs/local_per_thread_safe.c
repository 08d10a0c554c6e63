// expect: true
// what: locals of the same function are separate in each thread, even when their address is taken
#include <assert.h>
#include <pthread.h>

static void add(int *n, int amount) {
    *n += amount;
}

void *worker(void *arg) {
    int mine = 0;
    add(&mine, 1);
    assert(mine <= 1);
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, worker, NULL);
    pthread_create(&t2, NULL, worker, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
