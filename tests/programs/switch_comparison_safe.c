// expect: true
// what: 0 and 1 are all the values of a comparison: the default of the switch is never reached
#include <pthread.h>

void reach_error(void) {}

int x, ways;

void *writer(void *arg) {
    x = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    switch (x != 0) {
    case 0: ways = 1; break;
    case 1: ways = 2; break;
    default: reach_error();
    }
    if (ways == 0) reach_error();
    pthread_join(t, 0);
    return 0;
}
