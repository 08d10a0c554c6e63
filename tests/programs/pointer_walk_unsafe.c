// expect: false(unreach-call)
// what: the walk stops one element early, so the last element is missing in the sum
#include <assert.h>
#include <pthread.h>

int cells[3] = {1, 2, 4};
int sum;

void *walk(void *arg) {
    int *p = cells;
    while (p < &cells[2]) {
        sum += *p++;
    }
    assert(p - cells >= 2);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, walk, NULL);
    pthread_join(t, NULL);
    assert(sum == 7);
    return 0;
}
