// expect: true
// what: main lends its local to a thread and looks at it only after the join
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
    pthread_join(t, NULL);
    assert(local == 7);
    return 0;
}
