// expect: false(unreach-call)
// what: the flag is tested and set in two steps: two threads see it free and both come in
// analysis: value predicate+value bmc
extern void reach_error(void);
#include <pthread.h>

static volatile int taken;
static int inside;

static void *worker(void *unused) {
    while (taken) {
    }
    taken = 1;
    inside++;
    if (inside != 1) reach_error();
    inside--;
    taken = 0;
    return unused;
}

int main(void) {
    pthread_t thread;
    while (1) pthread_create(&thread, 0, worker, 0);
}
