// expect: true
// what: prefix operators give the new value and postfix operators the old one
#include <assert.h>
#include <pthread.h>

int x;
int a, b, c;

void *worker(void *arg) {
    a = x++;
    b = ++x - 1;
    c = --x;
    x--;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    assert(a == 0 && c == 1 && x == 0);
    assert(b == 1);
    return 0;
}
