#include <pthread.h>

/* reach_error comes first and returns: it must hide neither the call of bad nor the deadlock. */
void reach_error(void) {}
void bad(void) {}
void never(void) {}

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int x;

int main(void) {
    reach_error();
    if (x) never();
    bad();
    pthread_mutex_lock(&lock);
    pthread_mutex_lock(&lock);
    return 0;
}
