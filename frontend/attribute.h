#ifndef FRONTEND_ATTRIBUTE_H
#define FRONTEND_ATTRIBUTE_H

#include "frontend/clang_util.h"

/* Attributes that change what a program does. libclang shows that a declaration has
 * attributes but not which; Clang's printed form of the declaration does. One in a
 * header of the system is not looked at. */
typedef struct attributes {
    bool runs_before_main, runs_after_main;
    bool is_alias;       /* another name of something else, or a choice made later */
    bool is_weak;
    bool has_cleanup;    /* a variable at whose end a function is called */
    const char *label;   /* its name for the linker, or NULL; lives in the arena */
} attributes_t;

attributes_t attributes_of(arena_t *arena, CXCursor decl);
/* A function that its declaration says to have no effect but its result. */
bool attributes_are_pure(CXCursor function);
/* What the address of a variable is a multiple of because an attribute says so; 0: none
 * does, or it is not written as a number. */
uint32_t attributes_alignment(CXCursor decl);
/* A function that its declaration says not to return. */
bool attributes_never_returns(CXCursor function);

#endif
