// expect: true
// what: the value of the key is NULL where the thread ends: its destructor does not run
#include <pthread.h>
void reach_error(void *value) {}
static pthread_key_t key;

static void *worker(void *value) {
    pthread_setspecific(key, value);
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_key_create(&key, reach_error);
    pthread_create(&thread, NULL, worker, NULL);
    pthread_join(thread, NULL);
    return 0;
}
