// expect: false(unreach-call)
// what: both threads find it missing and initialise it, so it is made twice
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int storage, made;
int *instance;

void *use(void *arg) {
    if (instance == NULL) {
        pthread_mutex_lock(&m);
        made++;
        storage = made;
        instance = &storage;
        pthread_mutex_unlock(&m);
    }
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, use, NULL);
    pthread_create(&t2, NULL, use, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(*instance == 1);
    return 0;
}
