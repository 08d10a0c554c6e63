// expect: false(no-data-race)
// what: strlen reads what is written
// args: --property no-data-race
#include <pthread.h>
#include <string.h>

static char text[4] = "ab";

static void *first(void *arg) {
    return arg + strlen(text);
}

static void *second(void *arg) {
    text[1] = 'x';
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
