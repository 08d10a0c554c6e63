// expect: unknown order or distance of addresses in different objects
// what: a thread gets an address of the stack of its creator, which is not near its own
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#include <pthread.h>

static void *child(void *place) {
    char own[8];
    own[0] = 0;
    if ((unsigned)own > (unsigned)place + 100) reach_error();
    return place;
}

static void *parent(void *unused) {
    pthread_t thread;
    char own[8];
    own[0] = 0;
    pthread_create(&thread, 0, child, __VERIFIER_nondet_int() ? own : own + 4);
    while (1);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, parent, 0);
    while (1);
}
