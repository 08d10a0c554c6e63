// expect: true
// what: the lock lives in the struct that it protects, and all go through a pointer to the struct
#include <assert.h>
#include <pthread.h>

struct account {
    pthread_mutex_t lock;
    int balance;
};
struct account one = {PTHREAD_MUTEX_INITIALIZER, 10};
struct account two = {PTHREAD_MUTEX_INITIALIZER, 10};

void *deposit(void *arg) {
    struct account *a = (struct account *)arg;
    pthread_mutex_lock(&a->lock);
    a->balance += 5;
    pthread_mutex_unlock(&a->lock);
    return NULL;
}

void *withdraw(void *arg) {
    struct account *a = (struct account *)arg;
    pthread_mutex_lock(&a->lock);
    a->balance -= 3;
    pthread_mutex_unlock(&a->lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, deposit, &one);
    pthread_create(&t2, NULL, withdraw, &one);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(one.balance == 12);
    return 0;
}
