// expect: true
// args: --property valid-deref
// what: library functions access what they are given: there is room
#include <string.h>

int main(void) {
    char text[6] = "hello", copy[6];
    memcpy(copy, text, sizeof text);
    return (int)strlen(copy) - 5;
}
