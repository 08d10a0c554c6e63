// expect: true
// what: a lock by tickets for any number of threads: no two hold the same ticket, so no two
// are served at once; the numbers have no bound
// analysis: value predicate+value
extern void reach_error(void);
extern void __VERIFIER_assume(int);
#include <pthread.h>

static unsigned next, serving;
static int inside;

static void __VERIFIER_atomic_draw(unsigned *ticket) {
    __VERIFIER_assume(next != -1u);
    *ticket = next;
    next = next + 1;
}

static void *customer(void *unused) {
    unsigned ticket;
    __VERIFIER_atomic_draw(&ticket);
    while (serving != ticket) {
    }
    inside = 1;
    if (inside != 1) reach_error();
    inside = 0;
    serving++;
    return unused;
}

int main(void) {
    pthread_t thread;
    while (1) pthread_create(&thread, 0, customer, 0);
}
