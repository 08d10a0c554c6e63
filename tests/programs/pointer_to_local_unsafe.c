// expect: false(unreach-call)
// what: main reads its local before the thread has stored 7 in it
#include <assert.h>
#include <pthread.h>

void *fill(void *arg) {
    int *slot = (int *)arg;
    *slot = 7;
    return NULL;
}

int main(void) {
    pthread_t t;
    int local = 1;
    pthread_create(&t, NULL, fill, &local);
    assert(local == 7);
    pthread_join(t, NULL);
    return 0;
}
