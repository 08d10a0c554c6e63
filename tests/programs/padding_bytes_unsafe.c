// expect: false(unreach-call)
// what: bytes of padding keep what is written there: the thread has written byte 2
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct padded {
    char tag;
    int number;
};

static struct padded shared;

static void *worker(void *bytes) {
    ((unsigned char *)bytes)[2] = 9;
    return 0;
}

int main(void) {
    pthread_t thread;
    unsigned char *bytes = (unsigned char *)&shared;
    assert(bytes[1] == 0 && bytes[3] == 0);
    pthread_create(&thread, 0, worker, &shared);
    bytes[1] = 8;
    pthread_join(thread, 0);
    assert(*(unsigned *)bytes == 0x000800 && shared.number == 0);
    struct padded *odd = malloc(sizeof *odd + 3);
    ((char *)odd)[10] = 5;
    odd->number = 1;
    assert(((char *)odd)[10] == 5);
    free(odd);
    return 0;
}
