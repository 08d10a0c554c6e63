// expect: true
// what: all accesses lie inside of the lock
// args: --property no-data-race
#include <pthread.h>

static pthread_spinlock_t lock;
static int x;

static void *worker(void *arg) {
    pthread_spin_lock(&lock);
    x++;
    pthread_spin_unlock(&lock);
    
    return arg;
}

int main(void) {
    pthread_spin_init(&lock, 0);
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return x;
}
