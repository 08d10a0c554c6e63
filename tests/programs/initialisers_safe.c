// expect: true
// what: partial, designated, nested and string initialisers; what is not named is zero
#include <assert.h>
#include <pthread.h>

struct item {
    int id;
    int weights[2];
    const int *link;
};
int table[4] = {[1] = 5, 6};
struct item items[2] = {{.id = 1, .weights = {[1] = 9}}, {2, {3, 4}, &table[1]}};
char word[] = "ab";
int zero[3];
int failures;

void *check(void *arg) {
    int local[3] = {7};
    failures += local[0] != 7 || local[1] != 0 || local[2] != 0;
    failures += items[0].weights[0] != 0 || items[0].weights[1] != 9 || items[0].link != NULL;
    failures += *items[1].link != 5;
    failures += sizeof word != 3 || word[1] != 'b' || word[2] != '\0';
    failures += zero[0] + zero[1] + zero[2];
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, check, NULL);
    pthread_join(t, NULL);
    assert(failures == 0);
    assert(table[2] == 6 && table[3] == 0);
    return 0;
}
