// expect: false(unreach-call)
// what: a do loop runs its body once even though its condition is false at the start
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
    do {
        n++;
        i--;
    } while (i > 2);
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
