// expect: false(unreach-call)
// what: counting builtins on a value that two threads make: the lowest bit set is bit 4
#include <assert.h>
#include <pthread.h>

unsigned mask;

static void *set(void *bits) {
    __sync_fetch_and_or(&mask, *(unsigned *)bits);
    return 0;
}

int main(void) {
    pthread_t thread;
    unsigned low = 0x30, high = 0x300000;
    pthread_create(&thread, 0, set, &low);
    set(&high);
    pthread_join(thread, 0);
    assert(__builtin_ctz(mask) == 5 && __builtin_clz(mask) == 10);
    assert(__builtin_popcount(mask) == 4 && __builtin_parity(mask) == 0);
    assert(__builtin_ffs(mask) == 5 && __builtin_ffs(mask ^ mask) == 0);
    assert(__builtin_bswap32(mask) == 0x30003000 && __builtin_bswap16(mask) == 0x3000);
    assert(__builtin_clzll(mask) == 42 && __builtin_popcountll(mask * 0x100000001ull) == 8);
    assert(__builtin_expect(mask, 1) == mask && !__builtin_constant_p(mask));
    if (!mask) __builtin_unreachable();
    return 0;
}
