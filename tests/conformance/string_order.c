// models: strcmp strncmp strcasecmp strncasecmp memcmp
// args: --analysis bmc
// assumes: the value is any of the right sign
#include <string.h>
#include <strings.h>

#include "conformance.h"

static void order(int result) {
    possible(result);
    exact(result < 0 ? -1 : result > 0);
}

int main(void) {
    static const char *const texts[] = {"", "ab", "B", "\xff"};
    for (int i = 0; i < 4; i++) {
        order(strcmp(texts[i], "b"));
        order(strcmp("ab", texts[i]));
        order(strncmp(texts[i], "abc", 2));
        order(strcasecmp(texts[i], "AB"));
        order(strncasecmp(texts[i], "aBx", 3));
    }
    order(strncmp("y", "x", 0));
    order(strncasecmp("AX", "ay", 1));
    order(memcmp("a\0b", "a\0c", 3));
    order(memcmp("a\0b", "a\0c", 2));
    order(memcmp("\xff", "a", 1));
    order(memcmp("x", "a", 0));
    finish();
}
