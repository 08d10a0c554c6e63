// expect: false(unreach-call)
// what: the reader lets go of the lock between two reads: the interrupt comes between, status is 0 and shadow -1
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

struct device {
    int status, shadow;
    unsigned char control;
    int width;
};
struct device device;
int stopped;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int probe(void) {
    int status = __VERIFIER_nondet_int();
    if (status < -5 || status > 0) return -1;
    return status;
}

void *interrupt(void *unused) {
    int status = probe();
    unsigned char control = __VERIFIER_nondet_uchar();
    pthread_mutex_lock(&lock);
    if (!stopped) {
        device.status = status;
        device.control = control;
        device.width = control & 15;
        device.shadow = status;
    }
    pthread_mutex_unlock(&lock);
    return NULL;
}

void *reader(void *unused) {
    pthread_mutex_lock(&lock);
    int status = device.status;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    int shadow = device.shadow, control = device.control, width = device.width;
    pthread_mutex_unlock(&lock);
    assert(status == shadow);
    assert(status <= 0 && shadow >= -5);
    assert((control & 15) == width && width < 16);
    if (status != 0) assert(shadow < 0);
    return NULL;
}

int main(void) {
    pthread_t first, second;
    stopped = __VERIFIER_nondet_int();
    pthread_create(&first, NULL, interrupt, NULL);
    pthread_create(&second, NULL, reader, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(!stopped || device.shadow == 0);
    return 0;
}
