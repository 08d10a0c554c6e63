// expect: true
// what: a bit-field without width separates memory locations
// args: --property no-data-race
#include <pthread.h>

static struct {
    unsigned a : 3;
    unsigned : 0;
    unsigned b : 5;
} s;

static void *first(void *arg) {
    s.a = 1;
    return arg;
}

static void *second(void *arg) {
    s.b = 2;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
