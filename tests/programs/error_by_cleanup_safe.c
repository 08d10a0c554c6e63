// expect: true
// what: the handler is taken away without being run
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
    pthread_create(&thread, NULL, worker, NULL);
    pthread_join(thread, NULL);
    return 0;
}
