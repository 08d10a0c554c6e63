// expect: true
// what: three philosophers of whom the last one takes its forks in the other order; all eat once
#include <assert.h>
#include <pthread.h>

pthread_mutex_t forks[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                            PTHREAD_MUTEX_INITIALIZER};
int user[3];

static void eat(int who, int one, int other) {
    pthread_mutex_lock(&forks[one]);
    pthread_mutex_lock(&forks[other]);
    user[one] = who;
    user[other] = who;
    assert(user[one] == who);
    pthread_mutex_unlock(&forks[other]);
    pthread_mutex_unlock(&forks[one]);
}

void *first(void *arg) {
    eat(1, 0, 1);
    return arg;
}

void *second(void *arg) {
    eat(2, 1, 2);
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    eat(3, 0, 2);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
