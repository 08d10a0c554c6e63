// expect: true
// what: a table of one to three entries, as an input says; its first one is 1, or what the writer puts there
// analysis: value predicate predicate+value bmc order
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

int *table;
unsigned length;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *writer(void *arg) {
    unsigned at = __VERIFIER_nondet_uint();
    pthread_mutex_lock(&lock);
    if (at < length) table[at] = 5;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t;
    length = 1 + __VERIFIER_nondet_uint() % 3;
    table = malloc(length * sizeof *table);
    table[0] = 1;
    pthread_create(&t, NULL, writer, NULL);
    pthread_mutex_lock(&lock);
    assert(table[0] == 1 || table[0] == 5);
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
