// expect: false(no-thread-misuse)
// what: mtx_unlock of a recursive mutex that is free: C has no error for it
// args: --property no-thread-misuse
#include <threads.h>

mtx_t m;

int main(void) {
    mtx_init(&m, mtx_plain | mtx_recursive);
    mtx_lock(&m);
    mtx_lock(&m);
    mtx_unlock(&m);
    mtx_unlock(&m);
    mtx_unlock(&m);
    mtx_destroy(&m);
    return 0;
}
