// expect: true
// args: --property valid-deref
// what: a jump out of blocks leaves variables outside alone
int main(void) {
    int sum = 0, *seen = 0, outer = 1;
again:;
    {
        int inner = 2;
        switch (sum) {
        case 0: {
            int deep = 3;
            sum = 1;
            seen = &outer;
            sum += deep;
            goto again;
        }
        default: sum += *seen + inner;
        }
    }
    return sum > 99;
}
