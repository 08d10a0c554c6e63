// expect: false(unreach-call)
// what: the function changes the caller's struct, because it gets a pointer to it
#include <assert.h>
#include <pthread.h>

struct pair {
    int a, b;
};
struct pair result;

struct pair swapped(struct pair *p) {
    struct pair r = {p->b, p->a};
    p->a = 0;
    return r;
}

void *worker(void *arg) {
    struct pair mine = {1, 2};
    result = swapped(&mine);
    assert(mine.a == 1);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    assert(result.a == 2 && result.b == 1);
    return 0;
}
