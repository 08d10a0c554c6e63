// Two clerks book deposits on one account. Each locks the account before it
// reads the balance and unlocks it after it wrote the new one, so no deposit
// is lost whatever the scheduler does: the assertion holds.
#include <assert.h>
#include <pthread.h>

static int balance;
static pthread_mutex_t account = PTHREAD_MUTEX_INITIALIZER;

static void *clerk(void *amount) {
    pthread_mutex_lock(&account);
    balance += *(int *)amount;
    pthread_mutex_unlock(&account);
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
