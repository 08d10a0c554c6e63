// expect: false(unreach-call)
// what: a structure that ends in an array of any length: one element too many is added
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct list {
    unsigned length;
    int items[];
};

struct text {
    short length;
    char bytes[0];
};

static struct list constant = {2, {3, 4}};
static struct name {
    short length;
    char bytes[];
} name = {.bytes = "ab", .length = 2};

static void *fill(void *argument) {
    struct list *list = argument;
    for (unsigned i = 0; i < list->length; i++) list->items[i] = i + 1;
    return 0;
}

static int sum(const struct list *list) {
    int result = 0;
    for (unsigned i = 0; i <= list->length; i++) result += list->items[i];
    return result;
}

int main(void) {
    pthread_t thread;
    struct list *list = malloc(sizeof *list + 4 * sizeof list->items[0]);
    struct text *text = malloc(sizeof *text + 5);
    assert(constant.items[1] == 4 && name.bytes[1] == 'b' && name.bytes[2] == 0);
    list->length = 2;
    list->items[2] = 100;
    pthread_create(&thread, 0, fill, list);
    text->length = 5;
    text->bytes[4] = 'x';
    pthread_join(thread, 0);
    assert(sum(list) == 3 && sizeof *list == 4);
    assert(text->bytes[4] == 'x' && text->length == 5);
    return 0;
}
