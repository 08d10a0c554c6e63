// expect: unknown a number computed from an address depends on where objects lie
// what: a number made from an address on its stack tells threads apart: the second to come finds
// that of the first
extern void reach_error(void);
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static unsigned long owner;

static void set(int *place) {
    *place = 1;
}

static void *visitor(void *unused) {
    int local;
    unsigned long mine = (unsigned long)&local * 3;
    set(&local);
    pthread_mutex_lock(&mutex);
    if (owner != 0 && owner != mine) reach_error();
    owner = mine;
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void) {
    pthread_t thread;
    while (1) pthread_create(&thread, 0, visitor, 0);
}
