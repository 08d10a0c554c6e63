// expect: false(unreach-call)
// what: break leaves only the switch, so the round with i == 1 is counted too: 3
#include <assert.h>
#include <pthread.h>

int count;

void *worker(void *arg) {
    for (int i = 0; i < 3; i++) {
        switch (i) {
        case 1: break;
        default: break;
        }
        count++;
    }
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    assert(count == 2);
    return 0;
}
