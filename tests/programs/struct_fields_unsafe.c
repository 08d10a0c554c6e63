// expect: false(unreach-call)
// what: both threads increment the same field without a lock and one increment is lost
#include <assert.h>
#include <pthread.h>

struct pair {
    short left;
    short right;
};
struct pair shared = {1, 1};

void *left(void *arg) {
    shared.left++;
    return arg;
}

void *right(void *arg) {
    shared.left++;
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, left, NULL);
    pthread_create(&t2, NULL, right, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(shared.left + shared.right == 4);
    return 0;
}
