/* Settings that make no difference to what is modelled: scheduling, stacks, signals, names,
 * sharing between processes. What there is to tell is whether they are valid, as glibc
 * sees it. */

enum { ERANGE = 34, ENOTSUP = 95 };
enum { STACK_MIN = 16384, SIGNALS = 64, NAME_MAX = 15 };

static int valid_up_to(int value, int most) {
    return value >= 0 && value <= most ? 0 : EINVAL;
}

static int model_pthread_mutexattr_setpshared(void *attributes, int shared) {
    return valid_up_to(shared, 1);
}

static int model_pthread_condattr_setpshared(void *attributes, int shared) {
    return valid_up_to(shared, 1);
}

static int model_pthread_rwlockattr_setpshared(void *attributes, int shared) {
    return valid_up_to(shared, 1);
}

static int model_pthread_barrierattr_setpshared(void *attributes, int shared) {
    return valid_up_to(shared, 1);
}

static int model_pthread_mutexattr_setprotocol(void *attributes, int protocol) {
    return valid_up_to(protocol, 2);
}

static int model_pthread_mutexattr_setprioceiling(void *attributes, int ceiling) {
    return ceiling >= 1 && ceiling <= 99 ? 0 : EINVAL;
}

static int model_pthread_condattr_setclock(void *attributes, int clock) {
    return valid_up_to(clock, 1);
}

static int model_pthread_attr_setscope(void *attributes, int scope) {
    return scope == 1 ? ENOTSUP : valid_up_to(scope, 0);
}

static int model_pthread_attr_setinheritsched(void *attributes, int inherit) {
    return valid_up_to(inherit, 1);
}

static int model_pthread_attr_setschedpolicy(void *attributes, int policy) {
    return valid_up_to(policy, 2);
}

static int model_pthread_attr_setstacksize(void *attributes, size_t size) {
    return size < STACK_MIN ? EINVAL : 0;
}

static int model_pthread_attr_setstack(void *attributes, void *stack, size_t size) {
    return size < STACK_MIN ? EINVAL : 0;
}

static int model_pthread_setconcurrency(int level) {
    return level < 0 ? EINVAL : 0;
}

static int model_pthread_setname_np(unsigned long thread, const char *name) {
    return model_strnlen(name, NAME_MAX + 1) > NAME_MAX ? ERANGE : 0;
}

/* Two signals are glibc's own. */
static int changes_signal(int signal) {
    if (signal < 1 || signal > SIGNALS || signal == 32 || signal == 33) return fails(EINVAL);
    return 0;
}

static int model_sigaddset(void *set, int signal) {
    return changes_signal(signal);
}

static int model_sigdelset(void *set, int signal) {
    return changes_signal(signal);
}

static int model_pthread_sigmask(int how, const void *set, void *old) {
    return set && (how < 0 || how > 2) ? EINVAL : 0;
}
