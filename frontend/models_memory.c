#include "frontend/arith.h"
#include "frontend/ctype.h"
#include "frontend/lvalue.h"
#include "frontend/misuse.h"
#include "frontend/mutexes.h"
#include "frontend/rvalue.h"

#include <string.h>

static const type_t *size_type(body_t *body) {
    return type_int(body->program->types, body->program->pointer_bits, false);
}

static const type_t *void_pointer(body_t *body) {
    return body_pointer_to(body, type_void(body->program->types));
}

/* The type in sizeof(T) or sizeof expression; NULL if it cannot be seen. */
static const type_t *sizeof_type(body_t *body, CXCursor cursor) {
    cursors_t children = clu_children(body->lower->scratch, cursor);
    for (size_t i = 0; i < children.len; i++) {
        CXCursor child = children.data[i];
        if (clang_getCursorKind(child) == CXCursor_TypeRef)
            return ctype_of(body->lower, body->unit, clang_getCursorReferenced(child));
        if (clang_isExpression(clang_getCursorKind(child))) return body_type(body, child);
    }
    return NULL;
}

typedef struct sizeof_search {
    body_t *body;
    const type_t *found;
} sizeof_search_t;

static enum CXChildVisitResult find_sizeof(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    sizeof_search_t *search = data;
    if (clang_getCursorKind(cursor) != CXCursor_UnaryExpr) return CXChildVisit_Recurse;
    const type_t *type = sizeof_type(search->body, cursor);
    uint64_t size;
    /* sizeof(T *) shows T alone: the value tells. */
    if (type && clu_integer(cursor, &size) && size == type->size) search->found = type;
    return search->found ? CXChildVisit_Break : CXChildVisit_Continue;
}

/* How the new object is used is known from the pointer it becomes, else from
 * the size asked for, else it is bytes. */
static const type_t *site_type(body_t *body, const call_t *call) {
    const type_t *type = call->target;
    if (type && type->kind != TYPE_VOID && type->kind != TYPE_FUNCTION && type->size) return type;
    sizeof_search_t search = {.body = body};
    for (size_t i = 0; i < call->arg_count && !search.found; i++)
        if (find_sizeof(call->args[i], call->cursor, &search) == CXChildVisit_Recurse)
            clang_visitChildren(call->args[i], find_sizeof, &search);
    return search.found ? search.found : type_int(body->program->types, 8, true);
}

static value_t allocate(body_t *body, const call_t *call, const expr_t *size, const type_t *type) {
    object_t *site = program_add_object(body->program, OBJECT_HEAP, call->name, type, body->source);
    misuse_note_raw(body->lower, type);
    reg_t target = body_temporary(body, void_pointer(body));
    flow_step_t *step = body_step(body, EDGE_ALLOC);
    step->object = site;
    step->value = size;
    step->target = target;
    step->type = type;
    return body_reg(body, target);
}

value_t model_malloc(body_t *body, const call_t *call) {
    if (!model_needs(body, call, 1)) return model_zero(body, call);
    value_t size = model_arg(body, call, 0, size_type(body));
    /* It is not known when that ends. */
    if (strstr(call->name, "alloca") && body->program->faults[FAULT_ACCESS] != NO_PROPERTY)
        body_unsupported(body, "alloca where accesses are checked");
    value_t pointer = allocate(body, call, size.expr, site_type(body, call));
    return arith_convert(body, pointer, call->result);
}

/* The steps that follow are the function's own, not those of its arguments; what they were
 * before, to be set again. */
static const char *model_begin(body_t *body, const call_t *call) {
    const char *outer = body->flow.model;
    if (!outer) body->flow.model = arena_strdup(body->program->arena, call->name);
    return outer;
}

/* What to do with each cell of a block of memory. */
typedef struct cell_action {
    const expr_t *to, *from; /* from: copies */
    const expr_t *byte;      /* fills */
    bool is_fresh;           /* nobody has used the memory before */
} cell_action_t;

static bool fills_with_zeros(const cell_action_t *action) {
    return action->byte && action->byte->kind == EXPR_CONST && !action->byte->value;
}

