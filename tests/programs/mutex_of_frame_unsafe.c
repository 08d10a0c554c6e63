// expect: false(unreach-call)
// what: a local mutex ends locked with its function; the next call has a new mutex at the same
// place, which is free, so the error behind it is reached
#include <pthread.h>

extern void reach_error(void);

static void leave_locked(void) {
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&m);
}

int main(void) {
    leave_locked();
    leave_locked();
    reach_error();
    return 0;
}
