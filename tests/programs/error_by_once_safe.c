// expect: true
// what: the routine that was given first runs, not the other one
#include <pthread.h>
void reach_error(void) {}
static void fine(void) {}
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void *worker(void *unused) {
    pthread_once(&once, reach_error);
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_once(&once, fine);
    pthread_create(&thread, NULL, worker, NULL);
    pthread_join(thread, NULL);
    return 0;
}
