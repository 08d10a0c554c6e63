#ifndef ENGINE_ENGINES_H
#define ENGINE_ENGINES_H

#include "engine/core/engine.h"

/* The table of all engines; ends with NULL. */
extern const engine_class_t *const engine_classes[];
const engine_class_t *engine_class_named(const char *name);

/* For --list-engines: a row each with its name, what it refutes and proves, and its help. */
void engines_print(strbuf_t *out);
/* For --list-configurations: a row each, NAME OPTIONS. The name of an engine alone is its
 * default, ENGINE-CONFIGURATION one that is worth comparing with it. */
void engines_print_configurations(strbuf_t *out);

#endif