static void act(body_t *body, const cell_action_t *action, uint64_t offset, const type_t *type) {
    value_t value;
    if (action->from) {
        const expr_t *place = arith_offset(body, action->from, offset);
        value = body_settle(body, value_of(expr_load(body->exprs, place, type), type));
    } else if (action->byte) {
        const expr_t *wide = expr_resize(body->exprs, action->byte, type->bits, false);
        const expr_t *ones = expr_const(body->exprs, type->bits, UINT64_C(0x0101010101010101));
        value = value_of(expr_binary(body->exprs, EXPR_MUL, wide, ones), type);
    } else {
        value = body_havoc(body, type);
    }
    lvalue_store(body, lvalue_memory(arith_offset(body, action->to, offset), type), value);
}

/* Mutexes in the memory of one element have no cells to be written. */
static void act_on_mutexes(body_t *body, const cell_action_t *action, uint64_t base,
                           const type_t *type, uint64_t bytes) {
    if (action->is_fresh || !mutexes_lie_in(type, bytes)) return;
    const expr_t *to = arith_offset(body, action->to, base);
    if (action->from)
        mutexes_copy(body, to, arith_offset(body, action->from, base), type, bytes);
    else if (fills_with_zeros(action))
        mutexes_init(body, to, type, bytes);
    else
        body_unsupported(body, "other than zeros in the memory of a mutex");
}

typedef VEC(cell_t) pieces_t;

/* Like padding, numbers that are not modelled are bytes; objects of the library are not. */
static bool is_padding(const type_t *type, uint64_t offset) {
    if (type->is_library || type_is_scalar(type)) return type->lacks_fields;
    if (type->kind == TYPE_ARRAY) return is_padding(type->elem, offset % type->elem->size);
    for (size_t i = 0; i < type->field_count; i++) {
        const field_t *field = &type->fields[i];
        if (offset < field->offset || offset - field->offset >= field->type->size) continue;
        if (!is_padding(field->type, offset - field->offset)) return false;
    }
    return true;
}

/* Cells and, between them, the bytes of padding, which the program may look at. */
static void find_pieces(body_t *body, const type_t *type, pieces_t *pieces) {
    const type_t *byte = type_int(body->program->types, 8, false);
    uint64_t cells = type_cell_count(type), at = 0;
    for (uint64_t i = 0; i <= cells; i++) {
        cell_t cell = {.offset = type->size};
        if (i < cells) cell = type_cell(type, i);
        for (; at < cell.offset; at++)
            if (is_padding(type, at)) VEC_PUSH(*pieces, (cell_t){at, byte});
        if (i == cells) return;
        VEC_PUSH(*pieces, cell);
        at = cell.offset + cell.type->size;
    }
}

/* All cells in a number of bytes that are laid out as type, repeated; from the back
 * only if that is one of them. False if the block ends inside a cell or has too many
 * of them. */
static bool each_cell(body_t *body, const cell_action_t *action, const type_t *type, uint64_t bytes,
                      bool is_backward) {
    uint64_t cells = type_cell_count(type);
    if (!type->size || !cells || bytes / type->size > LVALUE_MAX_CELLS / cells) return false;
    pieces_t pieces = {0};
    find_pieces(body, type, &pieces);
    bool is_done = false, is_cut = false;
    for (uint64_t base = 0; base < bytes && !is_done; base += type->size) {
        act_on_mutexes(body, action, base, type, bytes - base);
        for (size_t i = 0; i < pieces.len && !is_done; i++) {
            cell_t cell = pieces.data[is_backward ? pieces.len - 1 - i : i];
            uint64_t offset = base + cell.offset;
            is_cut = offset < bytes && offset + cell.type->size > bytes;
            is_done = is_cut || offset >= bytes;
            if (!is_done) act(body, action, offset, cell.type);
        }
    }
    VEC_FREE(pieces);
    return !is_cut;
}

/* The type behind an argument of type void *. */
static const type_t *pointed_type(body_t *body, CXCursor arg) {
    const type_t *type = body_type(body, clu_strip_casts(arg));
    if (type->kind != TYPE_POINTER && type->kind != TYPE_ARRAY) return NULL;
    return type->elem->size ? type->elem : NULL;
}

