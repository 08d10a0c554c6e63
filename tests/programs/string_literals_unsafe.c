// expect: false(unreach-call)
// what: a string as the contents of an array: another letter is changed
#include <assert.h>

static const char *const names[] = {"zero", "one", [3] = "th" "ree"};
static const char fixed[6] = "ab\0cd";

int main(void) {
    char text[] = "xyz", padded[8] = "hi";
    text[2] = 'Q';
    assert(text[0] == 'x' && text[1] == 'Q' && text[2] == 'z' && sizeof text == 4);
    assert(padded[1] == 'i' && padded[2] == 0 && padded[7] == 0);
    assert(names[3][4] == 'e' && !names[2] && names[1][3] == 0 && "abc"[1] == 'b');
    assert(fixed[3] == 'c' && fixed[5] == 0 && "\x41\101\n\\"[2] == '\n');
    assert(L"wide"[3] == L'e' && sizeof L"ab" == 12 && __func__[0] == 'm');
    return 0;
}
