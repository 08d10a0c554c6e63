// expect: false(unreach-call)
// what: an extern variable without a definition may hold 5
#include <pthread.h>

extern void reach_error(void);
extern int setting;

int copy;

void *worker(void *arg) {
    copy = setting;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    if (copy == 5) {
        reach_error();
    }
    return 0;
}
