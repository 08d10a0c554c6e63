// expect: false(unreach-call)
// what: nothing is said about the text of an error
#include <assert.h>
#include <errno.h>
#include <string.h>

int main(void) {
    char *text = strerror(EPERM);
    unsigned length = 0;
    while (length < 9 && text[length]) length++;
    assert(length == 8);
    return 0;
}
