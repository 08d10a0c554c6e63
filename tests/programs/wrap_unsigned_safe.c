// expect: true
// what: unsigned char, short and int wrap to 0 when the largest value is stored plus one
#include <assert.h>
#include <pthread.h>

unsigned char uc = 255;
unsigned short us = 65535;
unsigned int ui = 4294967295u;

void *wrap(void *arg) {
    uc = uc + 1;
    us += 1;
    ui++;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, wrap, NULL);
    pthread_join(t, NULL);
    assert(uc == 0 && us == 0 && ui == 0);
    uc = 255;
    assert((unsigned char)(uc + 1) == 0);
    return 0;
}
