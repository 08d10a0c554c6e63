// expect: true
// what: of two texts the sign of the result tells which one comes first; a class of characters
//     holds or is 0
#include <assert.h>
#include <ctype.h>
#include <pthread.h>
#include <string.h>

char name[4] = "ab";

void *worker(void *arg) {
    name[1] = 'd';
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    assert(strcmp(name, "aa") > 0 && strncmp("aa", name, 2) < 0);
    pthread_join(t, NULL);
    int order = strcmp("ab", name);
    assert(order < 0 && order != 0 && memcmp(name, "ad", 3) == 0);
    assert((isalpha)(name[0]) && !(isdigit)(name[0]) && (isalpha)('a') == (isalpha)('b'));
    return 0;
}
