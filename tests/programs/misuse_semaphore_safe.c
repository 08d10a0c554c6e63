// expect: true
// what: the semaphore is destroyed by who has waited for it
// args: --property no-thread-misuse
#include <pthread.h>
#include <semaphore.h>

sem_t s;

void *work(void *arg) {
    sem_post(&s);
    return NULL;
}

int main(void) {
    pthread_t t;
    sem_init(&s, 0, 0);
    pthread_create(&t, NULL, work, NULL);
    sem_wait(&s);
    sem_destroy(&s);
    return 0;
}
