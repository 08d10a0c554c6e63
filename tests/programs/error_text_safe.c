// expect: true
// what: the text of an error is some text
// analysis: value predicate+value bmc
#include <assert.h>
#include <errno.h>
#include <string.h>

int main(void) {
    char *text = strerror(EPERM);
    unsigned length = 0;
    while (length < 9 && text[length]) length++;
    assert(length < 64);
    return 0;
}
