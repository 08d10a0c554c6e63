/* How the programs of the lowering tests tell what they computed. Each value that is
 * checked goes into a sum. Compiled natively the program prints it at the end, with TRACE
 * after each value with the line of its check. For heddle it calls reach_error if the sum
 * is not EXPECTED or, with EQUAL, if it is. LAST=n: the program ends after n values. */
#ifdef EXPECTED
extern void reach_error(void);
#else
#include <stdio.h>
#endif
extern void exit(int);

static unsigned long long check_sum;
#ifdef LAST
static int check_count;
#endif

static void check_end(void) {
#ifndef EXPECTED
    printf("%llu\n", check_sum);
#elif defined EQUAL
    if (check_sum == EXPECTED) reach_error();
#else
    if (check_sum != EXPECTED) reach_error();
#endif
    exit(0);
}

static void check_value(unsigned long long value, int line) {
    check_sum = (check_sum ^ value) * 1099511628211ull;
    check_sum ^= check_sum >> 32;
#ifdef TRACE
    printf("%d %llu %llu\n", line, value, check_sum);
#endif
#ifdef LAST
    if (++check_count == LAST) check_end();
#endif
}

#define check(value) check_value(value, __LINE__)
