/* Allocation by type, structs by value, bit-fields, strings, locals whose
 * address is taken. */
extern void *malloc(unsigned);
extern void *calloc(unsigned, unsigned);
extern void free(void *);
struct pair { int first; short second; };
struct bits { unsigned low : 4, high : 12; };
struct pair global, *shared;
struct bits flags;

struct pair flip(struct pair p) {
    struct pair q = {p.second};
    return q;
}

int take(int n) {
    int *p = &n;
    return *p;
}

int main(void) {
    int uninitialised, *p = &uninitialised;
    shared = malloc(sizeof(struct pair));
    shared->second = 3;
    global = flip(*shared);
    flags.high = 5;
    int *zeros = calloc(2, sizeof(int));
    zeros[uninitialised] = flags.low;
    const char *text = "ab";
    free(zeros);
    return take(text[1]) + *p;
}
