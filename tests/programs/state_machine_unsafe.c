// expect: false(unreach-call)
// what: the state is tested before the lock is taken, so BUSY is entered twice
#include <assert.h>
#include <pthread.h>

enum state { IDLE, BUSY, CLOSED };
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
enum state state = IDLE;
int starts;

static void step(void) {
    switch (state) {
    case IDLE:
        pthread_mutex_lock(&m);
        state = BUSY;
        starts++;
        pthread_mutex_unlock(&m);
        break;
    case BUSY: state = CLOSED; break;
    case CLOSED: break;
    }
}

void *worker(void *arg) {
    step();
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, worker, NULL);
    pthread_create(&t2, NULL, worker, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(starts == 1);
    return 0;
}
