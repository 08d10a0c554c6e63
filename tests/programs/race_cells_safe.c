// expect: true
// what: each thread has two cells of its own
// args: --property no-data-race
// analysis: value predicate+value bmc
#include <pthread.h>

static int cells[4];

static void *worker(void *arg) {
    int *own = arg;
    for (int i = 0; i < 2; i++) own[i]++;
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, &cells[0]);
    pthread_create(&b, NULL, worker, &cells[2]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return cells[1];
}