/* ... of the first argument, else of the second; nobody knows more: bytes. */
static const type_t *moved_type(body_t *body, const call_t *call, size_t count) {
    const type_t *type = NULL;
    for (size_t i = 0; !type && i < count; i++) type = pointed_type(body, call->args[i]);
    return type ? type : type_int(body->program->types, 8, false);
}

/* A number of bytes that is known only when the program runs: cells of type,
 * repeated, from the front or from the back. */
static void cell_loop(body_t *body, cell_action_t action, const type_t *type, const expr_t *bytes,
                      bool is_backward) {
    exprs_t *exprs = body->exprs;
    const type_t *size = size_type(body);
    const expr_t *stride = expr_const(exprs, size->bits, type->size);
    const expr_t *zero = expr_const(exprs, size->bits, 0);
    if (type->size > 1) {
        const expr_t *rest = expr_binary(exprs, EXPR_UREM, bytes, stride);
        arith_guard(body, expr_truth(exprs, rest), "a size that ends inside an element");
    }
    reg_t reg = body_temporary(body, size);
    body_assign(body, reg, value_of(is_backward ? bytes : zero, size));
    const expr_t *at = body_reg(body, reg).expr;
    flow_node_t head = flow_node(&body->flow), inside = flow_node(&body->flow);
    flow_node_t behind = flow_node(&body->flow);
    body_goto(body, head);
    body->flow.at = head;
    const expr_t *goes_on =
        is_backward ? expr_truth(exprs, at) : expr_binary(exprs, EXPR_ULT, at, bytes);
    body_branch(body, goes_on, inside, behind);
    body->flow.at = inside;
    const expr_t *before = expr_binary(exprs, EXPR_SUB, at, stride);
    if (is_backward) body_assign(body, reg, value_of(before, size));
    action.to = expr_binary(exprs, EXPR_ADD, action.to, at);
    if (action.from) action.from = expr_binary(exprs, EXPR_ADD, action.from, at);
    if (!each_cell(body, &action, type, type->size, is_backward))
        body_unsupported(body, "memory of this type");
    const expr_t *next = expr_binary(exprs, EXPR_ADD, at, stride);
    if (!is_backward) body_assign(body, reg, value_of(next, size));
    body_goto(body, head);
    body->flow.at = behind;
}

/* Zeros are what an object of the library is made of before it is initialised; most
 * have no cells. */
static bool clears_library(body_t *body, const cell_action_t *action, const type_t *type,
                           const expr_t *bytes) {
    if (!type || !type->is_library || !fills_with_zeros(action) || bytes->kind != EXPR_CONST)
        return false;
    if (!type->size || bytes->value % type->size) return false;
    if (type_cell_count(type)) return each_cell(body, action, type, bytes->value, false);
    for (uint64_t base = 0; base < bytes->value; base += type->size)
        act_on_mutexes(body, action, base, type, type->size);
    return true;
}

static void cells(body_t *body, const call_t *call, cell_action_t action, const type_t *type,
                  const expr_t *bytes) {
    if (clears_library(body, &action, type, bytes)) return;
    const char *outer = model_begin(body, call);
    if (!type || !type->size || !type_cell_count(type) || type->is_library)
        body_unsupported(body, "%s of memory of this type", call->name);
    else if (bytes->kind != EXPR_CONST)
        cell_loop(body, action, type, bytes, false);
    else if (!each_cell(body, &action, type, bytes->value, false))
        body_unsupported(body, "%s with this type or size", call->name);
    body->flow.model = outer;
}

/* Is the product more than memory has bytes? Quotients of constants are known here. */
static const expr_t *product_is_cut(body_t *body, const expr_t *a, const expr_t *b) {
    exprs_t *exprs = body->exprs;
    const expr_t *divisor = a->kind == EXPR_CONST ? a : b, *other = divisor == a ? b : a;
    const expr_t *most = expr_const(exprs, a->width, UINT64_MAX);
    const expr_t *is_less =
        expr_binary(exprs, EXPR_ULT, expr_binary(exprs, EXPR_UDIV, most, divisor), other);
    return expr_binary(exprs, EXPR_AND, expr_truth(exprs, divisor), is_less);
}

