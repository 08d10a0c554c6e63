// expect: true
// what: main holds m and nobody unlocks it: write waits for ever
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;

void *release(void *arg) {
    pthread_mutex_trylock(&m);
    return NULL;
}

void *write(void *arg) {
    pthread_mutex_lock(&m);
    x = 1;
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_mutex_lock(&m);
    pthread_create(&a, NULL, release, NULL);
    pthread_create(&b, NULL, write, NULL);
    assert(x == 0);
    return 0;
}
