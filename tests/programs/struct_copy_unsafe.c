// expect: false(unreach-call)
// what: the copy is taken without the lock, between the two stores of the writer
#include <assert.h>
#include <pthread.h>

struct point {
    int x, y;
};
struct shape {
    int id;
    struct point corner;
};
struct shape shared;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *mover(void *arg) {
    pthread_mutex_lock(&m);
    shared.corner.x = 4;
    shared.corner.y = 4;
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t t;
    struct shape copy;
    pthread_create(&t, NULL, mover, NULL);
    copy = shared;
    assert(copy.corner.x == copy.corner.y);
    return 0;
}
