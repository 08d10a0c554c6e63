// expect: true
// what: Lamport's bakery for two threads with the choosing flags
// analysis: value predicate+value bmc
#include <assert.h>
#include <pthread.h>

int choosing[2], number[2], inside;

static void enter(int me) {
    int other = 1 - me;
    int theirs;
    choosing[me] = 1;
    number[me] = number[other] + 1;
    choosing[me] = 0;
    while (choosing[other]) {
    }
    do {
        theirs = number[other];
    } while (theirs != 0 && (theirs < number[me] || (theirs == number[me] && other < me)));
}

void *worker(void *arg) {
    int me = (int)(long)arg;
    enter(me);
    inside = me;
    assert(inside == me);
    number[me] = 0;
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
