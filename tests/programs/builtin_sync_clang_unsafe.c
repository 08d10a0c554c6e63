// expect: false(unreach-call)
// what: the maximum is signed: -1 is not larger than 1
#include <assert.h>
#include <pthread.h>

static int largest = 1, owner, taken[2];
static unsigned unsigned_largest = 1;

static void *worker(void *number) {
    int self = *(int *)number;
    __sync_fetch_and_max(&largest, self - 2);
    __sync_fetch_and_umax(&unsigned_largest, self - 2);
    taken[self - 1] = __sync_swap(&owner, self);
    return 0;
}

int main(void) {
    pthread_t first, second;
    int one = 1, two = 2;
    pthread_create(&first, 0, worker, &one);
    pthread_create(&second, 0, worker, &two);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(largest == -1);
    assert(unsigned_largest == -1u);
    assert((taken[0] == 0) + (taken[1] == 0) == 1);
    assert(__sync_fetch_and_min(&largest, -7) == 1 && largest == -7);
    assert(__sync_fetch_and_umin(&unsigned_largest, 3) == -1u && unsigned_largest == 3);
    return 0;
}
