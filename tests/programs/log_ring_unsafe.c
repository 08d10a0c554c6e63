// expect: false(unreach-call)
// what: the ring is taken for full at one line too many: the third line overwrites the first
// analysis: value predicate+value bmc
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define LINES 2
#define LENGTH 16

static struct {
    char line[LINES][LENGTH];
    int level[LINES];
    unsigned head, tail;
    int stop;
    pthread_mutex_t lock;
    pthread_cond_t space, data;
} logger = {.lock = PTHREAD_MUTEX_INITIALIZER,
            .space = PTHREAD_COND_INITIALIZER,
            .data = PTHREAD_COND_INITIALIZER};

static int written[3];

static void log_message(int level, const char *text) {
    pthread_mutex_lock(&logger.lock);
    while (logger.head - logger.tail > LINES) pthread_cond_wait(&logger.space, &logger.lock);
    unsigned i = logger.head++ % LINES;
    logger.level[i] = level;
    strncpy(logger.line[i], text, LENGTH - 1);
    logger.line[i][LENGTH - 1] = '\0';
    pthread_cond_signal(&logger.data);
    pthread_mutex_unlock(&logger.lock);
}

static void *flusher(void *unused) {
    char line[LENGTH];
    pthread_mutex_lock(&logger.lock);
    while (1) {
        while (logger.head == logger.tail && !logger.stop)
            pthread_cond_wait(&logger.data, &logger.lock);
        if (logger.head == logger.tail) break;
        unsigned i = logger.tail++ % LINES;
        int level = logger.level[i];
        strcpy(line, logger.line[i]);
        pthread_cond_broadcast(&logger.space);
        pthread_mutex_unlock(&logger.lock);
        fprintf(stderr, "[%d] %s\n", level, line);
        if (strcmp(line, "start") == 0)
            written[0]++;
        else if (line[0] == 'w')
            written[1]++;
        else
            written[2]++;
        pthread_mutex_lock(&logger.lock);
    }
    pthread_mutex_unlock(&logger.lock);
    return unused;
}

static void *client(void *unused) {
    log_message(1, "start");
    log_message(2, "work");
    return unused;
}

int main(void) {
    pthread_t f, c;
    pthread_create(&f, NULL, flusher, NULL);
    pthread_create(&c, NULL, client, NULL);
    log_message(1, "main");
    pthread_join(c, NULL);
    pthread_mutex_lock(&logger.lock);
    logger.stop = 1;
    pthread_cond_signal(&logger.data);
    pthread_mutex_unlock(&logger.lock);
    pthread_join(f, NULL);
    assert(written[0] == 1);
    assert(written[1] == 1);
    assert(written[2] == 1);
    return 0;
}
