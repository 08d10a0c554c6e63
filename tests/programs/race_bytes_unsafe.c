// expect: false(no-data-race)
// what: a byte of the word that is written
// args: --property no-data-race
#include <pthread.h>

static int word;

static void *first(void *arg) {
    ((char *)&word)[1] = 1;
    return arg;
}

static void *second(void *arg) {
    word = 2;
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
