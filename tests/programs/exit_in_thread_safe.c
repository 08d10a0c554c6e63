// expect: true
// what: exit in a thread ends the program, so main cannot pass the join
#include <pthread.h>
#include <stdlib.h>

extern void reach_error(void);

void *worker(void *arg) {
    exit(0);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    reach_error();
    return 0;
}
