// expect: false(unreach-call)
// what: memory is copied byte by byte while another thread clears it: half of the number is seen
// analysis: value predicate+value bmc
#include <assert.h>
#include <pthread.h>
#include <string.h>

struct record {
    short kind;
    int value;
};
static struct record record = {1, 258}, copy;
static pthread_mutex_t lock;

static void duplicate(void *to, const void *from, unsigned size) {
    memcpy(to, from, size);
}

static void *clear(void *what) {
    memset(what, 0, sizeof(struct record));
    return NULL;
}

int main(void) {
    pthread_t thread;
    memset(&lock, 0, sizeof lock);
    pthread_mutex_init(&lock, NULL);
    pthread_create(&thread, NULL, clear, &record);
    duplicate(&copy, &record, sizeof copy);
    assert((copy.kind == 1 && copy.value == 258) || (copy.kind == 0 && copy.value == 0));
    pthread_join(thread, NULL);
    assert(record.kind == 0 && record.value == 0);
    return 0;
}
