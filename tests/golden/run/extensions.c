/* Builtins, atomics and extensions of GNU C. Returns 0, or the line of the
 * first check that fails. */
#include <stdatomic.h>
#include <stddef.h>

static int failures;
static void is(int line, long long a, long long b) {
    if (a != b) failures = failures ? failures : line;
}
#define IS(a, b) is(__LINE__, (a), (b))

static _Atomic int counter = 3;
static atomic_uint word;
static int plain = 10;
static atomic_flag flag = ATOMIC_FLAG_INIT;
static _Thread_local int mine = 4;
struct pair {
    char c;
    int i;
};

static void c11(void) {
    counter++;
    counter += 5;
    IS(counter, 9);
    IS(atomic_fetch_add(&counter, 2), 9);
    IS(atomic_fetch_sub_explicit(&counter, 1, memory_order_relaxed), 11);
    IS(atomic_exchange(&counter, 100), 10);
    int expected = 99;
    IS(atomic_compare_exchange_strong(&counter, &expected, 7), 0);
    IS(expected, 100);
    IS(atomic_compare_exchange_strong(&counter, &expected, 7), 1);
    IS(atomic_load(&counter), 7);
    atomic_store(&word, 0xf0);
    atomic_fetch_or(&word, 0x0f);
    atomic_fetch_and(&word, 0x3c);
    IS(atomic_fetch_xor(&word, 1), 0x3c);
    IS(word, 0x3d);
    IS(atomic_flag_test_and_set(&flag), 0);
    IS(atomic_flag_test_and_set(&flag), 1);
    atomic_flag_clear(&flag);
    IS(atomic_flag_test_and_set(&flag), 0);
    atomic_thread_fence(memory_order_seq_cst);
}

static void gcc(void) {
    IS(__sync_fetch_and_add(&plain, 5), 10);
    IS(__sync_add_and_fetch(&plain, 5), 20);
    IS(__sync_val_compare_and_swap(&plain, 20, 21), 20);
    IS(__sync_bool_compare_and_swap(&plain, 20, 22), 0);
    IS(__sync_bool_compare_and_swap(&plain, 21, 22), 1);
    IS(__sync_lock_test_and_set(&plain, 1), 22);
    __sync_lock_release(&plain);
    __sync_synchronize();
    IS(plain, 0);
    __atomic_store_n(&plain, 6, __ATOMIC_RELEASE);
    IS(__atomic_load_n(&plain, __ATOMIC_ACQUIRE), 6);
    IS(__atomic_sub_fetch(&plain, 2, 5), 4);
    IS(__atomic_fetch_nand(&plain, 6, 5), 4);
    IS(plain, -5);
    int old = -5;
    IS(__atomic_compare_exchange_n(&plain, &old, 8, 0, 5, 5), 1);
    IS(__atomic_exchange_n(&plain, 9, 5), 8);
    int *p = &plain, **pp = &p;
    IS(*__atomic_load_n(pp, 5), 9);
}

static void builtins(void) {
    IS(offsetof(struct pair, i), 4);
    IS(__builtin_expect(plain == 9, 1), 1);
    IS(__builtin_constant_p(3), 1);
    IS(__builtin_choose_expr(1, 5, 6), 5);
    IS(__builtin_types_compatible_p(int, long), 0);
    IS(_Generic(plain, int: 1, char: 2ll), 1);
    __typeof__(plain) copy = 3;
    __auto_type other = copy + 1;
    IS(other, 4);
    mine++;
    IS(mine, 5);
    int z = __extension__({ int t = 4; t * 2; });
    IS(z, 8);
    __asm__ volatile("" ::: "memory");
    _Static_assert(sizeof(int) == 4, "");
    double d = 1.5;
    d = 2.5;
    struct pair pairs[] = {{1, 2}, {3, 4}};
    IS(sizeof pairs / sizeof *pairs, 2);
    const int n __attribute__((unused)) = 1;
    switch (z) {
    case 8: z = 1; __attribute__((fallthrough));
    case 9: z++;
    }
    IS(z, 2);
}

int main(void) {
    c11();
    gcc();
    builtins();
    return failures;
}
