// expect: unknown which has no body and may change the variable 'number'
// what: which frames of a function are still there whose variables were handed over is not known
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
