// expect: true
// args: --property valid-deref
// what: a variable outside of the loop lives on
int main(void) {
    int *last = 0, sum = 0, outer = 0;
    for (int i = 0; i < 3; i++) {
        int inner = i;
        if (last) sum += *last;
        last = &outer;
        if (i == 1) continue;
        sum += inner;
    }
    return sum > 9;
}
