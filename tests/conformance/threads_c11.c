// models: thrd_create thrd_join thrd_exit thrd_current thrd_equal thrd_detach thrd_yield thrd_sleep mtx_init
//   mtx_destroy mtx_lock mtx_trylock mtx_timedlock mtx_unlock cnd_init cnd_destroy cnd_wait
//   cnd_timedwait cnd_signal cnd_broadcast
// assumes: threads can be made, times are valid
#include <threads.h>
#include <time.h>

#include "conformance.h"

static mtx_t mutex, timed;
static cnd_t condition;
static const struct timespec past = {1, 0};
static int ready;

static int returns(void *argument) {
    if (argument) thrd_exit(7);
    return -3;
}

static int try(void *unused) {
    return mtx_trylock(&mutex);
}

static int wake_up(void *unused) {
    mtx_lock(&mutex);
    ready = 1;
    int result = cnd_signal(&condition) + cnd_broadcast(&condition);
    mtx_unlock(&mutex);
    return result;
}

static int run(thrd_start_t routine, void *argument) {
    thrd_t thread;
    int result = -1;
    exact(thrd_create(&thread, routine, argument));
    exact(thrd_join(thread, &result));
    return result;
}

int main(void) {
    exact(run(returns, NULL));
    exact(run(returns, &ready));
    exact(!!thrd_equal(thrd_current(), thrd_current()));
    thrd_yield();
    exact(thrd_sleep(&(struct timespec){0, 1}, NULL));
    exact(mtx_init(&mutex, mtx_plain));
    exact(mtx_init(&timed, mtx_timed));
    exact(cnd_init(&condition));
    exact(mtx_lock(&mutex));
    exact(run(try, NULL));
    exact(mtx_timedlock(&timed, &past));
    possible(mtx_timedlock(&timed, &past));
    exact(mtx_unlock(&timed));
    possible(cnd_timedwait(&condition, &mutex, &past));
    thrd_t thread;
    exact(thrd_create(&thread, wake_up, NULL));
    while (!ready)
        if (cnd_wait(&condition, &mutex) != thrd_success) exact(-1);
    exact(mtx_unlock(&mutex));
    int result;
    exact(thrd_join(thread, &result));
    exact(result);
    exact(thrd_create(&thread, returns, NULL));
    exact(thrd_detach(thread));
    cnd_destroy(&condition);
    mtx_destroy(&mutex);
    finish();
}
