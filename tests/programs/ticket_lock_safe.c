// expect: true
// what: a ticket lock: the ticket is drawn atomically, then its owner waits to be served
#include <assert.h>
#include <pthread.h>

unsigned char next_ticket, serving;
int inside;

static unsigned char __VERIFIER_atomic_draw(void) {
    unsigned char mine = next_ticket;
    next_ticket = mine + 1;
    return mine;
}

void *worker(void *arg) {
    unsigned char ticket = __VERIFIER_atomic_draw();
    while (serving != ticket) {
    }
    inside++;
    assert(inside == 1);
    inside--;
    serving++;
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, worker, NULL);
    pthread_create(&t2, NULL, worker, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
