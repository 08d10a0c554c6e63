// expect: true
// what: a format ends at its first null character, before the end of the literal
#include <assert.h>
#include <stdio.h>

int main(void) {
    char text[16] = "0123456789";
    int length = sprintf(text, "foo\0bar%n", &length);
    assert(length == 3);
    assert(text[3] == 0 && text[4] == '4' && text[7] == '7');
    assert(snprintf(text, 3, "%c4\0%s", 64) == 2 && text[2] == 0);
    return 0;
}
