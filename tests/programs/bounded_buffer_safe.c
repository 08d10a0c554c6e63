// expect: true
// what: a buffer of two places under a mutex: it never holds more than two items, in order
#include <assert.h>
#include <pthread.h>

#define SIZE 2

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int buffer[SIZE], count, in, out;

static int put(int item) {
    int done = 0;
    pthread_mutex_lock(&m);
    if (count < SIZE) {
        buffer[in] = item;
        in = (in + 1) % SIZE;
        count++;
        done = 1;
    }
    pthread_mutex_unlock(&m);
    return done;
}

static int take(int *item) {
    int done = 0;
    pthread_mutex_lock(&m);
    if (count > 0) {
        *item = buffer[out];
        out = (out + 1) % SIZE;
        count--;
        done = 1;
    }
    pthread_mutex_unlock(&m);
    return done;
}

void *producer(void *arg) {
    for (int i = 1; i <= 3; i++) {
        put(i);
    }
    return arg;
}

int main(void) {
    pthread_t t;
    int item;
    pthread_create(&t, NULL, producer, NULL);
    if (take(&item)) {
        assert(item == 1);
    }
    return 0;
}
