// expect: false(unreach-call)
// what: the worker does not call pthread_once but tests a flag that is set in the middle of the routine
#include <assert.h>
#include <pthread.h>

pthread_once_t once = PTHREAD_ONCE_INIT;
pthread_key_t key;
int made, first, second;

void make(void) {
    pthread_key_create(&key, NULL);
    made++;
    first = 1;
    second = 1;
}

void use(int *own) {
    pthread_once(&once, make);
    assert(first == 1 && second == 1);
    assert(pthread_getspecific(key) == NULL);
    pthread_setspecific(key, own);
    assert(pthread_getspecific(key) == own);
}

void *worker(void *arg) {
    if (first) assert(second == 1);
    return NULL;
}

int main(void) {
    pthread_t t;
    int own = 0;
    pthread_create(&t, NULL, worker, NULL);
    use(&own);
    pthread_join(t, NULL);
    assert(made == 1);
    assert(pthread_getspecific(key) == &own);
    return 0;
}
