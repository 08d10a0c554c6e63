// expect: false(unreach-call)
// what: the value of each argument is constant, yet evaluating it changes a variable, which an assertion denies
extern void reach_error(void);

static int changed;

static int change(void) { return changed++; }

int main(void) {
    int bits = __builtin_popcount(changed++ || 1);
    bits += __builtin_ffs((change(), 8));
    bits += __builtin_popcountll((changed += 1) && 0);
    bits += __builtin_bswap32(0 * (changed = changed + 1));
    bits += __builtin_clz(change() ? 1 : 1);
    bits += __builtin_parity(__builtin_ctz(({ changed++; 4; })));
    bits += __builtin_constant_p(changed++);
    bits += _Generic(change(), int: 0, default: 7);
    if (changed == 6 && bits == 1 + 4 + 0 + 0 + 31 + 1) reach_error();
    return 0;
}
