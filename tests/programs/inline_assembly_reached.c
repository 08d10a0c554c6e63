// expect: unknown inline assembly
// what: assembly that does something is not modelled, and said so where it is reached
int main(void) {
    int x = 0;
    __asm__ volatile("incl %0" : "+r"(x));
    return x;
}
