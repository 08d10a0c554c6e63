// expect: true
// what: conversion to a narrower type keeps the low bits and takes the sign from the new top bit
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
    assert(us == 65535);
    return 0;
}
