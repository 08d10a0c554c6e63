// expect: true
// what: a shared pointer is tested and used through one local copy of it
#include <pthread.h>

extern void reach_error(void);

int data = 5;
int *shared = &data;

void *clear(void *arg) {
    shared = NULL;
    return arg;
}

int main(void) {
    pthread_t t;
    int *mine;
    pthread_create(&t, NULL, clear, NULL);
    mine = shared;
    if (mine != NULL) {
        if (mine == NULL) {
            reach_error();
        } else if (*mine != 5) {
            reach_error();
        }
    }
    return 0;
}
