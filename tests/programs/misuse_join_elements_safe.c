// expect: true
// args: --property no-thread-misuse
// what: each round of a loop joins what another one created, with strides and offsets
#include <pthread.h>

struct worker {
    int number;
    pthread_t handle;
};
struct worker workers[2];
pthread_t table[2][3];

void *work(void *arg) {
    return arg;
}

int main(void) {
    for (int i = 0; i < 2; i++) pthread_create(&workers[i].handle, NULL, work, NULL);
    for (int i = 0; i < 2; i++) pthread_join(workers[i].handle, NULL);
    for (long i = 0; i < 2; i++) pthread_create(&table[1][i + 1], NULL, work, NULL);
    for (long i = 0; i < 2; i++) pthread_join(table[1][i + 1], NULL);
    return 0;
}
