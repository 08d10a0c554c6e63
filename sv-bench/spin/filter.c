// Peterson's filter lock for N threads that enter again and again. The same
// protocol as filter.pml. Thread number 0 is main, so both have N processes.
#include <pthread.h>

#ifndef N
#define N 3
#endif

void abort(void);
void reach_error(void) { abort(); }

static unsigned char level[N];
static unsigned char last[N];
static unsigned char inside;

static void *process(void *number) {
    unsigned char me = (unsigned char)(unsigned long)number;
    for (;;) {
        for (unsigned char l = 1; l < N; l++) {
            level[me] = l;
            last[l] = me;
            for (unsigned char k = 0; k < N; k++) {
                if (k != me) {
                    while (level[k] >= l && last[l] == me) continue;
                }
            }
        }
        inside++;
        if (inside != 1) reach_error();
        inside--;
        level[me] = 0;
    }
    return 0;
}

int main(void) {
    pthread_t thread;
    for (unsigned long i = 1; i < N; i++) pthread_create(&thread, 0, process, (void *)i);
    process((void *)0);
    return 0;
}
