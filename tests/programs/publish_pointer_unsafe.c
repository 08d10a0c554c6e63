// expect: false(unreach-call)
// what: the pointer is published first, so the reader may find the field still 0
#include <assert.h>
#include <pthread.h>

struct node {
    int key;
    int value;
};
struct node storage;
struct node *published;

void *publisher(void *arg) {
    storage.key = 1;
    published = &storage;
    storage.value = 7;
    return arg;
}

int main(void) {
    pthread_t t;
    struct node *seen;
    pthread_create(&t, NULL, publisher, NULL);
    seen = published;
    if (seen != NULL) {
        assert(seen->key == 1 && seen->value == 7);
    }
    return 0;
}
