// expect: false(unreach-call)
// what: only the store is atomic: the halves of y are read one after the other before it
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
struct pair {
    int a, b;
};
static _Atomic struct pair x;
static struct pair y;

static void *other(void *unused) {
    pthread_mutex_lock(&lock);
    __VERIFIER_atomic_begin();
    y.a = y.b = 1;
    __VERIFIER_atomic_end();
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, other, NULL);
    x = y;
    pthread_join(thread, NULL);
    struct pair copy = x;
    assert(copy.a == copy.b);
    return 0;
}
