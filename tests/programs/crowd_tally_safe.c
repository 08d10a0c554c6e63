// expect: true
// what: each thread raises x by one, in two steps and without a lock; so x is no more than the
// threads that are through, these are no more than were started, and those no more than 20
// analysis: value predicate+value
extern void reach_error(void);
#include <pthread.h>

static int x;

static void *look(void *unused) {
    if (x > 20) reach_error();
    return unused;
}

static void *raise_x(void *unused) {
    int t = x;
    x = t + 1;
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, look, 0);
    for (int i = 0; i < 20; i++) pthread_create(&thread, 0, raise_x, 0);
    return 0;
}
