// expect: true
// what: which of two addresses on its stack is the larger one is the same for every thread
// analysis: value predicate+value
extern void reach_error(void);
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int owner;

static void *visitor(void *unused) {
    int local[2] = {0, 1};
    int *first = local, *last = &local[1];
    int mine = first < last ? local[1] : 2;
    if (first + 1 != last) reach_error();
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
