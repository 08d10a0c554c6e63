// expect: true
// what: comparing int with unsigned converts the int, so -1 is not below 1u; as ints it is
#include <pthread.h>

extern void reach_error(void);

int n;
unsigned int limit = 1u;

void *set(void *arg) {
    n = -1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, set, NULL);
    pthread_join(t, NULL);
    if (n < (int)limit) {
        n = 0;
    } else {
        reach_error();
    }
    return 0;
}
