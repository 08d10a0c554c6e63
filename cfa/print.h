#ifndef CFA_PRINT_H
#define CFA_PRINT_H

#include "cfa/program.h"

/* The name of size bytes at an offset of an object: "x", "a[3]", "p.next"; an
 * access that fits no cell prints as "x{offset:size}". */
/* Where the scalar of this size lies in a type: ".f[3]"; false: there is none, *out is as
 * before. size 0: whatever begins there that is no part of a library type. */
bool type_print_path(strbuf_t *out, const type_t *type, uint64_t offset, uint64_t size);
void object_print_cell(strbuf_t *out, const object_t *object, uint64_t offset, uint64_t size);

#endif
