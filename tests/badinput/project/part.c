#include "part.h"

int total;
static int step = STEP;

void add(void) {
    total += step;
}
