// expect: false(unreach-call)
// what: i is 255 after 0 was decremented, so the loop leaves with 255 and not with 0
#include <assert.h>
#include <pthread.h>

unsigned char last;

void *count(void *arg) {
    unsigned char i;
    for (i = 2; i != 255; i--) {
        last = i;
    }
    last = i;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, count, NULL);
    pthread_join(t, NULL);
    assert(last == 0);
    return 0;
}
