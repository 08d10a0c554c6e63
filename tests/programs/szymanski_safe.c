// expect: true
// what: Szymanski's algorithm for two threads, with the waits as loops
// analysis: value bmc
#include <assert.h>
#include <pthread.h>

int flag[2], inside;

static void enter(int me) {
    int other = 1 - me;
    flag[me] = 1;
    while (flag[other] >= 3) {
    }
    flag[me] = 3;
    if (flag[other] == 1) {
        flag[me] = 2;
        while (flag[other] != 4) {
        }
    }
    flag[me] = 4;
    if (me == 1) {
        while (flag[0] >= 2) {
        }
    }
}

static void leave(int me) {
    int theirs;
    if (me == 0) {
        do {
            theirs = flag[1];
        } while (theirs == 2 || theirs == 3);
    }
    flag[me] = 0;
}

void *worker(void *arg) {
    int me = (int)(long)arg;
    enter(me);
    inside = me;
    assert(inside == me);
    leave(me);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, worker, (void *)0);
    pthread_create(&t2, NULL, worker, (void *)1);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
