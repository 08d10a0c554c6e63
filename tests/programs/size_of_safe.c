// expect: true
// what: sizes of the integer types, of arrays and of structs with padding, the same in both models
#include <assert.h>
#include <pthread.h>

struct mixed {
    char tag;
    int value;
};
short row[6];
unsigned int total;

void *measure(void *arg) {
    total = sizeof row / sizeof row[0] + sizeof(struct mixed);
    return arg;
}

int main(void) {
    pthread_t t;
    assert(sizeof(char) == 1 && sizeof(short) == 2 && sizeof(int) == 4 && sizeof(long long) == 8);
    assert(sizeof(_Bool) == 1);
    pthread_create(&t, NULL, measure, NULL);
    pthread_join(t, NULL);
    assert(total == 14);
    return 0;
}
