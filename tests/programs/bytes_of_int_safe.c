// expect: true
// what: bytes of an int through a pointer to characters: two threads write different bytes, and
// what: the int has both; little endian
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
    ((unsigned char *)&word)[3] = 0xbb;
    unsigned short middle = *(unsigned short *)((char *)&word + 1);
    assert(middle == 0x2233);
    pthread_join(thread, 0);
    assert(word == 0xbb2233aa);
    return 0;
}
