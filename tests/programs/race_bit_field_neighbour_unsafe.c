// expect: false(no-data-race)
// what: two threads write one bit-field
// args: --property no-data-race
#include <pthread.h>

static struct {
    unsigned a : 8;
    unsigned char b;
} s;

static void *first(void *arg) {
    s.a = 1;
    return arg;
}

static void *second(void *arg) {
    s.a = 2;
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
