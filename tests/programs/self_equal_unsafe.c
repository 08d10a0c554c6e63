// expect: false(unreach-call)
// what: both threads store their own handle; if t2 stores last, owner is not t1
#include <assert.h>
#include <pthread.h>

pthread_t owner;

void *worker(void *arg) {
    if (arg || 1) {
        owner = pthread_self();
    }
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    int mark;
    pthread_create(&t1, NULL, worker, &mark);
    pthread_create(&t2, NULL, worker, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(!pthread_equal(owner, pthread_self()));
    assert(pthread_equal(owner, t1));
    return 0;
}
