// expect: false(unreach-call)
// what: the second thread swaps row and column and so overwrites an element of the first row
// analysis: value predicate+value bmc
#include <assert.h>
#include <pthread.h>

int grid[2][2];

void *upper(void *arg) {
    for (int c = 0; c < 2; c++) {
        grid[0][c] = 1;
    }
    return arg;
}

void *lower(void *arg) {
    for (int c = 0; c < 2; c++) {
        grid[c][1] = 2;
    }
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, upper, NULL);
    pthread_create(&t2, NULL, lower, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(grid[0][0] + grid[0][1] == 2);
    assert(grid[1][1] == 2);
    return 0;
}
