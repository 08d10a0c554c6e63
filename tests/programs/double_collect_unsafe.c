// expect: false(unreach-call)
// what: the values return to old ones (ABA), so two equal collects do not make a snapshot
#include <assert.h>
#include <pthread.h>

int a, b;

void *writer(void *arg) {
    a = 1;
    b = 1;
    a = 0;
    b = 0;
    return arg;
}

int main(void) {
    pthread_t t;
    int a1, b1, a2, b2;
    pthread_create(&t, NULL, writer, NULL);
    a1 = a;
    b1 = b;
    a2 = a;
    b2 = b;
    if (a1 == a2 && b1 == b2) {
        assert(!(a1 == 0 && b1 == 1));
    }
    return 0;
}
