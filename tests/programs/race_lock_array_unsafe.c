// expect: false(no-data-race)
// what: the wrong lock of the array is taken
// args: --property no-data-race
#include <pthread.h>

static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int data[2];

static void raise(int i) {
    pthread_mutex_lock(&locks[i]);
    data[i]++;
    pthread_mutex_unlock(&locks[i]);
}

static void *first(void *arg) {
    raise(0);
    raise(1);
    return arg;
}

static void *second(void *arg) {
    raise(1);
    pthread_mutex_lock(&locks[1]);
    data[0]--;
    pthread_mutex_unlock(&locks[1]);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
