// expect: true
// what: the object is filled before the pointer to it is published
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
    storage.value = 7;
    published = &storage;
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
