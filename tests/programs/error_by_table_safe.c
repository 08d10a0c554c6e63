// expect: true
// what: only the first entry of the table is called
void reach_error();
int __VERIFIER_nondet_int(void);
static void fine() {}

struct operations {
    int number;
    void (*run)();
};
static const struct operations table[] = {{1, fine}, {2, reach_error}};

int main(void) {
    unsigned index = __VERIFIER_nondet_int() != 0;
    if (!index) table[index].run();
    return 0;
}
