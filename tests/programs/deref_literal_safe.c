// expect: true
// args: --property valid-deref
// what: compound literals live as long as the block around them, those of a loop's head as the loop
struct node {
    struct node *next;
    int value;
};

int *kept;

static int sum(const int *a) {
    return a[0] + a[1];
}

int main(void) {
    int s = 0, turns = 0;
    struct node *list = &(struct node){&(struct node){0, 2}, 1};
    for (int *p = (int[]){1, 2, 3}, i = 0; i < 3; i++) s += p[i] + sum((int[]){i, 1});
    if (sum((int[]){1, 2}) == 3) s += list->next->value;
    {
    again:;
        int *p = &(int){turns};
        if (kept) s += *kept;
        kept = p;
        if (turns++ < 2) goto again;
    }
    return s > 100;
}
