#ifndef FRONTEND_PRELUDE_H
#define FRONTEND_PRELUDE_H

/* C text that is read before every input file. It gives the compiler's atomic
 * builtins a meaning in C: libclang does not tell them apart, and they are
 * plain read-modify-write sections anyway. */
#define PRELUDE_DIRECTORY "/heddle-prelude"
#define PRELUDE_FILE PRELUDE_DIRECTORY "/prelude.h"
#define PRELUDE_HEAD PRELUDE_DIRECTORY "/head.h" /* frontend_options_t.head */
extern const char prelude_text[];

#endif
