// expect: false(unreach-call)
// what: they change places without a wait: a frame is lost, or shown while it is drawn
// analysis: value predicate+value bmc
#include <assert.h>
#include <pthread.h>
#include <string.h>

#define WIDTH 3
#define FRAMES 2

struct frame {
    int pixel[WIDTH];
    int number;
};

static struct frame buffers[2];
static int front;
static int ready;
static pthread_mutex_t swap_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t swapped = PTHREAD_COND_INITIALIZER;
static pthread_cond_t shown = PTHREAD_COND_INITIALIZER;

static void render(struct frame *f, int number) {
    f->number = number;
    for (int i = 0; i < WIDTH; i++) f->pixel[i] = number * 10 + i;
}

static void *renderer(void *arg) {
    for (int n = 1; n <= FRAMES; n++) {
        render(&buffers[1 - front], n);
        pthread_mutex_lock(&swap_lock);
        front = 1 - front;
        ready = 1;
        pthread_cond_signal(&swapped);
        pthread_mutex_unlock(&swap_lock);
    }
    return arg;
}

static void *display(void *arg) {
    int last = 0;
    while (last < FRAMES) {
        struct frame copy;
        pthread_mutex_lock(&swap_lock);
        while (!ready) pthread_cond_wait(&swapped, &swap_lock);
        memcpy(&copy, &buffers[front], sizeof copy);
        ready = 0;
        pthread_cond_signal(&shown);
        pthread_mutex_unlock(&swap_lock);
        for (int i = 0; i < WIDTH; i++) assert(copy.pixel[i] == copy.number * 10 + i);
        assert(copy.number == last + 1);
        last = copy.number;
    }
    return arg;
}

int main(void) {
    pthread_t r, d;
    pthread_create(&d, NULL, display, NULL);
    pthread_create(&r, NULL, renderer, NULL);
    pthread_join(r, NULL);
    pthread_join(d, NULL);
    return 0;
}
