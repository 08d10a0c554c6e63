// expect: false(unreach-call)
// what: both threads pass the check before one of them withdraws; the balance drops to -1
#include <pthread.h>

extern void reach_error(void);

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int balance = 1;

void *withdraw(void *arg) {
    if (balance > 0) {
        pthread_mutex_lock(&m);
        balance--;
        pthread_mutex_unlock(&m);
    }
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, withdraw, NULL);
    pthread_create(&t2, NULL, withdraw, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    if (balance < 0) {
        reach_error();
    }
    return 0;
}