value_t model_calloc(body_t *body, const call_t *call) {
    if (!model_needs(body, call, 2)) return model_zero(body, call);
    const type_t *size = size_type(body);
    value_t count = model_arg(body, call, 0, size);
    value_t each = model_arg(body, call, 1, size);
    arith_guard(body, product_is_cut(body, count.expr, each.expr),
                "calloc of more bytes than there are");
    value_t bytes = value_of(expr_binary(body->exprs, EXPR_MUL, count.expr, each.expr), size);
    const type_t *type = site_type(body, call);
    value_t pointer = allocate(body, call, bytes.expr, type);
    cell_action_t action = {
        .to = pointer.expr, .byte = expr_const(body->exprs, 8, 0), .is_fresh = true};
    if (type_cell_count(type)) cells(body, call, action, type, bytes.expr);
    return arith_convert(body, pointer, call->result);
}

value_t model_free(body_t *body, const call_t *call) {
    if (!model_needs(body, call, 1)) return model_zero(body, call);
    value_t pointer = model_arg(body, call, 0, void_pointer(body));
    body_step(body, EDGE_FREE)->address = pointer.expr;
    return model_zero(body, call);
}

value_t model_memset(body_t *body, const call_t *call) {
    if (!model_needs(body, call, 3)) return model_zero(body, call);
    value_t to = model_arg(body, call, 0, void_pointer(body));
    value_t byte = model_arg(body, call, 1, body_int_type(body));
    value_t size = model_arg(body, call, 2, size_type(body));
    const type_t *type = moved_type(body, call, 1);
    cell_action_t action = {.to = to.expr, .byte = expr_resize(body->exprs, byte.expr, 8, false)};
    cells(body, call, action, type, size.expr);
    return arith_convert(body, to, call->result);
}

value_t model_memcpy(body_t *body, const call_t *call) {
    if (!model_needs(body, call, 3)) return model_zero(body, call);
    value_t to = model_arg(body, call, 0, void_pointer(body));
    value_t from = model_arg(body, call, 1, void_pointer(body));
    value_t size = model_arg(body, call, 2, size_type(body));
    const type_t *type = moved_type(body, call, 2);
    cell_action_t action = {.to = to.expr, .from = from.expr};
    cells(body, call, action, type, size.expr);
    return arith_convert(body, to, call->result);
}

/* Of two that overlap, what is read later must not be written before. */
static void move_cells(body_t *body, const expr_t *to, const expr_t *from, const expr_t *bytes,
                       const type_t *type) {
    flow_node_t forward = flow_node(&body->flow), backward = flow_node(&body->flow);
    flow_node_t join = flow_node(&body->flow);
    size_t first = body->flow.steps.len;
    body_branch(body, expr_binary(body->exprs, EXPR_ULE, to, from), forward, backward);
    /* Where they do not overlap either way will do. */
    for (size_t i = first; i < body->flow.steps.len; i++)
        body->flow.steps.data[i].ignores_layout = true;
    for (int i = 0; i < 2; i++) {
        body->flow.at = i ? backward : forward;
        cell_loop(body, (cell_action_t){.to = to, .from = from}, type, bytes, i);
        body_goto(body, join);
    }
    body->flow.at = join;
}

value_t model_memmove(body_t *body, const call_t *call) {
    if (!model_needs(body, call, 3)) return model_zero(body, call);
    value_t to = model_arg(body, call, 0, void_pointer(body));
    value_t from = model_arg(body, call, 1, void_pointer(body));
    value_t size = model_arg(body, call, 2, size_type(body));
    const type_t *type = moved_type(body, call, 2);
    const char *outer = model_begin(body, call);
    if (type->is_library || !type_cell_count(type))
        body_unsupported(body, "%s of memory of this type", call->name);
    else
        move_cells(body, to.expr, from.expr, size.expr, type);
    body->flow.model = outer;
    return arith_convert(body, to, call->result);
}

/* What both objects have room for is copied. What a new size of 0 does is up to the
 * library. */
