// expect: true
// what: statement expressions, typeof, ?: without a middle, case ranges, container_of, local labels
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#define max(a, b)                                                                                  \
    ({                                                                                             \
        __typeof__(a) a_ = (a);                                                                    \
        __typeof__(b) b_ = (b);                                                                    \
        a_ > b_ ? a_ : b_;                                                                         \
    })
#define container_of(pointer, type, member)                                                        \
    ({                                                                                             \
        const __typeof__(((type *)0)->member) *inner_ = (pointer);                                 \
        (type *)((char *)inner_ - offsetof(type, member));                                         \
    })

struct node {
    int value;
    struct link {
        struct link *next;
    } link;
};

static int class_of(int letter) {
    switch (letter) {
    case '0' ... '9': return 1;
    case 'a' ... 'z': letter -= 32; /* fall through */
    case 'A' ... 'Z': return letter;
    default: return 0;
    }
}

static void *worker(void *argument) {
    container_of((struct link *)argument, struct node, link)->value = 5;
    return 0;
}

int main(void) {
    pthread_t thread;
    struct node node = {.value = 1};
    int counter = 3, zero = 0;
    pthread_create(&thread, 0, worker, &node.link);
    assert(max(counter++, 2) == 3 && counter == 4);
    pthread_join(thread, 0);
    assert(max(node.value, max(1, counter)) == 5 && (zero ?: counter) == 4);
    assert(class_of('7') == 1 && class_of('b') == 'B' && class_of('+') == 0);
    return 0;
}
