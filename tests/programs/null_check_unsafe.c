// expect: false(unreach-call)
// what: the writer clears the pointer between the test and the second read of it
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
        mine = shared;
        if (mine == NULL) {
            reach_error();
        } else if (*mine != 5) {
            reach_error();
        }
    }
    return 0;
}
