// expect: false(unreach-call)
// what: designators: the five stands in the last element
#include <assert.h>

struct row {
    int column[3];
};
struct table {
    int size;
    struct row rows[2];
    union {
        int number;
        char letter;
    };
    struct {
        short low, high;
    };
};

static struct table fixed = {
    .rows[1].column[2] = 9, .size = 2, .rows[0] = {.column = {[2] = 5}}, .letter = 'a', .high = 4};
static int steps[8] = {[1] = 10, 11, [5 ... 7] = 3};
static int flat[2][2] = {1, 2, 3};

int main(void) {
    int seven = 7;
    assert(fixed.rows[0].column[1] == 5 && fixed.rows[1].column[2] == 9 && fixed.size == 2);
    assert(fixed.letter == 'a' && fixed.number == 'a' && fixed.high == 4 && !fixed.low);
    assert(steps[2] == 11 && steps[6] == 3 && !steps[4] && flat[1][0] == 3 && !flat[1][1]);
    struct table local = {.number = seven, .rows = {{{1, seven}}, {.column = {[2] = 8}}}};
    assert(local.rows[0].column[1] == 7 && !local.rows[0].column[2] && local.number == 7);
    int guessed[] = {[3] = seven};
    assert(sizeof guessed == 16 && guessed[3] == 7 && guessed[0] == 0);
    return local.size;
}
