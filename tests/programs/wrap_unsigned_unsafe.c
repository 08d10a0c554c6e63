// expect: false(unreach-call)
// what: the value is compared before it is converted back: (uc + 1) is the int 256 and never 0
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
    assert(uc + 1 == 0);
    return 0;
}
