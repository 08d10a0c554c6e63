// expect: false(valid-deref)
// args: --property valid-deref
// what: memcpy writes one byte behind the array
#include <string.h>

int main(void) {
    char text[6] = "hello", copy[5];
    memcpy(copy, text, sizeof text);
    return (int)strlen(copy) - 5;
}
