// expect: false(unreach-call)
// what: members are initialised in their order, as by gcc and clang, not in that of their designators
extern void reach_error(void);

struct pair {
    int first, second;
    unsigned low : 3, high : 5;
};

static int next;

static int take(void) { return ++next; }

int main(void) {
    struct pair pair = {.high = take(), .second = take(), .low = take(), .first = take()};
    int array[3] = {[2] = take(), [0] = take(), [1] = take()};
    char text[4] = {[3] = (char)take(), [1] = 'x'};
    if (pair.first != 1 || pair.second != 2 || pair.low != 3 || pair.high != 1) reach_error();
    if (array[0] != 5 || array[1] != 6 || array[2] != 7 || text[3] != 8) reach_error();
    return 0;
}
