// expect: false(unreach-call)
// what: without a lock one thread overwrites the other: balance is 0.75 or 3
#include <assert.h>
#include <pthread.h>
double balance = 1.5;
float rates[2] = {0.5f, 2};

void *interest(void *arg) {
    float rate = *(float *)arg;
    balance = balance * rate;
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, interest, &rates[0]);
    pthread_create(&b, 0, interest, &rates[1]);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(balance == 1.5 && rates[0] < 0.75);
    return 0;
}
