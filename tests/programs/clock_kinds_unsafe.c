// expect: false(unreach-call)
// what: the time that a process has run says nothing about a monotonic clock
#include <assert.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

struct timespec before, now;
int process;

void *worker(void *arg) {
    process = getpid();
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return NULL;
}

int main(void) {
    pthread_t t;
    clock_gettime(CLOCK_MONOTONIC, &before);
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    assert(now.tv_sec >= before.tv_sec);
    assert(process > 0 && getpid() == process);
    clock_t begin = clock();
    assert(clock() >= begin);
    return 0;
}
