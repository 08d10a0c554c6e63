// expect: unknown exits in a routine of pthread_once
// what: POSIX leaves open whether the routine that did not come to its end is called again
#include <assert.h>
#include <pthread.h>

pthread_once_t once = PTHREAD_ONCE_INIT;
int calls;

void begin(void) {
    calls++;
    pthread_exit(0);
}

void *run(void *argument) {
    pthread_once(&once, begin);
    return argument;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, run, 0);
    pthread_create(&second, 0, run, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(calls < 2);
    return 0;
}
