// models: isxdigit isprint ispunct isalnum isalpha isdigit islower isspace isupper tolower toupper
// assumes: the C locale
#include <ctype.h>

#include "conformance.h"

#define EACH(function)                                                                             \
    do {                                                                                           \
        unsigned long long sum = 0;                                                                \
        for (int c = -1; c < 256; c++) sum = sum * 31 + (unsigned)(function)(c);                   \
        exact(sum);                                                                                \
        exact((function)('a'));                                                                    \
    } while (0)

int main(void) {
    EACH(isxdigit);
    EACH(isprint);
    EACH(ispunct);
    EACH(isalnum);
    EACH(isalpha);
    EACH(isdigit);
    EACH(islower);
    EACH(isspace);
    EACH(isupper);
    EACH(tolower);
    EACH(toupper);
    finish();
}
