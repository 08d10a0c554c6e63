// expect: true
// what: a switch evaluates the shared variable once, so exactly one case is taken
#include <assert.h>
#include <pthread.h>

int mode;

void *change(void *arg) {
    mode = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    int taken = 0;
    pthread_create(&t, NULL, change, NULL);
    switch (mode) {
    case 0: taken++; break;
    case 1: taken++; break;
    }
    assert(taken == 1);
    return 0;
}
