// expect: false(unreach-call)
// what: assembly that only orders memory does not change it; the thread may have written 2
#include <assert.h>
#include <pthread.h>

#define barrier() __asm__ __volatile__("" : : : "memory")

int flag;

static void *writer(void *unused) {
    flag = 1;
    barrier();
    flag = 2;
    return unused;
}

int main(void) {
    pthread_t thread;
    int kept = 3;
    pthread_create(&thread, 0, writer, 0);
    __asm__("" : "=r"(kept) : "0"(kept));
    __asm__ volatile("mfence" ::: "memory");
    __asm__ volatile("lock; addl $0,0(%%esp)" ::: "memory");
    __asm__("" : "+r"(kept));
    pthread_join(thread, 0);
    if (kept != 3) __asm__ volatile("cli");
    assert(flag == 1 && kept == 3);
    return 0;
}
