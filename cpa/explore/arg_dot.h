#ifndef CPA_EXPLORE_ARG_DOT_H
#define CPA_EXPLORE_ARG_DOT_H

#include "cpa/explore/composite.h"

#include <stdio.h>

/* The ARG for Graphviz: states labelled with the locations of the threads and
 * the parts of the CPAs, steps with thread and edge, covering dashed. */
void arg_dot_print(FILE *out, composite_t *composite, const arg_t *arg);
/* The same, if anybody asks (out is not NULL) and a person could look at it. */
void arg_dot_show(FILE *out, composite_t *composite, const arg_t *arg);

#endif
