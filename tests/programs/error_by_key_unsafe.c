// expect: false(unreach-call)
// what: the destructor of a key is the function of the property, and a thread ends with a value
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
    pthread_create(&thread, NULL, worker, &key);
    pthread_join(thread, NULL);
    return 0;
}
