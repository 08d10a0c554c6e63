// expect: false(unreach-call)
// what: -1 is 255 as an unsigned char, so one of the threads does claim it
#include <assert.h>
#include <pthread.h>

static unsigned char owner = 255;
static unsigned short ticket = 65535;
static int winners;

static void *claim(void *unused) {
    if (__sync_bool_compare_and_swap(&owner, -1, 1)) __sync_fetch_and_add(&winners, 1);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, claim, 0);
    claim(0);
    pthread_join(thread, 0);
    assert(winners == 0);
    assert(__sync_val_compare_and_swap(&ticket, -1, 65536 + 4) == 65535 && ticket == 4);
    return 0;
}
