// expect: true
// what: conversion to _Bool gives 1 for every value that is not 0, while a char keeps the low bits
#include <assert.h>
#include <pthread.h>

_Bool b;
unsigned char c = 1;
int source;

void *store(void *arg) {
    source = 256;
    b = source;
    c = source;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, store, NULL);
    pthread_join(t, NULL);
    assert(b == 1);
    b = b + b;
    assert(b == 1);
    assert(c == 0);
    return 0;
}
