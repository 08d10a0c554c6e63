// expect: false(unreach-call)
// what: functions of the program with ...: the third argument is not read
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

struct pair {
    int first, second;
};

static int next_of(va_list list) {
    return va_arg(list, int);
}

static long total(int count, ...) {
    long sum = 0;
    va_list list;
    va_start(list, count);
    for (int i = 0; i < count; i++) sum += va_arg(list, int);
    va_end(list);
    return sum;
}

static long mixed(const char *kinds, ...) {
    va_list list, again;
    va_start(list, kinds);
    va_copy(again, list);
    int *place = va_arg(list, int *);
    long long wide = va_arg(list, long long);
    struct pair pair = va_arg(list, struct pair);
    int last = next_of(list);
    va_end(list);
    assert(va_arg(again, int *) == place);
    va_end(again);
    return *place + wide + pair.second + last + kinds[0];
}

static int shared;

static void *worker(void *unused) {
    shared = total(2, 1, (char)2, 3);
    printf("%d\n", shared);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    struct pair pair = {5, 6};
    assert(mixed("\1", &shared, 1LL << 20, pair, 'a') == 6 + (1 << 20) + 6 + 'a' + 1);
    assert(total(0) == 0);
    return 0;
}
