// expect: true
// what: x is 0: no thread starts with the function of the property
#include <pthread.h>
void *reach_error(void *);
static int x;

static void *raise_it(void *unused) {
    x = 0;
    return NULL;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, raise_it, NULL);
    pthread_join(first, NULL);
    if (x) pthread_create(&second, NULL, reach_error, NULL);
    return 0;
}
