// expect: false(unreach-call)
// what: goto through a table of labels, as interpreters have it: 3 + 3, doubled, is not 9
// analysis: value predicate+value bmc
#include <assert.h>
#include <pthread.h>

enum { ADD, DOUBLE, END };

static int run(const unsigned char *code) {
    static const void *const table[] = {&&add, &&twice, [END] = &&end};
    int value = 0;
    goto *table[*code];
add:
    value += 3;
    goto *table[*++code];
twice:
    value *= 2;
    goto *table[*++code];
end:
    return value;
}

static int result;

static void *worker(void *code) {
    result = run(code);
    return 0;
}

int main(void) {
    static const unsigned char first[] = {ADD, ADD, DOUBLE, END}, second[] = {DOUBLE, ADD, END};
    pthread_t thread;
    pthread_create(&thread, 0, worker, (void *)first);
    int mine = run(second);
    pthread_join(thread, 0);
    assert(result == 9 && mine == 3);
    return 0;
}
