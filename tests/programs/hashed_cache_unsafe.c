// expect: false(unreach-call)
// what: the writer takes the lock for reading: a reader meets the new value with the old complement
// analysis: value predicate+value bmc
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#define BUCKETS 2

struct entry {
    unsigned key;
    int value;
    int check;
    struct entry *next;
};

struct bucket {
    pthread_rwlock_t lock;
    struct entry *first;
};

static struct bucket table[BUCKETS];

static unsigned hash(unsigned k) {
    return k % BUCKETS;
}

static void cache_init(void) {
    for (int i = 0; i < BUCKETS; i++) {
        pthread_rwlock_init(&table[i].lock, NULL);
        table[i].first = NULL;
    }
}

static struct entry *find(struct bucket *b, unsigned key) {
    for (struct entry *e = b->first; e; e = e->next)
        if (e->key == key) return e;
    return NULL;
}

static int cache_get(unsigned key, int *value) {
    struct bucket *b = &table[hash(key)];
    int found = 0;
    pthread_rwlock_rdlock(&b->lock);
    struct entry *e = find(b, key);
    if (e) {
        assert(e->check == ~e->value);
        *value = e->value;
        found = 1;
    }
    pthread_rwlock_unlock(&b->lock);
    return found;
}

static void cache_put(unsigned key, int value) {
    struct bucket *b = &table[hash(key)];
    pthread_rwlock_rdlock(&b->lock);
    struct entry *e = find(b, key);
    if (!e) {
        e = calloc(1, sizeof *e);
        if (!e) abort();
        e->key = key;
        e->value = value;
        e->check = ~value;
        e->next = b->first;
        b->first = e;
    } else {
        e->value = value;
        e->check = ~value;
    }
    pthread_rwlock_unlock(&b->lock);
}

static void *writer(void *arg) {
    unsigned start = (unsigned)(unsigned long)arg;
    for (unsigned k = start; k < start + 2; k++) cache_put(k, (int)(k * 100));
    cache_put(start, 7);
    return NULL;
}

static void *reader(void *arg) {
    (void)arg;
    for (unsigned k = 1; k < 3; k++) {
        int v;
        if (cache_get(k, &v)) assert(v == (int)k * 100 || v == 7);
    }
    return NULL;
}

int main(void) {
    pthread_t w, r1;
    cache_init();
    pthread_create(&w, NULL, writer, (void *)1ul);
    pthread_create(&r1, NULL, reader, NULL);
    pthread_join(w, NULL);
    pthread_join(r1, NULL);
    int v = 0;
    int found = cache_get(1, &v);
    assert(found && v == 7);
    for (int i = 0; i < BUCKETS; i++) {
        struct entry *e = table[i].first;
        while (e) {
            struct entry *n = e->next;
            free(e);
            e = n;
        }
        pthread_rwlock_destroy(&table[i].lock);
    }
    return 0;
}
