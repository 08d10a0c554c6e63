// expect: true
// what: without any header: __VERIFIER_error behind a condition that never holds
typedef unsigned long pthread_t;
extern int pthread_create(pthread_t *thread, const void *attr, void *(*start)(void *), void *arg);
extern int pthread_join(pthread_t thread, void **value);
void __VERIFIER_error(void);

int x, y;

void *worker(void *arg) {
    x = 1;
    y = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    int seen_y, seen_x;
    pthread_create(&t, 0, worker, 0);
    seen_y = y;
    seen_x = x;
    if (seen_y > seen_x) {
        __VERIFIER_error();
    }
    return 0;
}
