// expect: true
// what: arguments of sprintf are read before it writes, also where it writes
// analysis: value predicate+value bmc
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

char text[8] = "A";

void *worker(void *arg) {
    sprintf(text, "x%d", text[0]);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    assert(strcmp(text, "x65") == 0);
    return 0;
}
