// expect: true
// what: each thread creates the next in an atomic section and is joined by it: threads come and go
// without end, and main moves on beside them
// analysis: value predicate+value
extern void reach_error(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
#include <pthread.h>

static int x;

static void *link(void *before) {
    pthread_t next;
    if (before) pthread_join((pthread_t)before, 0);
    __VERIFIER_atomic_begin();
    pthread_create(&next, 0, link, (void *)pthread_self());
    __VERIFIER_atomic_end();
    return 0;
}

int main(void) {
    pthread_t first;
    pthread_create(&first, 0, link, 0);
    while (x < 2) x++;
    if (x != 2) reach_error();
    return 0;
}
