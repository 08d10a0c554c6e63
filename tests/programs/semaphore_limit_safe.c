// expect: true
// what: a semaphore cannot begin with more than SEM_VALUE_MAX
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

sem_t semaphore;
int result;

void *worker(void *arg) {
    result = sem_init(&semaphore, 0, 1u << 31);
    assert(result == 0 || errno == EINVAL);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    assert(result == -1);
    return 0;
}
