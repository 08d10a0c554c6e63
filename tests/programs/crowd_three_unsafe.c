// expect: false(unreach-call)
// what: three kinds of threads: one makes a number up, a second hands it on, a third sees what it
// has noted exceeded; no two threads can do that without the third
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#include <pthread.h>

static int made, handed;

static void *work(void *unused) {
    int mine, now, kind = __VERIFIER_nondet_int();
    if (kind == 0) {
        made = 2;
    } else if (kind == 1) {
        if (made > 1) handed = made;
    } else {
        mine = handed;
        now = handed;
        if (now > mine) reach_error();
    }
    return unused;
}

int main(void) {
    pthread_t thread;
    while (1) pthread_create(&thread, 0, work, 0);
}
