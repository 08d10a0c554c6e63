// models: atoi atol strtol strtoul abs labs llabs
// assumes: numbers are not too large for the type
#include <errno.h>
#include <limits.h>
#include <stdlib.h>

#include "conformance.h"

static const char *const texts[] = {"0",   "12",  " \t-7", "+9",  "x",  "",    "-",
                                    "0x1f", "017", "08",    "7f",  "1 2", "  +", "0x"};

int main(void) {
    for (int i = 0; i < 14; i++) {
        exact(atoi(texts[i]));
        exact(atol(texts[i]));
        for (int base = 0; base <= 16; base += base == 0 ? 8 : base == 8 ? 2 : 6) {
            char *end;
            exact(strtol(texts[i], &end, base));
            exact(end - texts[i]);
            exact(strtoul(texts[i], &end, base));
            exact(end - texts[i]);
        }
    }
    exact(strtol("z1", NULL, 36));
    exact(strtol("101", NULL, 2));
    static const int values[] = {0, 1, -1, 5, -77, INT_MAX, -INT_MAX};
    for (int i = 0; i < 7; i++) {
        exact(abs(values[i]));
        exact(labs(values[i]));
        exact(llabs(values[i]));
        exact(llabs(values[i] * 3000000000ll));
    }
    finish();
}
