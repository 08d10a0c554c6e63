// expect: false(unreach-call)
// what: return ends the worker alone, so main passes the join and reaches the error
#include <pthread.h>
#include <stdlib.h>

extern void reach_error(void);

void *worker(void *arg) {
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    reach_error();
    return 0;
}
