// expect: false(unreach-call)
// what: thread-local variables begin anew in each thread: with one
#include <assert.h>
#include <pthread.h>

static _Thread_local int mine = 1;
static __thread int *place;

static int next(void) {
    static _Thread_local int count = 5;
    return ++count;
}

static void *worker(void *argument) {
    assert(mine == 0 && !place);
    place = argument;
    *place += 10;
    mine = next();
    assert(mine == 6);
    return 0;
}

int main(void) {
    pthread_t thread;
    mine = 3;
    next();
    place = &mine;
    pthread_create(&thread, 0, worker, &mine);
    pthread_join(thread, 0);
    assert(mine == 03 && next() == 7 && place == &mine);
    return 0;
}
