// expect: true
// what: the second thread waits for the first
// args: --property no-data-race
#include <pthread.h>
#include <semaphore.h>

static sem_t s;
static int x;

static void *first(void *arg) {
    x = 1;
    sem_post(&s);
    return arg;
}

static void *second(void *arg) {
    sem_wait(&s);
    x = 2;
    return arg;
}

int main(void) {
    sem_init(&s, 0, 0);
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
