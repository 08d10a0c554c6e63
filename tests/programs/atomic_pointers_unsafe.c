// expect: false(unreach-call)
// what: the pointer is read and raised in two steps: both threads take the first item
#include <assert.h>
#include <pthread.h>

static int items[3], *next = items;

static void *taker(void *unused) {
    int *item = next;
    __atomic_fetch_add(&next, sizeof *item, __ATOMIC_SEQ_CST);
    ++*item;
    return unused;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, taker, NULL);
    pthread_create(&second, NULL, taker, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(items[0] == 1 && items[1] == 1);
    assert(__sync_sub_and_fetch(&next, sizeof(int)) == items + 1);
    return 0;
}
