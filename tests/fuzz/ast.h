#ifndef TESTS_FUZZ_AST_H
#define TESTS_FUZZ_AST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Random programs as trees. The same tree is printed as C for heddle and
 * compiled for the interpreter of this directory. Nothing here uses heddle's
 * code: the two must not share mistakes. Nothing is freed before the next
 * program is made (ast_reset). */

typedef enum ctype_kind {
    CT_INT,
    CT_POINTER,
    CT_STRUCT,
    CT_ARRAY,
    CT_MUTEX,
    CT_SEMAPHORE, /* elems[0] is its first value */
    CT_RWLOCK,
    CT_BARRIER, /* for two threads */
    CT_CONDITION,
    CT_HANDLE,
} ctype_kind_t;

enum { MAX_FIELDS = 3, MAX_ARGS = 2, MAX_VARS = 24, MAX_FUNCTIONS = 8, MAX_SET = 6 };

typedef struct ctype ctype_t;
struct ctype {
    ctype_kind_t kind;
    const char *name; /* of integers and structs */
    unsigned size, align;
    bool is_signed, is_bool, is_union;
    const ctype_t *elem; /* pointers and arrays */
    unsigned count;
    unsigned field_count;
    const ctype_t *fields[MAX_FIELDS];
    unsigned offsets[MAX_FIELDS];
};

typedef struct expr expr_t;
typedef struct stmt stmt_t;

typedef struct var {
    char name[12];
    const ctype_t *type;
    bool is_global, is_param, is_atomic;
    struct function *inside; /* a static variable of this function */
    expr_t *start;    /* initial value, without accesses; NULL: zero */
    int64_t elems[4]; /* of arrays and structs */
    /* computed from the tree */
    bool is_used, is_exposed;
    unsigned offset;
} var_t;

typedef enum expr_kind {
    EX_CONST,
    EX_VAR,
    EX_DEREF,
    EX_INDEX, /* a[b], a an array or a pointer */
    EX_FIELD,
    EX_ADDR,
    EX_UNARY,
    EX_BINARY,
    EX_AND,
    EX_OR,
    EX_COND,
    EX_CAST,
} expr_kind_t;

typedef enum op {
    OP_ADD,
    OP_SUB,
    OP_MUL,
    OP_DIV,
    OP_REM,
    OP_AND,
    OP_OR,
    OP_XOR,
    OP_SHL,
    OP_SHR,
    OP_EQ,
    OP_NE,
    OP_LT,
    OP_LE,
    OP_GT,
    OP_GE,
    OP_NEG,
    OP_COMPLEMENT,
    OP_NOT,
    OP_SET, /* plain assignment, exchange */
    OP_CAS,
} op_t;

struct expr {
    expr_kind_t kind;
    op_t op;
    const ctype_t *type; /* constants and casts */
    expr_t *a, *b, *c;
    var_t *var;
    int64_t value;
    unsigned field;
    expr_t *instead; /* the shrinker put this in its place */
};

typedef enum stmt_kind {
    ST_ASSIGN,  /* target op= value */
    ST_BUMP,    /* target++, --target, ... */
    ST_IF,      /* if (value) body else other */
    ST_WHILE,   /* while (value) body */
    ST_DO,      /* do body while (value) */
    ST_FOR,     /* for (var = lo; var < hi; var++) body */
    ST_SWITCH,  /* body: ST_CASEs */
    ST_CASE,    /* case lo: body, or the default; falls through if is_form */
    ST_BREAK,
    ST_CONTINUE,
    ST_BLOCK,
    ST_LOCK,    /* lock(target), and no unlock */
    ST_UNLOCK,  /* what another locked */
    ST_LOCKED,  /* lock(target) body unlock(target) */
    ST_TRY,     /* if (!trylock(target)) { body unlock(target) } else other */
    ST_READING, /* read-write lock: rdlock(target) body unlock(target) */
    ST_WRITING, /* ... wrlock(target) body unlock(target) */
    ST_AWAIT,   /* lock(target) while (value) wait(place, target); body unlock(target) */
    ST_SIGNAL,  /* signal(place), or broadcast */
    ST_POST,    /* semaphore */
    ST_WAIT,
    ST_TRYWAIT, /* if (!trywait(target)) body else other */
    ST_MEET,    /* barrier */
    ST_ATOMIC,  /* an atomic section */
    ST_CREATE,  /* create(&target, callee, args[0]) */
    ST_JOIN,    /* join(target); place gets the exit value */
    ST_CALL,    /* [target =] callee(args) */
    ST_RETURN,
    ST_ASSERT, /* value in set; or, without, lo <= value <= hi; or, is_form, value != lo */
    ST_OBSERVE, /* an assertion that is not chosen yet */
    ST_ASSUME,
    ST_NONDET,  /* target = any of lo..hi */
    ST_ALLOC,   /* var = malloc; the fields get args */
    ST_FREE,
    ST_RMW,     /* [target =] atomic(&place, op, value) */
    ST_ABORT,
    ST_EXIT,    /* pthread_exit */
} stmt_kind_t;

