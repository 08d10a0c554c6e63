// expect: false(no-thread-misuse)
// args: --property no-thread-misuse
// what: two rounds of a loop create into one element, which is joined twice
#include <pthread.h>

pthread_t handles[2];

void *work(void *arg) {
    return arg;
}

int main(void) {
    for (int i = 0; i < 3; i++) pthread_create(&handles[i / 2], NULL, work, NULL);
    for (int i = 0; i < 3; i++) pthread_join(handles[i / 2], NULL);
    return 0;
}
