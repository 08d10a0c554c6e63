// expect: true
// what: Dekker's algorithm: who is not on turn takes back its claim and waits
#include <pthread.h>

extern void reach_error(void);

int want0, want1, turn, inside;

void *first(void *arg) {
    want0 = 1;
    while (want1) {
        if (turn != 0) {
            want0 = 0;
            while (turn != 0) {
            }
            want0 = 1;
        }
    }
    inside = 1;
    if (inside != 1) {
        reach_error();
    }
    turn = 1;
    want0 = 0;
    return arg;
}

void *second(void *arg) {
    want1 = 1;
    while (want0) {
        if (turn != 1) {
            want1 = 0;
            while (turn != 1) {
            }
            want1 = 1;
        }
    }
    inside = 2;
    if (inside != 2) {
        reach_error();
    }
    turn = 0;
    want1 = 0;
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
