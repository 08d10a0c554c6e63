// expect: true
// what: scanf fills one argument after the other, says how many, and knows their places before
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

int place, numbers[2] = {5, 6};

void *worker(void *arg) {
    int first = 3;
    int filled = scanf("%d %d %d", &first, &place, &numbers[place]);
    assert(filled >= -1 && filled <= 3);
    assert(filled > 0 || first == 3);
    assert(filled > 2 || numbers[0] == 5);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    assert(numbers[1] == 6);
    return 0;
}
