// expect: false(unreach-call)
// what: the value of a comparison may be any with this sign, glibc gives the difference of the
//     characters
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
    assert(order < 0 && order == -1 && memcmp(name, "ad", 3) == 0);
    assert((isalpha)(name[0]) && !(isdigit)(name[0]) && (isalpha)('a') == (isalpha)('b'));
    return 0;
}
