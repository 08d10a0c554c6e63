// expect: true
// what: after the reader has copied x nobody looks at x again, but what was copied decides; the
//       sum decides nothing at any time
// args: --coi both --value-precision lazy
#include <pthread.h>
void abort(void);
void reach_error(void) { abort(); }

int x, y, sum;

static void *reader(void *unused) {
    y = x;
    x = 7;
    sum = sum + y;
    return unused;
}

int main(void) {
    pthread_t thread;
    x = 1;
    y = 2;
    pthread_create(&thread, 0, reader, 0);
    sum = sum + x;
    x = 3;
    pthread_join(thread, 0);
    int seen = y;
    if (seen != 1 && seen != 3) reach_error();
    return 0;
}
