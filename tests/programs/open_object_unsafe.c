// expect: false(unreach-call)
// what: objects of unknown size: the input at is 1, so the writer changes the very cell that is read
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int *first, *second, length, guard;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *writer(void *arg) {
    int at = __VERIFIER_nondet_int();
    if (at < 0 || at >= length) return NULL;
    pthread_mutex_lock(&lock);
    second[at] = 7;
    first[at] = 2;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t;
    length = __VERIFIER_nondet_int();
    if (length < 3 || length > 1000000) return 0;
    first = malloc(length * sizeof *first);
    second = malloc(length * sizeof *second);
    first[0] = 3;
    first[1] = 1;
    pthread_create(&t, NULL, writer, NULL);
    pthread_mutex_lock(&lock);
    assert(first[0] == 3 && first[1] == 1 && guard == 0);
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    free(second);
    free(first);
    return 0;
}
