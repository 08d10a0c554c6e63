// expect: false(unreach-call)
// what: x = x + 1 is a read and a write; the decrement between them is lost and x ends as 1
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;

void *up(void *arg) {
    x = x + 1;
    return arg;
}

void *down(void *arg) {
    x = x - 1;
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, up, NULL);
    pthread_create(&t2, NULL, down, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(x == 0);
    return 0;
}
