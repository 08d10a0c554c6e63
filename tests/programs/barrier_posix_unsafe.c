// expect: false(unreach-call)
// what: between the two rounds the worker writes already what main still reads
#include <assert.h>
#include <pthread.h>

pthread_barrier_t meeting;
int written[2], serial;

void *worker(void *arg) {
    written[1] = 1;
    if (pthread_barrier_wait(&meeting) == PTHREAD_BARRIER_SERIAL_THREAD) serial++;
    int other = written[0];
    written[1] = 2;
    pthread_barrier_wait(&meeting);
    assert(other == 1);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_barrier_init(&meeting, NULL, 2);
    pthread_create(&t, NULL, worker, NULL);
    written[0] = 1;
    if (pthread_barrier_wait(&meeting) == PTHREAD_BARRIER_SERIAL_THREAD) serial++;
    assert(written[1] == 1);
    pthread_barrier_wait(&meeting);
    assert(serial == 1);
    written[0] = 2;
    pthread_join(t, NULL);
    pthread_barrier_destroy(&meeting);
    return 0;
}
