// expect: false(valid-deref)
// args: --property valid-deref
// what: the other thread has removed the entry: it is not found, and null is followed
// analysis: value predicate+value
#include <pthread.h>
#include <stdlib.h>

struct entry {
    int key, value;
    struct entry *next;
};

static struct entry *buckets[2];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void table_put(int key, int value) {
    struct entry *entry = malloc(sizeof *entry);
    entry->key = key;
    entry->value = value;
    pthread_mutex_lock(&lock);
    entry->next = buckets[key % 2];
    buckets[key % 2] = entry;
    pthread_mutex_unlock(&lock);
}

static struct entry *table_find(int key) {
    struct entry *entry = buckets[key % 2];
    while (entry && entry->key != key) entry = entry->next;
    return entry;
}

static int table_get(int key) {
    pthread_mutex_lock(&lock);
    struct entry *entry = table_find(key);
    int value = entry->value;
    pthread_mutex_unlock(&lock);
    return value;
}

static void *remove_all(void *unused) {
    pthread_mutex_lock(&lock);
    for (int i = 0; i < 2; i++)
        while (buckets[i]) {
            struct entry *entry = buckets[i];
            buckets[i] = entry->next;
            free(entry);
        }
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t thread;
    table_put(1, 10);
    table_put(2, 20);
    table_put(3, 30);
    pthread_create(&thread, 0, remove_all, 0);
    int sum = table_get(1) + table_get(2);
    pthread_join(thread, 0);
    return sum > 30;
}
