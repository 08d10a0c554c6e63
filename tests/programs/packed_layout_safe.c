// expect: true
// what: attributes that change layouts: packed structures and enumerations, alignment; a pointer to a
// what: member that is not aligned
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

struct __attribute__((packed)) packed {
    char tag;
    int number;
    short tail;
};
enum __attribute__((packed)) small { LOW, HIGH = 200 };

static struct packed shared[2];
static int aligned __attribute__((aligned(32)));

static void *worker(void *number) {
    *(int *)number = 0x01020304;
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, &shared[1].number);
    shared[1].tag = 'x';
    shared[1].tail = 7;
    pthread_join(thread, 0);
    assert(shared[1].number == 0x01020304 && shared[1].tag == 'x' && shared[1].tail == 7);
    assert(sizeof(struct packed) == 7 && sizeof(enum small) == 1 && HIGH == 200);
    assert((uintptr_t)&aligned % 32 == 0);
    return 0;
}
