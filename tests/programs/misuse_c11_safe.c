// expect: true
// what: mtx_unlock by who has locked it
// args: --property no-thread-misuse
#include <threads.h>

mtx_t m;

int main(void) {
    mtx_init(&m, mtx_plain | mtx_recursive);
    mtx_lock(&m);
    mtx_lock(&m);
    mtx_unlock(&m);
    mtx_unlock(&m);

    mtx_destroy(&m);
    return 0;
}
