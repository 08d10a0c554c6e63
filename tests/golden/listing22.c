// args: --analysis predicate --block never --por none
/* Two threads add global variables to each other: each i += j is a load of j,
 * a load of i and a store of i. */
typedef unsigned long pthread_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);
extern void reach_error(void);
extern void abort(void);

int i = 1, j = 1;

void *t1(void *arg) {
    i += j;
    i += j;
}

int main(int argc, char **argv) {
    pthread_t id1;
    pthread_create(&id1, ((void *)0), t1, ((void *)0));
    j += i;
    j += i;
    pthread_join(id1, ((void *)0));
    if (i == 8 || j == 8) {
    ERROR: {
        reach_error();
        abort();
    }
    }
    return 0;
}
