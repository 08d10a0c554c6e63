// expect: true
// what: two threads write different fields of one struct without a lock; fields do not disturb
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
    shared.right++;
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
