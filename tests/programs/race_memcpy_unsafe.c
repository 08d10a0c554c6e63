// expect: false(no-data-race)
// what: the last byte that is copied is written
// args: --property no-data-race
#include <pthread.h>
#include <string.h>

static char buffer[8];

static void *first(void *arg) {
    memcpy(buffer, "abc", 4);
    return arg;
}

static void *second(void *arg) {
    buffer[3] = 'x';
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
