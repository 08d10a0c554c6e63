// expect: true
// what: two threads add i and j to each other twice; neither exceeds the Fibonacci number 8
// analysis: value predicate+value bmc
#include <pthread.h>

extern void reach_error(void);

int i = 1, j = 1;

void *first(void *arg) {
    for (int k = 0; k < 2; k++) {
        i += j;
    }
    return arg;
}

void *second(void *arg) {
    for (int k = 0; k < 2; k++) {
        j += i;
    }
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    int seen_i, seen_j;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    seen_i = i;
    seen_j = j;
    if (seen_i > 8 || seen_j > 8) {
        reach_error();
    }
    return 0;
}
