// expect: false(unreach-call)
// what: threads.h: both threads make the key, one after the other
#include <assert.h>
#include <stddef.h>
#include <threads.h>

once_flag once = ONCE_FLAG_INIT;
tss_t own;
int made;

void make(void) {
    made++;
    tss_create(&own, NULL);
}

int worker(void *arg) {
    make();
    thrd_exit(tss_get(own) == NULL ? 5 : 6);
}

int main(void) {
    thrd_t t;
    int here = 1, result;
    thrd_create(&t, worker, NULL);
    call_once(&once, make);
    tss_set(own, &here);
    thrd_join(t, &result);
    assert(result == 5 && made == 1 && tss_get(own) == &here);
    return 0;
}
