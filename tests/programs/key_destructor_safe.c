// expect: true
// what: the destructor of a key runs at the end of each thread that has a value, also after pthread_exit, and before the join
// analysis: value predicate+value bmc
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;
static int ended;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void destroy(void *value) {
    pthread_mutex_lock(&lock);
    ended += *(int *)value;
    pthread_mutex_unlock(&lock);
    free(value);
}

static void *worker(void *number) {
    int *own = malloc(sizeof *own);
    *own = *(int *)number;
    pthread_setspecific(key, own);
    if (*own == 2) pthread_exit(NULL);
    return NULL;
}

int main(void) {
    pthread_t first, second;
    int one = 1, two = 2;
    pthread_key_create(&key, destroy);
    pthread_create(&first, NULL, worker, &one);
    pthread_create(&second, NULL, worker, &two);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(ended == 3);
    return 0;
}
