// expect: true
// what: a stack in an array with its lock: two pushes by two threads take two places
#include <assert.h>
#include <pthread.h>

struct stack {
    pthread_mutex_t lock;
    int items[2];
    int top;
};
struct stack stack = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void push(struct stack *s, int item) {
    pthread_mutex_lock(&s->lock);
    s->items[s->top] = item;
    s->top++;
    pthread_mutex_unlock(&s->lock);
}

void *worker(void *arg) {
    push(&stack, 3);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    push(&stack, 4);
    pthread_join(t, NULL);
    assert(stack.top == 2 && stack.items[0] + stack.items[1] == 7);
    return 0;
}
