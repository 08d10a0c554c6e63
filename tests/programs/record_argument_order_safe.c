// expect: true
// what: arguments are evaluated from left to right: the record is copied before the call
#include <assert.h>
struct record {
    int value;
};
static struct record global;

static int set(void) {
    global.value = 7;
    return 1;
}

static int first(struct record a, int one, struct record b) {
    return a.value;
}

int main(void) {
    int (*pointer)(struct record, int, struct record) = first;
    assert(first(global, set(), global) == 0);
    global.value = 0;
    assert(pointer(global, set(), global) == 0);
    return 0;
}
