// expect: true
// what: a digit behind an escape of hexadecimal digits is a character of its own; a character beyond
// what: 16 bits is two elements of a string of such
#include <assert.h>
#include <stddef.h>

static wchar_t wide[] = L"\u1234"
                        L"56";
static unsigned short narrow[] = u"\U0001F600x";

int main(void) {
    assert(sizeof wide == 4 * sizeof *wide);
    assert(wide[0] == 0x1234 && wide[1] == '5' && wide[2] == '6' && wide[3] == 0);
    assert(narrow[0] == 0xd83d && narrow[1] == 0xde00 && narrow[2] == 'x' && narrow[3] == 0);
    return 0;
}
