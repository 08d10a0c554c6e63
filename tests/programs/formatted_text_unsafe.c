// expect: false(unreach-call)
// what: the second writer is the last: the line shows its number
// analysis: value predicate+value bmc
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static char line[24];
static int length;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void describe(char *text, unsigned size, const char *format, ...) {
    va_list list;
    va_start(list, format);
    vsnprintf(text, size, format, list);
    va_end(list);
}

static void *writer(void *number) {
    char own[8];
    describe(own, sizeof own, "%c%03d", 'w', *(int *)number);
    pthread_mutex_lock(&lock);
    length = snprintf(line, sizeof line, "%s: %-4u|%5x|%ld%%", own, 17u, 0xabu, -3L);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t first, second;
    int one = 1, two = 2;
    pthread_create(&first, NULL, writer, &one);
    pthread_create(&second, NULL, writer, &two);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(length == 20);
    assert(strcmp(line + 4, ": 17  |   ab|-3%") == 0);
    assert(line[3] == '1');
    char small[4];
    assert(sprintf(small, "%+d", 45) == 3 && small[0] == '+');
    assert(snprintf(small, sizeof small, "%.2s%d", "xyz", 45) == 4);
    assert(strcmp(small, "xy4") == 0);
    assert(snprintf(NULL, 0, "%lld", -9223372036854775807LL) == 20);
    return 0;
}
