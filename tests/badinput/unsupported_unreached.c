int main(void) {
    int x = 0;
    if (x) __asm__ volatile("movl $1, %0" : "=r"(x));
    return x;
}
