// expect: true
// args: --property valid-deref
// what: the mutex is freed when nobody uses it any more
#include <pthread.h>
#include <stdlib.h>

struct account {
    pthread_mutex_t lock;
    int money;
};

static void *pay(void *argument) {
    struct account *account = argument;
    pthread_mutex_lock(&account->lock);
    account->money++;
    pthread_mutex_unlock(&account->lock);
    return 0;
}

int main(void) {
    pthread_t thread;
    struct account *account = malloc(sizeof *account);
    account->money = 0;
    pthread_mutex_init(&account->lock, 0);
    pthread_create(&thread, 0, pay, account);
    pthread_mutex_lock(&account->lock);
    int money = account->money;
    pthread_mutex_unlock(&account->lock);
    pthread_join(thread, 0);
    free(account);
    return money > 1;
}
