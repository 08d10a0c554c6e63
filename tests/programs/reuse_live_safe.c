// expect: true
// what: addresses of objects that live at the same time differ; what was freed is compared with null and itself only
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct item {
    struct item *next;
    int value;
} *list;

static void *add(void *arg) {
    struct item *one = malloc(sizeof *one);
    one->next = list;
    one->value = 2;
    list = one;
    return arg;
}

int main(void) {
    pthread_t thread;
    struct item *first = malloc(sizeof *first);
    first->next = NULL;
    first->value = 1;
    list = first;
    pthread_create(&thread, NULL, add, NULL);
    pthread_join(thread, NULL);
    struct item *second = list;
    assert(second != first && second->next == first);
    free(second);
    list = first;
    assert(list->next == NULL && second != NULL && second == second);
    for (int i = 0; i < 3; i++) free(malloc(4));
    free(first);
    return 0;
}
