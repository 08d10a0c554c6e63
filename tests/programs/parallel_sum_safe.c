// expect: true
// what: two threads sum up the halves of an array, main adds the parts after the joins
// analysis: value predicate+value bmc
#include <assert.h>
#include <pthread.h>

struct range {
    int from, to, sum;
};
const int numbers[4] = {1, 2, 3, 4};

void *add_up(void *arg) {
    struct range *r = (struct range *)arg;
    int sum = 0;
    for (int i = r->from; i < r->to; i++) {
        sum += numbers[i];
    }
    r->sum = sum;
    return NULL;
}

int main(void) {
    pthread_t t;
    struct range low = {0, 2, 0}, high = {2, 4, 0};
    pthread_create(&t, NULL, add_up, &low);
    add_up(&high);
    pthread_join(t, NULL);
    assert(low.sum + high.sum == 10);
    return 0;
}
