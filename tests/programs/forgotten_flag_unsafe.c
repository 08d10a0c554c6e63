// expect: false(unreach-call)
// what: an odd y is seen only between the two increments of one thread, and only if the other one
//       has raised the flag before; neither is tracked when the order of the steps is chosen first
// args: --por aaspor --value-precision lazy
#include <pthread.h>
void abort(void);
void reach_error(void) { abort(); }

int flag, y, noise;

static void *twice(void *unused) {
    noise = noise + 1;
    y = y + 1;
    noise = noise + 1;
    y = y + 1;
    return unused;
}

static void *raise(void *unused) {
    noise = noise + 1;
    flag = 1;
    flag = 0;
    return unused;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, twice, 0);
    pthread_create(&second, 0, raise, 0);
    int seen = flag;
    if (seen && y == 1) reach_error();
    return 0;
}
