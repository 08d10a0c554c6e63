// expect: true
// what: two bytes of a word are written
// args: --property no-data-race
#include <pthread.h>

static int word;

static void *first(void *arg) {
    ((char *)&word)[1] = 1;
    return arg;
}

static void *second(void *arg) {
    ((char *)&word)[2] = 1;
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
