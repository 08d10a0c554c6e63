// expect: true
// what: functions without a body are said to change nothing but what they are given to write
// args: --external pure
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
