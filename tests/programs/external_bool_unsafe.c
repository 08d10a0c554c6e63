// expect: false(unreach-call)
// what: all three of them may be 1
#include <assert.h>
#include <pthread.h>

extern _Bool ready;
extern struct {
    int level;
    _Bool on[2];
} device;

void *count(void *sum) {
    *(int *)sum = ready + device.on[0] + device.on[1];
    return sum;
}

int main(void) {
    pthread_t thread;
    int sum;
    pthread_create(&thread, 0, count, &sum);
    pthread_join(thread, 0);
    assert(sum < 3);
    return 0;
}
