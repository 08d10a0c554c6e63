// expect: true
// what: functions that copy and clear memory of any type through void pointers; a mutex is cleared before it is initialised
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
    pthread_mutex_lock(&lock);
    memset(what, 0, sizeof(struct record));
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t thread;
    memset(&lock, 0, sizeof lock);
    pthread_mutex_init(&lock, NULL);
    pthread_create(&thread, NULL, clear, &record);
    pthread_mutex_lock(&lock);
    duplicate(&copy, &record, sizeof copy);
    pthread_mutex_unlock(&lock);
    assert((copy.kind == 1 && copy.value == 258) || (copy.kind == 0 && copy.value == 0));
    pthread_join(thread, NULL);
    assert(record.kind == 0 && record.value == 0);
    return 0;
}
