// expect: false(unreach-call)
// what: two ifs read the variable twice; it changes from 0 to 1 in between and both are taken
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
    if (mode == 0) {
        taken++;
    }
    if (mode == 1) {
        taken++;
    }
    assert(taken == 1);
    return 0;
}
