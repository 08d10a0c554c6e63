#ifndef UTIL_COMPLETION_H
#define UTIL_COMPLETION_H

#include "util/options.h"

/* Completions of the command line for shells, made from the table of options. words: what
 * options of kind WORD may be. */
void completion_print_bash(strbuf_t *out, const options_words_t *words);
void completion_print_zsh(strbuf_t *out, const options_words_t *words);

#endif
