// expect: true
// what: a list of two static nodes is walked while nobody changes it
#include <assert.h>
#include <pthread.h>

struct node {
    int value;
    struct node *next;
};
struct node tail = {2, NULL};
struct node head = {1, &tail};

void *unlink_tail(void *arg) {
    head.next = NULL;
    return arg;
}

int main(void) {
    pthread_t t;
    int sum = 0;
    for (struct node *n = &head; n != NULL; n = n->next) {
        sum += n->value;
    }
    pthread_create(&t, NULL, unlink_tail, NULL);
    pthread_join(t, NULL);
    assert(sum == 3);
    return 0;
}
