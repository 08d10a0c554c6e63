// expect: false(unreach-call)
// what: the function of the property, which has no body, is called as an operation of a structure in a table
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
    if (index == 1) table[index].run();
    return 0;
}
