// expect: false(unreach-call)
// what: the flag is set before the result, so main may see flag 1 and result 0
#include <assert.h>
#include <pthread.h>

int done, result;

void *background(void *arg) {
    pthread_detach(pthread_self());
    done = 1;
    result = 5;
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
