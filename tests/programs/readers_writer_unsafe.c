// expect: false(unreach-call)
// what: the writer looks at the readers before it takes the lock; a reader comes in between
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int readers, left, right;

void *reader(void *arg) {
    int l, r;
    pthread_mutex_lock(&m);
    readers++;
    pthread_mutex_unlock(&m);
    l = left;
    r = right;
    assert(l == r);
    pthread_mutex_lock(&m);
    readers--;
    pthread_mutex_unlock(&m);
    return arg;
}

void *writer(void *arg) {
    if (readers == 0) {
        pthread_mutex_lock(&m);
        left = 1;
        right = 1;
        pthread_mutex_unlock(&m);
    }
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, reader, NULL);
    pthread_create(&t2, NULL, writer, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
