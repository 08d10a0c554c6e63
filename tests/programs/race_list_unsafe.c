// expect: false(no-data-race)
// what: the list is walked without the lock
// args: --property no-data-race
#include <pthread.h>
#include <stdlib.h>

struct item {
    int value;
    struct item *next;
};
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct item *head;

static void *adder(void *arg) {
    struct item *fresh = malloc(sizeof *fresh);
    fresh->value = 1;
    pthread_mutex_lock(&m);
    fresh->next = head;
    head = fresh;
    pthread_mutex_unlock(&m);
    return arg;
}

static void *summer(void *arg) {
    int sum = 0;
    
    for (struct item *at = head; at; at = at->next) sum += at->value++;
    
    return arg + sum;
}

int main(void) {
    pthread_t a, b, c;
    pthread_create(&a, NULL, adder, NULL);
    pthread_create(&b, NULL, adder, NULL);
    pthread_create(&c, NULL, summer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    return 0;
}
