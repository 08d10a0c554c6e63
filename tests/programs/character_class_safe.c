// expect: true
// what: what is no letter is answered with 0, a letter with something else
#include <assert.h>
#include <ctype.h>
#include <pthread.h>

int letters;

void *worker(void *arg) {
    letters += (isalpha)('a') != 0;
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    assert(letters == 1 && !(isalpha)('1') && (isdigit)('1'));
    return 0;
}
