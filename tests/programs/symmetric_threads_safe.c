// expect: true
// what: three threads of one routine under a lock, which nobody joins; states that differ by their order are one
// args: --crowd never
// analysis: value bmc
#include <pthread.h>

void reach_error(void);

int entered, left, inside;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *visitor(void *unused) {
    (void)unused;
    pthread_mutex_lock(&m);
    entered++;
    inside++;
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    inside--;
    left++;
    if (left > entered || inside != entered - left) reach_error();
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t t;
    for (int i = 0; i < 3; i++) pthread_create(&t, 0, visitor, 0);
    return 0;
}
