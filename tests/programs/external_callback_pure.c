// expect: true
// what: functions without a body are said to change nothing but what they are given to write
// args: --external pure
#include <assert.h>

struct operations {
    void (*run)(void);
};
extern void install(const struct operations *operations);
static int runs;

static void run(void) {
    runs++;
}
static const struct operations operations = {run};

int main(void) {
    install(&operations);
    assert(runs == 0);
    return 0;
}
