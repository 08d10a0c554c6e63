// expect: false(unreach-call)
// what: pointers into one array: the distance from 1 to 8 is 7
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

struct cell {
    int key, values[3];
};

static struct cell cells[4];
static uintptr_t tagged;

static void *worker(void *argument) {
    int *values = argument;
    values[1] = 6;
    tagged = (uintptr_t)&values[1] | 1;
    return values;
}

int main(void) {
    pthread_t thread;
    void *back;
    int items[10] = {0}, *first = items + 1, *last = &items[8];
    pthread_create(&thread, 0, worker, cells[2].values);
    assert(last - first == 6 && first < last && !(first >= last));
    for (*last = 3; last != first; last--) last[-1] = last[0] + 1;
    assert(items[1] == 10 && 2 [items] == 9);
    pthread_join(thread, &back);
    assert(back == (char *)cells + 2 * sizeof *cells + 4);
    int *value = (int *)(tagged & ~(uintptr_t)1);
    assert(tagged & 1 && *value == 6 && value == &cells[2].values[1]);
    struct cell *cell = (struct cell *)((char *)value - 8);
    assert(cell - cells == 2 && (*(cell + 0)).values[1] == 6);
    return 0;
}
