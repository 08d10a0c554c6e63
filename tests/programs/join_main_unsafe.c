// expect: false(unreach-call)
// what: the thread does not join main, so it may run before main's last store
#include <assert.h>
#include <pthread.h>

pthread_t main_thread;
int last;

void *worker(void *arg) {
    assert(last == 1);
    return arg;
}

int main(void) {
    pthread_t t;
    main_thread = pthread_self();
    pthread_create(&t, NULL, worker, NULL);
    last = 1;
    pthread_exit(NULL);
}
