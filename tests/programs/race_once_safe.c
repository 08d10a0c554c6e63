// expect: true
// what: one thread sets up, the others wait for it
// args: --property no-data-race
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int x;

static void set_up(void) {
    x = 1;
}

static void *worker(void *arg) {
    pthread_once(&once, set_up);
    return arg + x;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
