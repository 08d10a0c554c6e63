// expect: true
// what: a for loop over an unsigned char that goes down ends at the test for the wrapped value
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
    assert(last == 255);
    return 0;
}
