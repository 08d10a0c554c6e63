// expect: false(unreach-call)
// what: assembly that reads and writes ports: what is read may be anything of its type, also 255
#include <assert.h>
#include <pthread.h>

static int status, ready;

static inline void outb(unsigned char value, unsigned short port) {
    __asm__ volatile("outb %0, %1" : : "a"(value), "Nd"(port));
}

static inline unsigned char inb(unsigned short port) {
    unsigned char value;
    __asm__ volatile("inb %w1, %b0\n\toutb %%al, $0x80" : "=a"(value) : "Nd"(port) : "memory");
    return value;
}

static inline unsigned inl(unsigned short port) {
    unsigned value = 7;
    __asm__ volatile("inl %[port], %[value]" : [value] "=a"(value) : [port] "Nd"(port));
    return value;
}

static void *device(void *unused) {
    outb(3, 0x70);
    status = inb(0x71);
    ready = 1;
    return unused;
}

int main(void) {
    pthread_t thread;
    int kept = 5;
    pthread_create(&thread, 0, device, 0);
    int wide = inl(0x72) & 0xf000 ? 1 : 2;
    pthread_join(thread, 0);
    assert(ready == 1 && kept == 5);
    assert(status >= 0 && status < 255 && wide > 0);
    return 0;
}
