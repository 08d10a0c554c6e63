// expect: true
// what: continue inside a switch belongs to the loop and break to the switch
#include <assert.h>
#include <pthread.h>

int count;

void *worker(void *arg) {
    for (int i = 0; i < 3; i++) {
        switch (i) {
        case 1: continue;
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
