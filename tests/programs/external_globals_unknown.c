// expect: unknown a violation that takes a function without a body which changes 'level'
// what: a function without a body may know a variable with external linkage and change it
#include <assert.h>
#include <pthread.h>

int level;
static int own;
extern void poke(void);

static void *worker(void *unused) {
    poke();
    own = 2;
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    assert(own == 2);
    assert(level == 0);
    return 0;
}
