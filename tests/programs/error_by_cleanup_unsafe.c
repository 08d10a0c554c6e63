// expect: false(unreach-call)
// what: the function of the property is a clean-up handler, which pthread_exit runs
#include <pthread.h>
void reach_error(void *value) {}

static void *worker(void *exits) {
    pthread_cleanup_push(reach_error, NULL);
    if (exits) pthread_exit(NULL);
    pthread_cleanup_pop(0);
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, worker, &thread);
    pthread_join(thread, NULL);
    return 0;
}
