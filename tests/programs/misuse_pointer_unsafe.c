// expect: false(no-thread-misuse)
// what: the second lock is unlocked twice, the first one never
// args: --property no-thread-misuse
#include <pthread.h>

struct account {
    pthread_mutex_t m;
    int balance;
};
struct account accounts[2] = {{PTHREAD_MUTEX_INITIALIZER, 10}, {PTHREAD_MUTEX_INITIALIZER, 10}};

void move(struct account *from, struct account *to) {
    pthread_mutex_lock(&from->m);
    pthread_mutex_lock(&to->m);
    from->balance--;
    to->balance++;
    pthread_mutex_unlock(&to->m);
    pthread_mutex_unlock(&to->m);
}

void *work(void *arg) {
    move(&accounts[0], &accounts[1]);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_mutex_lock(&accounts[1].m);
    accounts[1].balance++;
    pthread_mutex_unlock(&accounts[1].m);
    pthread_join(t, NULL);
    return 0;
}
