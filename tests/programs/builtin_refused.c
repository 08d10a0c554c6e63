// expect: unknown call of '__sync_fetch_and_add_4'
// what: a builtin of the compiler without a model is no function that may do anything
static int x = 1;

int main(void) {
    __sync_fetch_and_add_4(&x, 1);
    return 0;
}
