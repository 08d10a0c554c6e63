// expect: true
// what: all accesses lie inside of the lock
// args: --property no-data-race
#include <threads.h>

static mtx_t m;
static int x;

static int worker(void *arg) {
    mtx_lock(&m);
    x++;
    mtx_unlock(&m);
    
    return arg != 0;
}

int main(void) {
    thrd_t a, b;
    mtx_init(&m, mtx_plain);
    thrd_create(&a, worker, NULL);
    thrd_create(&b, worker, NULL);
    thrd_join(a, NULL);
    thrd_join(b, NULL);
    return x;
}
