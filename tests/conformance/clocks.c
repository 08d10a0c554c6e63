// models: time gettimeofday clock_gettime clock getpid rand random srand srandom sysconf sleep usleep
//   nanosleep sched_yield __errno_location setjmp _setjmp __sigsetjmp
// assumes: no signals; longjmp is refused
#include <errno.h>
#include <sched.h>
#include <setjmp.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "conformance.h"

extern int __sigsetjmp(struct __jmp_buf_tag buffer[1], int mask);

int main(void) {
    time_t now, later = time(&now);
    possible(now);
    exact(now == later);
    struct timeval day;
    exact(gettimeofday(&day, NULL));
    possible(day.tv_sec);
    possible(day.tv_usec);
    struct timespec a, b;
    exact(clock_gettime(CLOCK_MONOTONIC, &a));
    exact(clock_gettime(CLOCK_MONOTONIC, &b));
    possible(a.tv_sec);
    exact(b.tv_sec >= a.tv_sec);
    exact(a.tv_nsec >= 0 && a.tv_nsec < 1000000000);
    exact(clock_gettime(CLOCK_REALTIME, &a));
    possible(a.tv_sec);
    clock_t ticks = clock();
    possible(ticks);
    exact(clock() >= ticks);
    possible(getpid());
    exact(getpid() == getpid());
    srand(7);
    possible(rand());
    possible(rand());
    srandom(7);
    possible(random());
    possible(sysconf(_SC_PAGESIZE));
    exact(sleep(0));
    exact(usleep(1));
    struct timespec moment = {0, 1};
    exact(nanosleep(&moment, NULL));
    exact(sched_yield());
    errno = 5;
    exact(errno);
    exact(*__errno_location());
    jmp_buf buffer;
    exact(setjmp(buffer));
    exact(_setjmp(buffer));
    exact(__sigsetjmp(buffer, 0));
    finish();
}
