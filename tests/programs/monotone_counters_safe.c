// expect: true
// what: y follows x, so a reader that reads y first never finds y ahead of x
#include <assert.h>
#include <pthread.h>

int x, y;

void *writer(void *arg) {
    for (int i = 0; i < 2; i++) {
        x++;
        y++;
    }
    return arg;
}

int main(void) {
    pthread_t t;
    int seen_x, seen_y;
    pthread_create(&t, NULL, writer, NULL);
    seen_y = y;
    seen_x = x;
    assert(seen_y <= seen_x);
    return 0;
}
