// expect: true
// what: the start routine behind the pointer is always the other function
#include <pthread.h>
void *reach_error(void *unused) {
    return unused;
}
static void *fine(void *unused) {
    return unused;
}
static void *(*routine)(void *) = fine;

static void *change(void *unused) {
    routine = fine;
    return NULL;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, change, NULL);
    pthread_create(&second, NULL, routine, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return routine == reach_error;
}
