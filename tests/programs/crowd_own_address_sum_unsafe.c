// expect: unknown a number computed from an address depends on where objects lie
// what: the address of a variable and an input together give an address on the stack of the thread,
// which tells threads apart
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static unsigned owner;

static void set(int *place) {
    *place = 1;
}

static void *visitor(void *unused) {
    int local;
    unsigned mine = (unsigned)&owner + __VERIFIER_nondet_uint();
    set(&local);
    if (mine != (unsigned)&local) return unused;
    pthread_mutex_lock(&mutex);
    if (owner != 0 && owner != mine * 3) reach_error();
    owner = mine * 3;
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void) {
    pthread_t thread;
    while (1) pthread_create(&thread, 0, visitor, 0);
}
