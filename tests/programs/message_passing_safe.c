// expect: true
// what: litmus MP: data first, then the flag; who sees the flag sees the data
#include <assert.h>
#include <pthread.h>

int data, flag;

void *sender(void *arg) {
    data = 1;
    flag = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    int r1, r2;
    pthread_create(&t, NULL, sender, NULL);
    r1 = flag;
    r2 = data;
    assert(!(r1 == 1 && r2 == 0));
    return 0;
}
