// expect: true
// what: for, while and do loops with break and continue, each with its exact count
#include <assert.h>
#include <pthread.h>

int count;

void *worker(void *arg) {
    int i, n = 0;
    for (i = 0; i < 4; i++) {
        if (i == 1) {
            continue;
        }
        if (i == 3) {
            break;
        }
        n++;
    }
    while (i > 2) {
        i--;
        n++;
    }
    while (i > 2) {
        n++;
        i--;
    }
    count = n;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    assert(count == 3);
    return 0;
}
