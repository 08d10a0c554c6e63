// expect: false(unreach-call)
// what: a thread starts with the function of the property, which has no body
#include <pthread.h>
void *reach_error(void *);
static int x;

static void *raise_it(void *unused) {
    x = 1;
    return NULL;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, raise_it, NULL);
    pthread_join(first, NULL);
    if (x) pthread_create(&second, NULL, reach_error, NULL);
    return 0;
}
