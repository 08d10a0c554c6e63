// expect: false(unreach-call)
// what: litmus MP with the reads swapped: the data is read before the flag
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
    r2 = data;
    r1 = flag;
    assert(!(r1 == 1 && r2 == 0));
    return 0;
}
