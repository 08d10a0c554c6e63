// expect: false(unreach-call)
// what: the user tests only one of the two flags; the other part may still be 0
#include <assert.h>
#include <pthread.h>

int part1, ready1, part2, ready2;

void *init1(void *arg) {
    part1 = 1;
    ready1 = 1;
    return arg;
}

void *init2(void *arg) {
    part2 = 2;
    ready2 = 1;
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, init1, NULL);
    pthread_create(&t2, NULL, init2, NULL);
    if (ready1) {
        assert(part1 + part2 == 3);
    }
    return 0;
}
