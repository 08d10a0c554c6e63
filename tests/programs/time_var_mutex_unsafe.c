// expect: false(unreach-call)
// what: the block is written before busy is set: the deallocator, which holds busy_lock, writes between the store and the assertion of the allocator
#include <assert.h>
#include <pthread.h>

pthread_mutex_t inode_lock = PTHREAD_MUTEX_INITIALIZER, busy_lock = PTHREAD_MUTEX_INITIALIZER;
int block, busy, inode;

void *allocator(void *arg) {
    pthread_mutex_lock(&inode_lock);
    block = 1;
    assert(block == 1);
    pthread_mutex_unlock(&inode_lock);
    return 0;
}

void *deallocator(void *arg) {
    pthread_mutex_lock(&busy_lock);
    if (busy == 0) {
        block = 0;
        assert(block == 0);
    }
    pthread_mutex_unlock(&busy_lock);
    return 0;
}

int main(void) {
    pthread_t a, d;
    pthread_create(&a, 0, allocator, 0);
    pthread_create(&d, 0, deallocator, 0);
    pthread_join(a, 0);
    pthread_join(d, 0);
    return 0;
}
