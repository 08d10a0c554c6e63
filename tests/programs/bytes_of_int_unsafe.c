// expect: false(unreach-call)
// what: a byte and the whole int: main reads the int, the thread writes byte 0, main writes the
// what: int back: the byte is lost
#include <assert.h>
#include <pthread.h>

unsigned word = 0x11223344;

static void *low(void *unused) {
    unsigned char *bytes = (unsigned char *)&word;
    bytes[0] = 0xaa;
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, low, 0);
    word = (word & 0x00ffffff) | 0xbb000000;
    unsigned short middle = *(unsigned short *)((char *)&word + 1);
    assert(middle == 0x2233);
    pthread_join(thread, 0);
    assert(word == 0xbb2233aa);
    return 0;
}
