// expect: false(no-data-race)
// what: an access behind the unlock
// args: --property no-data-race
#include <pthread.h>
#include <stdlib.h>

struct account {
    pthread_mutex_t lock;
    int money;
};

static void *worker(void *arg) {
    struct account *account = arg;
    pthread_mutex_lock(&account->lock);
    account->money++;
    pthread_mutex_unlock(&account->lock);
    account->money--;
    return NULL;
}

int main(void) {
    struct account *account = malloc(sizeof *account);
    pthread_t a, b;
    pthread_mutex_init(&account->lock, NULL);
    account->money = 1;
    pthread_create(&a, NULL, worker, account);
    pthread_create(&b, NULL, worker, account);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    free(account);
    return 0;
}