static void copy_and_free(body_t *body, const expr_t *to, const expr_t *from, const expr_t *size,
                          const type_t *type) {
    exprs_t *exprs = body->exprs;
    reg_t old = body_temporary(body, size_type(body));
    flow_step_t *step = body_step(body, EDGE_HEAP_SIZE);
    step->address = from;
    step->target = old;
    const expr_t *had = body_reg(body, old).expr;
    value_t least = value_of(expr_ite(exprs, expr_binary(exprs, EXPR_ULT, had, size), had, size),
                             size_type(body));
    cell_loop(body, (cell_action_t){.to = to, .from = from}, type, body_fix(body, least).expr,
              false);
    body_step(body, EDGE_FREE)->address = from;
}

value_t model_realloc(body_t *body, const call_t *call) {
    if (!model_needs(body, call, 2)) return model_zero(body, call);
    value_t old = model_arg(body, call, 0, void_pointer(body));
    value_t size = model_arg(body, call, 1, size_type(body));
    arith_guard(body, expr_falsity(body->exprs, size.expr), "realloc to no bytes");
    const type_t *type = site_type(body, call);
    value_t pointer = allocate(body, call, size.expr, type);
    VEC_TOP(body->flow.steps).replaces = true;
    flow_node_t move = flow_node(&body->flow), join = flow_node(&body->flow);
    body_branch(body, expr_truth(body->exprs, old.expr), move, join);
    body->flow.at = move;
    copy_and_free(body, pointer.expr, old.expr, size.expr, type);
    body_goto(body, join);
    body->flow.at = join;
    return arith_convert(body, pointer, call->result);
}

value_t model_nondet_memory(body_t *body, const call_t *call) {
    if (!model_needs(body, call, 2)) return model_zero(body, call);
    value_t to = model_arg(body, call, 0, void_pointer(body));
    value_t size = model_arg(body, call, 1, size_type(body));
    const type_t *type = pointed_type(body, call->args[0]);
    cell_action_t action = {.to = to.expr};
    cells(body, call, action, type, size.expr);
    return model_zero(body, call);
}

bool model_reaches_others(const type_t *type) {
    if (type->is_library || type->kind == TYPE_POINTER) return true;
    if (type->kind == TYPE_ARRAY) return model_reaches_others(type->elem);
    for (size_t i = 0; i < type->field_count; i++)
        if (model_reaches_others(type->fields[i].type)) return true;
    return false;
}

/* The array that an element belongs to: pointers to the one reach the other. */
static CXCursor whole_array(body_t *body, CXCursor cursor) {
    while (clang_getCursorKind(cursor) == CXCursor_ArraySubscriptExpr) {
        cursors_t operands = clu_operands(body->lower->scratch, cursor);
        if (operands.len != 2) break;
        CXCursor base = clu_strip(operands.data[0]);
        if (body_type(body, base)->kind != TYPE_ARRAY) break;
        cursor = base;
    }
    return cursor;
}

/* x, x.a, p->a: evaluating it again changes nothing. */
static bool is_plain_path(CXCursor cursor) {
    cursor = clu_strip(cursor);
    if (clang_getCursorKind(cursor) == CXCursor_DeclRefExpr) return true;
    return clang_getCursorKind(cursor) == CXCursor_MemberRefExpr &&
           !clu_is_null(clu_last_operand(cursor)) && is_plain_path(clu_last_operand(cursor));
}

/* a + 1 and &a[1] point into a. */
static CXCursor strip_offset(body_t *body, CXCursor arg) {
    for (;;) {
        arg = clu_strip_casts(arg);
        if (clang_getCursorKind(arg) != CXCursor_BinaryOperator) return arg;
        enum CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(arg);
        if (op != CXBinaryOperator_Add && op != CXBinaryOperator_Sub) return arg;
        cursors_t operands = clu_operands(body->lower->scratch, arg);
        if (operands.len != 2) return arg;
        arg = operands.data[0];
    }
}

void model_havoc_object(body_t *body, const expr_t *address, const type_t *type) {
    cell_action_t action = {.to = address};
    if (!each_cell(body, &action, type, type->size, false))
        body_unsupported(body, "arbitrary values in an object of this type");
}

