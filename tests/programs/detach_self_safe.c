// expect: true
// what: a thread detaches itself and publishes its result with a flag
#include <assert.h>
#include <pthread.h>

int done, result;

void *background(void *arg) {
    pthread_detach(pthread_self());
    result = 5;
    done = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, background, NULL);
    if (done) {
        assert(result == 5);
    }
    return 0;
}
