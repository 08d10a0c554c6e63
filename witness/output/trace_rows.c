#include "witness/output/trace_rows.h"

#include "cfa/ieee.h"
#include "cfa/layout.h"

#include <inttypes.h>
#include <string.h>

static bool same_line(source_t a, source_t b) {
    return a.line == b.line && a.file && b.file && strcmp(a.file, b.file) == 0;
}

/* Plumbing of the lowering: no effect of its own that the source shows. */
static bool step_is_quiet(const replay_t *replay, const replay_step_t *step) {
    const edge_t *edge = step->edge;
    switch (edge->kind) {
    case EDGE_NOP:
    case EDGE_HAVOC_OBJECT:
    case EDGE_ATOMIC_END: return true;
    case EDGE_ASSUME:
        if (edge->is_branch) return false;
        break;
    case EDGE_ASSIGN:
        if (!edge->from->function->regs.data[edge->target].is_temporary) return false;
        break;
    case EDGE_RETURN: return step->depth > 0 || step->thread != 0;
    default: return false;
    }
    for (uint32_t i = 0; i < step->access_count; i++)
        if (trace_is_shared(replay, step, replay->accesses.data[step->first_access + i].variable))
            return false;
    return true;
}

/* A step without a position belongs to what its thread does just now. */
static bool row_takes(const trace_row_t *row, const replay_t *replay, const replay_step_t *step) {
    if (row->thread != step->thread) return false;
    const replay_step_t *last = &replay->steps.data[row->first + row->count - 1];
    if (last->depth != step->depth || last->edge->from->function != step->edge->from->function)
        return false;
    return !step->edge->source.file || same_line(row->source, step->edge->source);
}

void trace_rows_make(trace_rows_t *rows, const replay_t *replay) {
    *rows = (trace_rows_t){.replay = replay};
    for (size_t i = 0; i < replay->steps.len; i++) {
        const replay_step_t *step = &replay->steps.data[i];
        bool is_quiet = step_is_quiet(replay, step);
        if (rows->rows.len && row_takes(&VEC_TOP(rows->rows), replay, step)) {
            VEC_TOP(rows->rows).count++;
            VEC_TOP(rows->rows).is_quiet &= is_quiet;
        } else {
            VEC_PUSH(rows->rows,
                     (trace_row_t){step->thread, (uint32_t)i, 1, step->edge->source, is_quiet});
        }
    }
}

void trace_rows_free(trace_rows_t *rows) {
    VEC_FREE(rows->rows);
}

void trace_thread_name(strbuf_t *out, const replay_t *replay, uint32_t thread) {
    if (thread == 0) {
        strbuf_add(out, "main");
        return;
    }
    /* A number may be used again, by another routine. */
    const function_t *last = NULL;
    for (size_t i = 0; i < replay->steps.len; i++) {
        const replay_step_t *step = &replay->steps.data[i];
        if (step->edge->kind != EDGE_THREAD_CREATE || step->created != thread) continue;
        if (step->edge->callee == last) continue;
        strbuf_printf(out, "%s%s", last ? "/" : "", step->edge->callee->name);
        last = step->edge->callee;
    }
    strbuf_printf(out, "#%u", thread);
}

void trace_value(strbuf_t *out, const program_t *program, const type_t *type, uint64_t value) {
    if (type && type->kind == TYPE_POINTER) {
        const object_t *object = value ? layout_static_at(program, value) : NULL;
        if (object && object->kind != OBJECT_STRING && object->address == value)
            strbuf_printf(out, "&%s", object->name);
        else
            strbuf_printf(out, value ? "0x%" PRIx64 : "%" PRIu64, value);
    } else if (type && type->kind == TYPE_FLOAT) {
        ieee_print(out, type->bits, value);
    } else if (type && type->kind == TYPE_INT && !type->is_signed) {
        strbuf_printf(out, "%" PRIu64, value);
    } else {
        strbuf_printf(out, "%" PRId64, sign_extend(value, type ? type->bits : 32));
    }
}

static const type_t *load_type(const expr_t *expr) {
    if (!expr || !expr->loads) return NULL;
    if (expr->kind == EXPR_LOAD) return expr->type;
    for (unsigned i = 0; i < expr->arity; i++) {
        const type_t *type = load_type(expr->a[i]);
        if (type) return type;
    }
    return NULL;
}

const type_t *trace_access_type(const edge_t *edge) {
    if (edge->kind == EDGE_STORE || edge->kind == EDGE_THREAD_CREATE) return edge->type;
    const type_t *type = load_type(edge->value);
    return type ? type : load_type(edge->address);
}

bool trace_is_shared(const replay_t *replay, const replay_step_t *step, variable_t cell) {
    uint64_t address = variable_address(cell);
    if (address < LAYOUT_STACK_BASE) {
        const object_t *object = layout_static_at(replay->program, address);
        return object && object->may_be_shared;
    }
    return step->edge->access.shared;
}
