// expect: false(no-thread-misuse)
// args: --property no-thread-misuse
// what: the pointer to the handles moves while threads are created: no thread is in the first one
#include <pthread.h>

pthread_t first[2], second[2];

void *work(void *arg) {
    return arg;
}

int main(void) {
    pthread_t *handles = first;
    for (int i = 0; i < 2; i++) {
        pthread_create(&handles[i], NULL, work, NULL);
        handles = second;
    }
    for (int i = 0; i < 2; i++) pthread_join(handles[i], NULL);
    return 0;
}
