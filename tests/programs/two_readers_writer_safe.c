// expect: true
// what: the first reader locks the writer out and the last one lets it in again
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_assume(int);

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int readers, closed, data;

void *reader(void *arg) {
    int first, second;
    pthread_mutex_lock(&m);
    __VERIFIER_assume(readers > 0 || !closed);
    readers++;
    closed = 1;
    pthread_mutex_unlock(&m);
    first = data;
    second = data;
    assert(first == second);
    pthread_mutex_lock(&m);
    readers--;
    if (readers == 0) {
        closed = 0;
    }
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, reader, NULL);
    pthread_create(&t2, NULL, reader, NULL);
    pthread_mutex_lock(&m);
    __VERIFIER_assume(!closed);
    closed = 1;
    data = 1;
    closed = 0;
    pthread_mutex_unlock(&m);
    return 0;
}
