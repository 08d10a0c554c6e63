/* Atomic sections, by name, by call, by type, by builtin. */
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
_Atomic int a;
int x;

int __VERIFIER_atomic_take(int n) {
    if (x < n) return 0;
    x -= n;
    return 1;
}

int main(void) {
    __VERIFIER_atomic_begin();
    x = x + 1;
    __VERIFIER_atomic_end();
    a++;
    a = 3;
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n > 0 && n < 5);
    __sync_fetch_and_add(&x, n);
    __sync_bool_compare_and_swap(&x, 1, 2);
    if (__VERIFIER_nondet_bool()) __VERIFIER_atomic_take(n);
    __asm__ volatile("mfence" ::: "memory");
    return 0;
}
