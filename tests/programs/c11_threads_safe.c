// expect: true
// what: threads.h: exit values, a recursive mutex, a condition variable; stdatomic.h
// analysis: value predicate+value bmc
#include <assert.h>
#include <stdatomic.h>
#include <stddef.h>
#include <threads.h>

mtx_t lock;
cnd_t ready;
int is_ready;
atomic_int steps;
atomic_flag taken = ATOMIC_FLAG_INIT;

int add(void *arg) {
    atomic_fetch_add(&steps, 1);
    mtx_lock(&lock);
    mtx_lock(&lock);
    is_ready = *(int *)arg;
    mtx_unlock(&lock);
    cnd_signal(&ready);
    mtx_unlock(&lock);
    return *(int *)arg + 1;
}

int main(void) {
    thrd_t t;
    int one = 1, result = 0;
    mtx_init(&lock, mtx_plain | mtx_recursive);
    cnd_init(&ready);
    assert(!atomic_flag_test_and_set(&taken) && atomic_flag_test_and_set(&taken));
    assert(thrd_create(&t, add, &one) == thrd_success);
    mtx_lock(&lock);
    while (!is_ready) cnd_wait(&ready, &lock);
    mtx_unlock(&lock);
    assert(atomic_load(&steps) == 1);
    thrd_join(t, &result);
    assert(result == 2);
    assert(mtx_trylock(&lock) == thrd_success);
    return 0;
}
