// expect: true
// args: --property no-thread-misuse
// what: the pointer to the handles moves after threads were created, and comes back
#include <pthread.h>

pthread_t first[2], second[2];

void *work(void *arg) {
    return arg;
}

int main(void) {
    pthread_t *handles = first;
    for (int i = 0; i < 2; i++) pthread_create(&handles[i], NULL, work, NULL);
    handles = second;
    for (int i = 0; i < 2; i++) pthread_create(&handles[i], NULL, work, NULL);
    for (int i = 0; i < 2; i++) pthread_join(handles[i], NULL);
    handles = first;
    for (int i = 0; i < 2; i++) pthread_join(handles[i], NULL);
    return 0;
}
