// expect: true
// what: arrays whose sizes are known at run time: several dimensions, sizeof, as parameters and types
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int corner(int rows, int columns, int grid[rows][columns]) {
    return grid[rows - 1][columns - 1];
}

static int in_loop(int rounds) {
    int sum = 0;
    for (int i = 1; i <= rounds; i++) {
        int block[i];
        block[i - 1] = i;
        if (i == 2) continue;
        sum += block[i - 1] + (int)(sizeof block / sizeof block[0]);
    }
    return sum;
}

static void *worker(void *argument) {
    int (*row)[3] = argument;
    row[1][2] = 7;
    return 0;
}

int main(void) {
    pthread_t thread;
    int rows = 2, columns = 3;
    int grid[rows][columns];
    typedef int row_t[columns];
    grid[0][0] = 1;
    grid[1][2] = 5;
    pthread_create(&thread, 0, worker, grid);
    pthread_join(thread, 0);
    assert(corner(rows, columns, grid) == 7);
    columns = 100; /* changes no type */
    assert(sizeof grid == 24 && sizeof grid[0] == 12 && sizeof(row_t) == 12);
    row_t *row = grid, *other = malloc(2 * sizeof *other);
    row++;
    other[1][2] = (*row)[2] + (row - grid);
    assert(other[1][2] == 8 && in_loop(3) == 8);
    return 0;
}
