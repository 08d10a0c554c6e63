// expect: false(unreach-call)
// what: the amount is compared with a copy of the balance that is taken before the locks: it is not enough for both any more
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

struct account {
    int balance;
    pthread_mutex_t lock;
};

struct account bank[2] = {{100, PTHREAD_MUTEX_INITIALIZER}, {50, PTHREAD_MUTEX_INITIALIZER}};

void transfer(struct account *from, struct account *to, int amount) {
    int balance = from->balance;
    pthread_mutex_lock(&bank[0].lock);
    pthread_mutex_lock(&bank[1].lock);
    if (amount > 0 && balance >= amount) {
        from->balance -= amount;
        to->balance += amount;
    }
    pthread_mutex_unlock(&bank[1].lock);
    pthread_mutex_unlock(&bank[0].lock);
}

void *clerk(void *argument) {
    transfer(&bank[0], &bank[1], 30);
    return argument;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, clerk, 0);
    transfer(&bank[0], &bank[1], __VERIFIER_nondet_int());
    pthread_join(thread, 0);
    assert(bank[0].balance >= 0);
    assert(bank[1].balance >= 0);
    assert(bank[0].balance + bank[1].balance == 150);
    return 0;
}
