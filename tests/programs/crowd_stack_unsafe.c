// expect: false(unreach-call)
// what: the first cell is 0, which is also the mark of an empty stack
// analysis: value predicate bmc
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int cells[65], next_free, top;

static int get_cell(void) {
    int cell = -1;
    pthread_mutex_lock(&lock);
    if (next_free + 1 <= 63) {
        cell = next_free;
        next_free += 2;
    }
    pthread_mutex_unlock(&lock);
    return cell;
}

static int push(int value) {
    int cell = get_cell();
    if (cell < 0) return 0;
    cells[cell] = value;
    pthread_mutex_lock(&lock);
    cells[cell + 1] = top;
    top = cell;
    pthread_mutex_unlock(&lock);
    return 1;
}

static void *worker(void *unused) {
    int value = __VERIFIER_nondet_int();
    if (push(value) && top == 0) reach_error();
    return unused;
}

int main(void) {
    pthread_t thread;
    while (1) pthread_create(&thread, 0, worker, 0);
}
