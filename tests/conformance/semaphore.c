// models: sem_init sem_destroy sem_wait sem_trywait sem_timedwait sem_post sem_getvalue
// assumes: times are valid; values are not as large as half of the limit
#include <errno.h>
#include <semaphore.h>
#include <time.h>

#include "conformance.h"

static sem_t semaphore;
static const struct timespec past = {1, 0};

static void look(int result) {
    int value = -1;
    exact(result);
    exact(sem_getvalue(&semaphore, &value));
    exact(value);
}

int main(void) {
    errno = 0;
    exact(sem_init(&semaphore, 0, 0x80000000u));
    exact(errno);
    look(sem_init(&semaphore, 0, 2));
    look(sem_wait(&semaphore));
    look(sem_trywait(&semaphore));
    look(sem_trywait(&semaphore));
    exact(errno);
    errno = 0;
    possible(sem_timedwait(&semaphore, &past));
    possible(errno);
    look(sem_post(&semaphore));
    look(sem_timedwait(&semaphore, &past));
    look(sem_post(&semaphore));
    look(sem_post(&semaphore));
    exact(sem_destroy(&semaphore));
    finish();
}
