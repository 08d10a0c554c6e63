// expect: true
// what: an extern variable without a definition may hold any value, but keeps it
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
    if (copy != setting) {
        reach_error();
    }
    return 0;
}
