/* Threads, mutexes, handles in arrays, start routines behind pointers. */
typedef unsigned long pthread_t;
typedef union { int state[6]; } pthread_mutex_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);
extern void pthread_exit(void *);
extern pthread_t pthread_self(void);
extern int pthread_equal(pthread_t, pthread_t);
extern int pthread_detach(pthread_t);
extern int pthread_mutex_lock(pthread_mutex_t *);
extern int pthread_mutex_trylock(pthread_mutex_t *);
extern int pthread_mutex_unlock(pthread_mutex_t *);

pthread_mutex_t lock = {{0}};
struct { pthread_mutex_t lock; int value; } guarded[2];
int count;

void *worker(void *arg) {
    int k = *(int *)arg;
    pthread_mutex_lock(&guarded[k].lock);
    guarded[k].value++;
    pthread_mutex_unlock(&guarded[k].lock);
    return arg;
}

void *other(void *arg) {
    if (pthread_mutex_trylock(&lock) == 0) {
        count++;
        pthread_mutex_unlock(&lock);
    }
    pthread_exit((void *)3);
}

int main(void) {
    pthread_t threads[2], extra;
    int numbers[2] = {0, 1};
    void *result, *(*start)(void *) = other;
    for (int n = 0; n < 2; n++) pthread_create(&threads[n], 0, worker, &numbers[n]);
    if (pthread_create(&extra, 0, start, 0) != 0) return 1;
    pthread_detach(extra);
    for (int n = 0; n < 2; n++) pthread_join(threads[n], &result);
    return pthread_equal(extra, pthread_self());
}
