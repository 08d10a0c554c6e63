// expect: false(no-data-race)
// what: the ranges have a cell in common
// args: --property no-data-race
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
    pthread_create(&b, NULL, worker, &cells[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return cells[1];
}
