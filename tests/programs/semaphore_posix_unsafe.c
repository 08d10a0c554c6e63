// expect: false(unreach-call)
// what: main waits for one deposit only, and may be ahead of the second
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

struct account {
    sem_t guard;
    int balance;
} account;
sem_t done;

void *deposit(void *arg) {
    sem_wait(&account.guard);
    account.balance = account.balance + 1;
    sem_post(&account.guard);
    sem_post(&done);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    int value;
    sem_init(&account.guard, 0, 1);
    sem_init(&done, 0, 0);
    assert(sem_trywait(&done) == -1 && errno == EAGAIN);
    pthread_create(&a, NULL, deposit, NULL);
    pthread_create(&b, NULL, deposit, NULL);
    sem_wait(&done);
    assert(account.balance == 2);
    return 0;
}
