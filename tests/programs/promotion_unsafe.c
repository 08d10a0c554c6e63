// expect: false(unreach-call)
// what: the sum of two unsigned char is 300 as an int, but 44 once the thread has stored it in one
#include <assert.h>
#include <pthread.h>

unsigned char a = 200, b = 100, c;
int wide;

void *add(void *arg) {
    wide = a + b;
    c = a + b;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, add, NULL);
    pthread_join(t, NULL);
    assert(wide == 300);
    assert(c == wide);
    return 0;
}
