// expect: false(unreach-call)
// what: a letter need not be answered with 1: glibc gives 1024
#include <assert.h>
#include <ctype.h>
#include <pthread.h>

int letters;

void *worker(void *arg) {
    letters += (isalpha)('a');
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    assert(letters == 1 && !(isalpha)('1') && (isdigit)('1'));
    return 0;
}
