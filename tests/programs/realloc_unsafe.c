// expect: false(unreach-call)
// what: the second thread is first: its number is the one that is left when the table shrinks
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int *table;
static unsigned used, room;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void push(int value) {
    if (used == room) {
        room++;
        table = realloc(table, room * sizeof *table);
    }
    table[used++] = value;
}

static void *writer(void *value) {
    pthread_mutex_lock(&lock);
    push(*(int *)value);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t first, second;
    int one = 1, two = 2;
    pthread_create(&first, NULL, writer, &one);
    pthread_create(&second, NULL, writer, &two);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(used == 2);
    assert(table[0] + table[1] == 3);
    table = realloc(table, sizeof *table);
    assert(table[0] == 1);
    free(table);
    return 0;
}
