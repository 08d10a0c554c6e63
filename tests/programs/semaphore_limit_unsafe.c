// expect: false(unreach-call)
// what: it can begin with less
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

sem_t semaphore;
int result;

void *worker(void *arg) {
    result = sem_init(&semaphore, 0, 1u << 29);
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
