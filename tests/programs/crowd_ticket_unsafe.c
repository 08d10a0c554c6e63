// expect: false(unreach-call)
// what: the ticket is drawn in two steps: two threads get the same one and are served at once
// analysis: value predicate+value bmc
extern void reach_error(void);
extern void __VERIFIER_assume(int);
#include <pthread.h>

static unsigned next, serving;
static int inside;

static void draw(unsigned *ticket) {
    __VERIFIER_assume(next != -1u);
    *ticket = next;
    next = next + 1;
}

static void *customer(void *unused) {
    unsigned ticket;
    draw(&ticket);
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
    for (int i = 0; i < 2; i++) pthread_create(&thread, 0, customer, 0);
}
