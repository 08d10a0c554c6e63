// expect: true
// what: both take the mutex that lies in a buffer of characters
// args: --property no-data-race
#include <pthread.h>

static struct cell {
    pthread_mutex_t lock;
    _Alignas(pthread_mutex_t) char buffer[sizeof(pthread_mutex_t)];
    int data;
} cell;

static void *first(void *arg) {
    pthread_mutex_lock((pthread_mutex_t *)cell.buffer);
    cell.data++;
    pthread_mutex_unlock((pthread_mutex_t *)cell.buffer);
    return arg;
}

static void *second(void *arg) {
    struct cell *own = arg;
    pthread_mutex_lock((pthread_mutex_t *)own->buffer);
    own->data--;
    pthread_mutex_unlock((pthread_mutex_t *)own->buffer);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_mutex_init(&cell.lock, NULL);
    pthread_mutex_init((pthread_mutex_t *)cell.buffer, NULL);
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, &cell);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
