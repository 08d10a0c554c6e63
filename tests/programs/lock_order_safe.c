// expect: true
// what: transfers in both directions take the two locks in one global order
#include <assert.h>
#include <pthread.h>

pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
int balance[2] = {5, 5};

static void transfer(int from, int to) {
    pthread_mutex_lock(&locks[0]);
    pthread_mutex_lock(&locks[1]);
    balance[from]--;
    balance[to]++;
    pthread_mutex_unlock(&locks[1]);
    pthread_mutex_unlock(&locks[0]);
}

void *there(void *arg) {
    transfer(0, 1);
    return arg;
}

void *back(void *arg) {
    transfer(1, 0);
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, there, NULL);
    pthread_create(&t2, NULL, back, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(balance[0] + balance[1] == 10);
    return 0;
}
