// expect: true
// what: bit-fields: wrapping, signs, a word shared by several of them under a lock
#include <assert.h>
#include <pthread.h>

struct flags {
    unsigned ready : 1, count : 3;
    int level : 4;
    unsigned long long wide : 40;
    unsigned : 0;
    unsigned char last : 2;
    unsigned : 0;
    unsigned long long far : 33;
};

static struct flags flags = {.count = 7};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *unused) {
    pthread_mutex_lock(&lock);
    flags.count++;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_mutex_lock(&lock);
    flags.ready = 1;
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    assert(flags.ready == 1 && flags.count == 0);
    flags.level = -3;
    flags.wide = 1ull << 39 | 5;
    flags.last = 7;
    flags.far = (1ull << 33) - 1;
    assert(flags.level == -3 && flags.level >> 1 == -2 && flags.last == 3);
    assert(flags.far >> 32 == 1);
    struct flags copy = flags;
    copy.wide++;
    assert(copy.wide == (1ull << 39) + 6 && flags.wide % 8 == 5);
    return 0;
}
