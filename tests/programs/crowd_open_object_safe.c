// expect: true
// what: as many threads as an input says, their handles in memory of unknown size
// analysis: value predicate+value
#include <pthread.h>
#include <stdlib.h>
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int balance;
static void *deposit(void *arg) {
    pthread_mutex_lock(&m);
    balance = 1;
    balance = 0;
    pthread_mutex_unlock(&m);
    return NULL;
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0) return 0;
    pthread_t *ids = malloc(n * sizeof *ids);
    for (int i = 0; i < n; i++) pthread_create(&ids[i], NULL, deposit, NULL);
    pthread_mutex_lock(&m);
    assert(balance == 0);
    pthread_mutex_unlock(&m);
    for (int i = 0; i < n; i++) pthread_join(ids[i], NULL);
    free(ids);
    return 0;
}