typedef enum stmt_mode { KEPT, GONE, UNWRAPPED } stmt_mode_t;

struct function;
struct stmt {
    stmt_kind_t kind;
    stmt_mode_t mode;
    op_t op;
    bool is_form; /* picks one of two ways to write it */
    expr_t *target, *place, *value, *args[MAX_ARGS];
    stmt_t *body, *other, *next;
    var_t *var;
    struct function *callee;
    int64_t lo, hi;
    int64_t set[MAX_SET];
    unsigned set_count;
    unsigned id; /* of observations */
};

typedef enum function_kind { FUNCTION_MAIN, FUNCTION_ROUTINE, FUNCTION_HELPER } function_kind_t;

typedef struct function {
    char name[24];
    function_kind_t kind;
    const ctype_t *result; /* helpers; NULL: void */
    bool is_atomic;        /* named __VERIFIER_atomic_... */
    unsigned param_count, local_count;
    var_t *locals[MAX_VARS]; /* the parameters come first */
    stmt_t *body;
    /* computed */
    bool is_used;
    unsigned entry, frame_size;
} function_t;

/* The property that the program is made for. Without assertions what is observed does not
 * matter. */
typedef enum asked { ASKED_ASSERTIONS, ASKED_MISUSE, ASKED_OVERFLOW } asked_t;

typedef struct tree {
    uint64_t seed;
    unsigned pointer_size; /* 4: ILP32, 8: LP64 */
    unsigned global_count, function_count, struct_count, observation_count;
    var_t *globals[MAX_VARS];
    function_t *functions[MAX_FUNCTIONS]; /* main is the last */
    ctype_t *structs[4];
    bool has_nondet; /* inputs other than the schedule */
    bool is_crowd;   /* threads without end: the interpreter sees the first few only */
    asked_t asked;   /* what violates */
} tree_t;

void ast_reset(void);
void *ast_new(size_t size);

enum { INT_TYPES = 9 };
extern const ctype_t int_types[INT_TYPES]; /* signed char ... unsigned long long, _Bool */
extern const ctype_t *const ct_int, *const ct_llong;
const ctype_t *ct_pointer(const tree_t *tree, const ctype_t *elem);
const ctype_t *ct_array(const ctype_t *elem, unsigned count);
void ct_struct_lay_out(ctype_t *type);

/* What the shrinker left of it. */
expr_t *expr_real(expr_t *expr);
const ctype_t *expr_type(const tree_t *tree, expr_t *expr);
const ctype_t *type_promoted(const ctype_t *type);
const ctype_t *type_common(const ctype_t *a, const ctype_t *b);
/* The value brought into the range of the type. */
int64_t type_wrap(const ctype_t *type, int64_t value);
bool is_lvalue(const expr_t *expr);

/* Calls back for what is left of the tree, callees included, each function
 * once; parents before children. on_expr hears whether a number is expected
 * there, so that another number could stand in its place. */
typedef struct walk {
    void (*on_stmt)(struct walk *walk, stmt_t *stmt);
    void (*on_expr)(struct walk *walk, expr_t *expr, bool is_number);
    void *context;
} walk_t;
void tree_walk(tree_t *tree, walk_t *walk);
/* Computes is_used and is_exposed. */
void tree_mark(tree_t *tree);

#endif
