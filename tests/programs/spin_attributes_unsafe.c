// expect: false(unreach-call)
// what: a detached thread is not waited for: one of the three additions may be missing at the end
// args: --max-threads 3
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_spinlock_t lock;
int count;

void *worker(void *arg) {
    pthread_spin_lock(&lock);
    count++;
    pthread_spin_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    int state;
    pthread_attr_getdetachstate(&attributes, &state);
    assert(state == PTHREAD_CREATE_DETACHED);
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&t, &attributes, worker, NULL);
    pthread_spin_lock(&lock);
    assert(pthread_spin_trylock(&lock) == EBUSY);
    int before = count;
    count = before + 1;
    pthread_spin_unlock(&lock);
    pthread_attr_destroy(&attributes);
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    assert(count == 3);
    return 0;
}
