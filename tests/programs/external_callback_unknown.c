// expect: unknown may change what it reaches through 'operations'
// what: a function without a body may call the function in a constant structure that it is given
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
