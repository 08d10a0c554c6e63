// expect: true
// what: readers count themselves in and out; the writer writes only when nobody reads
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
    pthread_mutex_lock(&m);
    if (readers == 0) {
        left = 1;
        right = 1;
    }
    pthread_mutex_unlock(&m);
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
