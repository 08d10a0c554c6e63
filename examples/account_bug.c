// The same two clerks without the lock. balance += amount is a read and a
// write; when one clerk books between the two steps of the other, that booking
// is overwritten. Most runs do not show it.
#include <assert.h>
#include <pthread.h>

static int balance;

static void *clerk(void *amount) {
    balance += *(int *)amount;
    return NULL;
}

int main(void) {
    int salary = 100, refund = 20;
    pthread_t first, second;
    pthread_create(&first, NULL, clerk, &salary);
    pthread_create(&second, NULL, clerk, &refund);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(balance == 120);
    return 0;
}
