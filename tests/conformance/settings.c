// models: pthread_sigmask sigemptyset sigfillset sigaddset sigdelset pthread_setschedparam
//   pthread_setschedprio pthread_setaffinity_np pthread_attr_setaffinity_np pthread_attr_setstack
//   pthread_setconcurrency pthread_setname_np pthread_attr_setscope pthread_attr_setstacksize
//   pthread_attr_setguardsize pthread_attr_setinheritsched pthread_attr_setschedpolicy
//   pthread_attr_setschedparam
//   pthread_mutexattr_setprioceiling
// assumes: settings of scheduling, stacks and signals make no difference; the affinity, the guard size
//   and parameters of scheduling are valid
#include <pthread.h>
#include <sched.h>
#include <signal.h>

#include "conformance.h"

static char stack[1 << 16];

int main(void) {
    sigset_t set;
    exact(sigemptyset(&set));
    exact(sigfillset(&set));
    exact(sigaddset(&set, SIGINT));
    exact(sigdelset(&set, SIGINT));
    exact(pthread_sigmask(SIG_BLOCK, &set, NULL));
    struct sched_param parameter = {0};
    pthread_attr_t attributes;
    exact(pthread_attr_init(&attributes));
    exact(pthread_attr_setscope(&attributes, PTHREAD_SCOPE_SYSTEM));
    exact(pthread_attr_setstacksize(&attributes, 1 << 20));
    exact(pthread_attr_setguardsize(&attributes, 4096));
    exact(pthread_attr_setinheritsched(&attributes, PTHREAD_EXPLICIT_SCHED));
    exact(pthread_attr_setschedpolicy(&attributes, SCHED_OTHER));
    exact(pthread_attr_setschedparam(&attributes, &parameter));
    exact(pthread_attr_setstack(&attributes, stack, sizeof stack));
    exact(pthread_attr_setaffinity_np(&attributes, 0, NULL));
    exact(pthread_setschedparam(pthread_self(), SCHED_OTHER, &parameter));
    exact(pthread_setschedprio(pthread_self(), 0));
    exact(pthread_setconcurrency(1));
    exact(pthread_setname_np(pthread_self(), "name"));
    exact(pthread_setname_np(pthread_self(), "name of fifteen"));

    exact(sigaddset(&set, 0));
    exact(sigaddset(&set, 32));
    exact(sigdelset(&set, 65));
    exact(sigaddset(&set, 64));
    exact(pthread_sigmask(3, &set, NULL));
    exact(pthread_sigmask(3, NULL, NULL));
    exact(pthread_attr_setscope(&attributes, PTHREAD_SCOPE_PROCESS));
    exact(pthread_attr_setscope(&attributes, 9));
    exact(pthread_attr_setstacksize(&attributes, 100));
    exact(pthread_attr_setinheritsched(&attributes, 2));
    exact(pthread_attr_setschedpolicy(&attributes, 3));
    exact(pthread_attr_setstack(&attributes, stack, 9));
    exact(pthread_setconcurrency(-1));
    exact(pthread_setname_np(pthread_self(), "a name that is too long"));
    pthread_mutexattr_t mutex;
    pthread_condattr_t condition;
    pthread_rwlockattr_t lock;
    pthread_barrierattr_t barrier;
    pthread_mutexattr_init(&mutex);
    pthread_condattr_init(&condition);
    pthread_rwlockattr_init(&lock);
    pthread_barrierattr_init(&barrier);
    for (int i = -1; i < 4; i++) {
        exact(pthread_mutexattr_setpshared(&mutex, i));
        exact(pthread_condattr_setpshared(&condition, i));
        exact(pthread_rwlockattr_setpshared(&lock, i));
        exact(pthread_barrierattr_setpshared(&barrier, i));
        exact(pthread_mutexattr_setprotocol(&mutex, i));
        exact(pthread_condattr_setclock(&condition, i));
    }
    exact(pthread_mutexattr_setprioceiling(&mutex, 1));
    exact(pthread_mutexattr_setprioceiling(&mutex, 0));
    exact(pthread_mutexattr_setprioceiling(&mutex, 100));
    finish();
}
