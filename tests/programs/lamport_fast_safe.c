// expect: true
// what: Lamport's fast mutual exclusion; the first thread tries twice, the second one once
#include <assert.h>
#include <pthread.h>

int x, y, b1, b2, inside;

void *first(void *arg) {
    int attempts = 0;
again:
    if (attempts++ == 2) {
        return arg;
    }
    b1 = 1;
    x = 1;
    if (y != 0) {
        b1 = 0;
        goto again;
    }
    y = 1;
    if (x != 1) {
        b1 = 0;
        while (b2) {
        }
        if (y != 1) {
            goto again;
        }
    }
    inside = 1;
    assert(inside == 1);
    y = 0;
    b1 = 0;
    return arg;
}

void *second(void *arg) {
    b2 = 1;
    x = 2;
    if (y != 0) {
        b2 = 0;
        return arg;
    }
    y = 2;
    if (x != 2) {
        b2 = 0;
        while (b1) {
        }
        if (y != 2) {
            return arg;
        }
    }
    inside = 2;
    assert(inside == 2);
    y = 0;
    b2 = 0;
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
