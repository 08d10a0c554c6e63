// expect: true
// what: a stream that is not opened sets errno; what is written is returned, or EOF
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>

int written;

void *worker(void *arg) {
    written = putchar('a');
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    assert(written == 'a' || written == EOF);
    errno = 0;
    FILE *stream = fopen("file", "r");
    assert(stream || errno);
    int flushed = fflush(stdout);
    assert(flushed == 0 || (flushed == EOF && errno));
    char line[3] = "ab";
    if (!fgets(line, 3, stdin)) line[0] = 0;
    assert(!line[0] || !line[1] || !line[2]);
    return 0;
}
