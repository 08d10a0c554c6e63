// expect: true
// what: a pointer walks over an array; differences and comparisons of pointers count elements
#include <assert.h>
#include <pthread.h>

int cells[3] = {1, 2, 4};
int sum;

void *walk(void *arg) {
    int *p = cells;
    while (p < cells + 3) {
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
