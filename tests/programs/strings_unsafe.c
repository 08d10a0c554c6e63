// expect: false(unreach-call)
// what: the name is written byte by byte outside of the lock: half of it can be seen
// analysis: value predicate+value bmc
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

char name[8];
int numbers[4] = {1, 2, 3, 4};
pthread_mutex_t lock;

void *writer(void *arg) {
    strcpy(name, (char *)arg);
    strcat(name, "-4");
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, "ab");
    pthread_mutex_lock(&lock);
    assert(strlen(name) == 0 || strcmp(name, "ab-4") == 0);
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
