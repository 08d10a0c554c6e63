// expect: true
// what: an integer travels through the pointer argument and comes back through the join
#include <assert.h>
#include <pthread.h>

void *twice(void *arg) {
    long n = (long)arg;
    return (void *)(2 * n);
}

int main(void) {
    pthread_t t1, t2;
    void *r1, *r2;
    pthread_create(&t1, NULL, twice, (void *)3);
    pthread_create(&t2, NULL, twice, (void *)5);
    pthread_join(t1, &r1);
    pthread_join(t2, &r2);
    assert((long)r1 == 6 && (long)r2 == 10);
    return 0;
}
