// expect: false(unreach-call)
// what: the function returns a short, so 70000 comes back as 4464 and not as 70000
#include <assert.h>
#include <pthread.h>

int narrow, result;

static int widen(unsigned char c) {
    return c;
}

static short same(int n) {
    return n;
}

void *worker(void *arg) {
    int big = 300;
    narrow = widen(big);
    result = same(70000);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    assert(narrow == 44);
    assert(result == 70000);
    return 0;
}
