// expect: false(valid-deref)
// args: --property valid-deref
// what: each turn of the loop has a variable of its own, though at the same place
int main(void) {
    int *last = 0, sum = 0, outer = 0;
    for (int i = 0; i < 3; i++) {
        int inner = i;
        if (last) sum += *last;
        last = &inner;
        if (i == 1) continue;
        sum += inner;
    }
    return sum > 9;
}
