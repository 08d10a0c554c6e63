// expect: false(unreach-call)
// what: without any header: main reads y and x between the two stores of the worker, so y is ahead
typedef unsigned long pthread_t;
extern int pthread_create(pthread_t *thread, const void *attr, void *(*start)(void *), void *arg);
extern int pthread_join(pthread_t thread, void **value);
void __VERIFIER_error(void);

int x, y;

void *worker(void *arg) {
    y = 1;
    x = 1;
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
