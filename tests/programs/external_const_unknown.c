// expect: unknown which changes 'number' and 'text'
// what: a pointer to const does not keep a function from writing to what is not const
#include <assert.h>

extern void show(const int *place, const char *name);
static int number = 4;
static char text[3] = "ab";
static const char fixed[3] = "cd";

int main(void) {
    show(&number, text);
    show(0, fixed);
    show(0, "ef");
    assert(number == 4 && text[1] == 'b');
    return 0;
}
