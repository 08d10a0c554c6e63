/* A mailbox for one letter. Who waits for a letter does not look again when it wakes up. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct mailbox {
    int full, letter;
    pthread_mutex_t lock;
    pthread_cond_t arrived;
};

void *postman(void *arg) {
    struct mailbox *box = arg;
    pthread_mutex_lock(&box->lock);
    box->letter = 42;
    box->full = 1;
    pthread_cond_signal(&box->arrived);
    pthread_mutex_unlock(&box->lock);
    return NULL;
}

int main(void) {
    pthread_t thread;
    struct mailbox *mine = malloc(sizeof *mine);
    mine->full = 0;
    pthread_mutex_init(&mine->lock, NULL);
    pthread_cond_init(&mine->arrived, NULL);
    pthread_create(&thread, NULL, postman, mine);
    pthread_mutex_lock(&mine->lock);
    if (!mine->full) /* should be while */
        pthread_cond_wait(&mine->arrived, &mine->lock);
    int letter = mine->letter;
    pthread_mutex_unlock(&mine->lock);
    assert(letter == 42);
    return 0;
}
