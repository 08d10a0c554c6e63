// expect: true
// what: functions without a body are said to change nothing but what they are given to write
// args: --external pure
#include <assert.h>
#include <pthread.h>

extern void keep(int *place);
extern void poke(void);

static void *worker(void *unused) {
    int number = 1;
    keep(&number);
    number = 0;
    poke();
    assert(number == 0);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    worker(0);
    return 0;
}
