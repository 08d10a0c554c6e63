// expect: true
// what: a pointer survives the way through an integer of its size and is not NULL
#include <assert.h>
#include <pthread.h>

int cells[2] = {3, 4};
unsigned long address;

void *worker(void *arg) {
    address = (unsigned long)&cells[0];
    return arg;
}

int main(void) {
    pthread_t t;
    int *back;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    back = (int *)address;
    assert(back != NULL);
    assert(*back == 3);
    return 0;
}
