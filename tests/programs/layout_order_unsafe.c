// expect: false(unreach-call)
// what: inside of one object addresses have an order and a distance, and here it is another one
// args: --data-model LP64
// analysis: value predicate+value bmc
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int array[4], other;

static int length(const char *text) {
    const char *at = text;
    while (*at) at++;
    return (int)(at - text);
}

int main(void) {
    int *heap = malloc(4 * sizeof *heap), *end = heap + 4, count = 0;
    for (int *at = heap; at < end; at++) count++;
    assert(count == 4 && end - heap == 3);
    assert(&array[1] < &array[3] && &array[3] - array == 3);
    assert(length("abc") + length("de") == 5);
    assert(array != &other && heap != array && heap > (int *)0);
    int *tagged = (int *)((uintptr_t)&other | 1);
    *(int *)((uintptr_t)tagged & ~(uintptr_t)3) = 7;
    assert(other == 7 && ((uintptr_t)&other & 3) == 0);
    char text[8] = "abc", *copy = text;
    memmove(copy + 1, text, 4);
    assert(text[1] == 'a');
    return 0;
}