bool model_havoc_argument(body_t *body, CXCursor arg, value_t pointer) {
    if (pointer.expr && pointer.expr->kind == EXPR_CONST && !pointer.expr->value) return true;
    CXCursor given = clu_strip_casts(arg);
    arg = strip_offset(body, arg);
    bool is_address = clang_getCursorKind(arg) == CXCursor_UnaryOperator &&
                      clang_getCursorUnaryOperatorKind(arg) == CXUnaryOperator_AddrOf;
    CXCursor target = is_address ? clu_strip(clu_last_operand(arg)) : arg;
    CXCursor place = whole_array(body, target);
    bool is_begin = clang_equalCursors(given, arg) && clang_equalCursors(target, place);
    enum CXCursorKind kind = clang_getCursorKind(place);
    if (kind != CXCursor_DeclRefExpr && kind != CXCursor_MemberRefExpr) return false;
    const type_t *type = body_type(body, place);
    if (!is_address && type->kind != TYPE_ARRAY) return false;
    if (!type->size || model_reaches_others(type) || !(is_begin || is_plain_path(place)))
        return false;
    cell_action_t action = {.to = is_begin ? pointer.expr : lvalue_address(body, place)};
    return each_cell(body, &action, type, type->size, false);
}

static bool points_to_const(CXCursor arg) {
    CXType type = clang_getCanonicalType(clang_getCursorType(arg));
    return clang_isConstQualifiedType(clang_getCanonicalType(clang_getPointeeType(type)));
}

/* Does the format fill one argument after the other, and does the result count them? */
static bool is_plain_scan(body_t *body, const call_t *call) {
    for (size_t i = 0; i < call->arg_count; i++) {
        CXCursor literal = clu_strip_casts(call->args[i]);
        if (clang_getCursorKind(literal) == CXCursor_StringLiteral)
            return model_is_plain_format(body, literal);
    }
    return false;
}

/* The number of arguments that were filled; EOF if the input ended before the first. */
static void end_scan(body_t *body, reg_t result, size_t filled, flow_node_t end) {
    value_t count = body_int(body, filled);
    if (!filled) {
        value_t is_end = body_havoc(body, type_bool(body->program->types));
        const expr_t *minus_one = body_int(body, UINT64_MAX).expr;
        count.expr =
            expr_ite(body->exprs, expr_truth(body->exprs, is_end.expr), minus_one, count.expr);
    }
    body_assign(body, result, count);
    body_goto(body, end);
}

/* Numbers behind the format are overwritten with anything, up to the first that the
 * input does not fit. Text would need the length of the input. */
value_t model_scan(body_t *body, const call_t *call) {
    if (!is_plain_scan(body, call)) {
        model_args(body, call, 0);
        body_unsupported(body, "%s with this format", call->name);
        return model_zero(body, call);
    }
    reg_t result = body_temporary(body, body_int_type(body));
    flow_node_t end = flow_node(&body->flow);
    size_t filled = 0;
    value_t *args = ARENA_ARRAY(body->lower->scratch, value_t, call->arg_count);
    for (size_t i = 0; i < call->arg_count; i++)
        args[i] = body_fix(body, model_arg(body, call, i, NULL));
    for (size_t i = 0; i < call->arg_count; i++) {
        value_t place = args[i];
        if (place.type->kind != TYPE_POINTER || points_to_const(call->args[i])) continue;
        const type_t *target = place.type->elem;
        if (target->is_library) continue; /* the stream */
        if (!type_is_scalar(target) || target->bits <= 8) {
            body_unsupported(body, "%s of text", call->name);
            continue;
        }
        flow_node_t store = flow_node(&body->flow), stop = flow_node(&body->flow);
        value_t choice = body_havoc(body, type_bool(body->program->types));
        body_branch(body, expr_truth(body->exprs, choice.expr), store, stop);
        body->flow.at = stop;
        end_scan(body, result, filled, end);
        body->flow.at = store;
        lvalue_store(body, lvalue_memory(place.expr, target), body_havoc(body, target));
        filled++;
    }
    end_scan(body, result, filled, end);
    body->flow.at = end;
    return arith_convert(body, body_reg(body, result), call->result);
}
