// expect: true
// what: a spin lock is freed by who took it
// args: --property no-thread-misuse
#include <pthread.h>

pthread_spinlock_t l;

void *work(void *arg) {
    if (pthread_spin_trylock(&l) == 0) pthread_spin_unlock(&l);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_spin_init(&l, 0);
    pthread_create(&t, NULL, work, NULL);
    pthread_spin_lock(&l);
    pthread_spin_unlock(&l);
    pthread_join(t, NULL);
    pthread_spin_destroy(&l);
    return 0;
}
