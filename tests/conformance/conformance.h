/* The results of library functions, for tests/conformance/compare.
 *   exact(v)     every run gives the value that the real library gives
 *   possible(v)  the value that the real library gives is one of several
 *   finish()     at the end of main
 * Natively the values are written to the file RESULTS. For heddle NATIVE is the list of
 * them. With PROVE another value of exact is an error; without, getting to the end with
 * all the native values is. LAST=n: only the first n count. */
#ifdef NATIVE
extern void reach_error(void);
extern void exit(int);

static const long long native_values[] = {NATIVE};
static int result_count;

static void finish(void) {
#ifndef PROVE
    reach_error();
#endif
    exit(0);
}

static void look_at(long long value, int is_exact, int line) {
#ifdef PROVE
    if (is_exact && value != native_values[result_count]) reach_error();
#else
    if (value != native_values[result_count]) exit(0);
#endif
    result_count++;
#ifdef LAST
    if (result_count == LAST) finish();
#endif
}
#else
#include <stdio.h>

static long long result_values[4000];
static int result_count, result_lines[4000];

static void finish(void) {
    FILE *file = fopen(RESULTS, "w");
    for (int i = 0; i < result_count; i++)
        fprintf(file, "%d %lld\n", result_lines[i], result_values[i]);
    fclose(file);
}

static void look_at(long long value, int is_exact, int line) {
    (void)is_exact;
    result_values[result_count] = value;
    result_lines[result_count++] = line;
}
#endif

#define exact(value) look_at((long long)(value), 1, __LINE__)
#define possible(value) look_at((long long)(value), 0, __LINE__)
