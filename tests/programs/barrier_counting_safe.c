// expect: true
// what: a barrier by counting: who passes it sees the stores that all made before it
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int arrived, part[2];

static void barrier(void) {
    pthread_mutex_lock(&m);
    arrived++;
    pthread_mutex_unlock(&m);
    while (arrived < 2) {
    }
}

void *worker(void *arg) {
    part[1] = 1;
    barrier();
    assert(part[0] == 1);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    part[0] = 1;
    barrier();
    assert(part[1] == 1);
    pthread_join(t, NULL);
    return 0;
}
