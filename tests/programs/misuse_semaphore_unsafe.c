// expect: false(no-thread-misuse)
// what: the semaphore is destroyed while the thread may wait for it
// args: --property no-thread-misuse
#include <pthread.h>
#include <semaphore.h>

sem_t s;

void *work(void *arg) {
    sem_wait(&s);
    return NULL;
}

int main(void) {
    pthread_t t;
    sem_init(&s, 0, 0);
    pthread_create(&t, NULL, work, NULL);
    sem_post(&s);
    sem_destroy(&s);
    return 0;
}
