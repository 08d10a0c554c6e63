// expect: true
// what: the number of a thread is passed as the pointer itself, so each thread has its own
#include <assert.h>
#include <pthread.h>

int ran[2];

void *worker(void *arg) {
    int id = (int)(long)arg;
    if (id < 2) {
        ran[id] = 1;
    }
    return NULL;
}

int main(void) {
    pthread_t t[2];
    int i;
    for (i = 0; i < 2; i++) {
        pthread_create(&t[i], NULL, worker, (void *)(long)i);
    }
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    assert(ran[0] == 1 && ran[1] == 1);
    return 0;
}
