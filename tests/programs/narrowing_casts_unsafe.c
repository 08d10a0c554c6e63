// expect: false(unreach-call)
// what: (unsigned short)-1 is 65535 as an int and therefore not equal to the short -1
#include <assert.h>
#include <pthread.h>

int from;
signed char sc;
unsigned char uc;
short sh;
unsigned short us;

void *convert(void *arg) {
    from = 200;
    sc = (signed char)from;
    uc = (unsigned char)(from + 100);
    sh = (short)70000;
    us = (unsigned short)-1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, convert, NULL);
    pthread_join(t, NULL);
    assert(sc == -56);
    assert(uc == 44);
    assert(sh == 4464);
    assert(us == (short)-1);
    return 0;
}
