// expect: false(unreach-call)
// what: the record is copied before the atomic function begins: b of another moment than a is read
#include <assert.h>
#include <pthread.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
union half {
    int value;
    unsigned char bytes[2];
};
struct pair {
    int a[1];
    union half b;
};
static struct pair shared;

static void __VERIFIER_atomic_set(int value) {
    shared.a[0] = value;
    shared.b.value = value;
}

static void __VERIFIER_atomic_check(int before, struct pair copy) {
    assert(copy.a[0] == copy.b.value);
}

static void *writer(void *unused) {
    __VERIFIER_atomic_set(1);
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, writer, NULL);
    __VERIFIER_atomic_check(1, shared);
    return 0;
}
