// expect: true
// what: compound literals: as arguments, by address, of arrays, static, assigned from each other;
// what: structures passed and returned by value
#include <assert.h>
#include <pthread.h>

struct pair {
    int first, second;
};

static const struct pair *fixed = &(struct pair){7, 8};

static struct pair swap(struct pair pair) {
    return (struct pair){.first = pair.second, .second = pair.first};
}

static void *worker(void *argument) {
    struct pair *pair = argument;
    *pair = swap((struct pair){1, 2});
    return 0;
}

int main(void) {
    pthread_t thread;
    struct pair *pair = &(struct pair){0}, other;
    pthread_create(&thread, 0, worker, pair);
    pthread_join(thread, 0);
    assert(pair->first == 2 && pair->second == 1);
    other = *pair;
    other = (struct pair){other.second, other.first};
    assert(other.first == 1 && swap(other).first == 2);
    int *items = (int[]){4, 5, other.second};
    assert(items[2] == 2 && fixed->second == 8);
    return 0;
}
