// expect: true
// what: one thread reads an input while another makes steps; however these are ordered, the input
//     is one number, from which the sum follows
// args: --por none
#include <assert.h>
#include <pthread.h>

extern short __VERIFIER_nondet_short(void);
extern void __VERIFIER_assume(int);

int masked = 3, read;

static void *reader(void *unused) {
    short input = __VERIFIER_nondet_short();
    __VERIFIER_assume(input >= -1 && input <= 2);
    masked &= masked + 1;
    return (void *)(long)(input + 3);
}

static void *idle(void *unused) {
    return unused;
}

int main(void) {
    pthread_t first, second;
    void *result;
    pthread_create(&first, 0, reader, 0);
    pthread_create(&second, 0, idle, 0);
    pthread_join(first, &result);
    read = (long)result;
    int sum = (10 + read) * 5 + 2;
    assert(sum == 62 || sum == 67 || sum == 72 || sum == 77);
    return 0;
}
