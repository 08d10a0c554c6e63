// expect: false(unreach-call)
// what: the input may be 7: no function without a body need change anything for that
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);
extern void poke(int, const char *);
extern int measure(void) __attribute__((const));
int level;
static int own;

static void *worker(void *unused) {
    poke(1, "worker");
    own = 3;
    return unused;
}

int main(void) {
    pthread_t thread;
    int input = __VERIFIER_nondet_int();
    level = measure();
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    assert(own == 3 && input != 7);
    return 0;
}
