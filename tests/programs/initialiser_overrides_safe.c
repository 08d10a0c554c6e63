// expect: true
// what: a later initialiser replaces an earlier one of the same part as a whole: what it leaves out is
// what: zero, another member of the union is gone, and what is replaced is not evaluated
#include <assert.h>

struct pair {
    int a, b;
};

union word {
    int number;
    char bytes[4];
};

struct record {
    struct pair pairs[2];
    union word word;
    char text[4];
};

static struct record shared = {.pairs[1].b = 3, .pairs[1] = {.a = 1}, .word.number = 0x01020304,
                               .word.bytes[1] = 9, .text = "abc", .text[1] = 'x'};
static int calls;

static int called(void) {
    calls++;
    return 5;
}

int main(void) {
    struct record own = {.pairs[1].b = 3, .pairs[1] = {.a = 1}, .word.number = 0x01020304,
                         .word.bytes[1] = 9, .text = "abc", .text[1] = 'x'};
    assert(shared.pairs[1].a == 1 && shared.pairs[1].b == 0 && shared.word.number == 0x0900);
    assert(own.pairs[1].a == 1 && own.pairs[1].b == 0 && own.word.number == 0x0900);
    assert(shared.text[0] == 'a' && shared.text[1] == 'x' && own.text[1] == 'x');
    int numbers[2] = {[0] = called(), [0] = 7, [1] = called()};
    assert(calls == 1 && numbers[0] == 7 && numbers[1] == 5);
    return 0;
}
