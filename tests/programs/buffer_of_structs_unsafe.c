// expect: false(unreach-call)
// what: structures in memory of characters: an arena hands out pieces of a static buffer, threads
// what: use them as lists; the lock is missing where a piece is taken, both may get the same
// analysis: value predicate+value bmc
#include <assert.h>
#include <pthread.h>

struct item {
    char tag;
    int value;
    struct item *next;
};

static char arena[64] __attribute__((aligned(8)));
static unsigned used;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct item *head;

static struct item *take(void) {
    void *memory = arena + used;
    used += sizeof(struct item);
    return memory;
}

static void *push(void *argument) {

    struct item *item = take();
    pthread_mutex_lock(&lock);
    item->tag = 'x';
    item->value = *(int *)argument;
    item->next = head;
    head = item;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t thread;
    int one = 1, two = 2;
    pthread_create(&thread, 0, push, &one);
    push(&two);
    pthread_join(thread, 0);
    struct item copy = {0};
    for (unsigned i = 0; i < sizeof copy; i++) ((char *)&copy)[i] = ((char *)head)[i];
    assert(copy.tag == 'x' && copy.value + copy.next->value == 3);
    assert(copy.next->next == 0);
    return 0;
}
