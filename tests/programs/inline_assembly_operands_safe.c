// expect: true
// what: operands of assembly are evaluated once; an output that is the input has its value
#include <assert.h>
#include <pthread.h>

static int x, calls;

static int *place(void) {
    calls++;
    return &x;
}

static void *other(void *unused) {
    __atomic_fetch_add(&x, 2, __ATOMIC_SEQ_CST);
    return unused;
}

int main(void) {
    pthread_t thread;
    int given = 4, taken;
    __asm__("" : "=r"(taken) : "0"(given));
    pthread_create(&thread, 0, other, 0);
    __asm__("" : "+m"(*place()));
    __asm__ volatile("" : : "r"(*place()) : "memory");
    pthread_join(thread, 0);
    assert(calls == 2 && taken == 4);
    assert(x == 2);
    return 0;
}
