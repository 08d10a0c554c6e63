/* Loops with parts left out, also from macros; switch; goto; endless loops. */
#define FOREVER for (;;)
#define UNTIL(n) for (; i < (n);)
#define STEP for (;; i++)

int main(void) {
    int i = 0;
    UNTIL(3) i += 2;
    STEP if (i == 9) break;
    for (i = 0;;) {
        if (i++ == 4) goto out;
        continue;
    }
out:
    switch (i) {
    case 1: i = 5;
    case 2: i = 6; break;
    case 7 ... 9: FOREVER;
    default: goto in;
    }
    while (1) {
        if (i) return 1;
        {
        in:
            i--;
        }
    }
}
