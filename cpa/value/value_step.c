#include "cfa/layout.h"
#include "cfa/live.h"
#include "cpa/core/memory.h"
#include "cpa/value/value_internal.h"

/* Replaces the bindings of another thread than the moving one. */
static part_t with_thread(value_cpa_t *value, part_t part, uint32_t thread,
                          const bindings_t *bindings) {
    const value_part_t *from = part;
    return value_part_change(value->parts, from, from->memory, thread, bindings);
}

static void end_of_frame(value_draft_t *s, uint32_t depth) {
    const frame_t *frame = &s->step->before->threads[s->step->thread].frames[depth];
    uint32_t thread = s->step->thread;
    draft_edit_registers(s);
    variable_t first =
        (uint64_t)VARIABLE_REG << 62 | (uint64_t)thread << 52 | (uint64_t)depth << 40;
    binding_vec_remove_range(&s->value->registers, first, first | ((UINT64_C(1) << 40) - 1));
    draft_forget(s, frame->base, frame->node->function->frame_size);
}

static part_t do_return(value_draft_t *s) {
    const step_t *step = s->step;
    const thread_t *t = &step->before->threads[step->thread];
    const edge_t *call = thread_top(t)->call;
    uint64_t result = 0;
    bool known = step->edge->value && scope_evaluate(&s->scope, step->edge->value, &result);
    end_of_frame(s, t->frame_count - 1);
    if (call && call->target != NO_REG && step->edge->value) {
        const frame_t *caller = &t->frames[t->frame_count - 2];
        variable_t target =
            variable_reg(step->thread, t->frame_count - 2, caller->node->function, call->target);
        draft_set(s, target, known, result);
    }
    return draft_finish(s);
}

static part_t do_thread_end(value_draft_t *s) {
    const step_t *step = s->step;
    const configuration_t *after = step->after;
    if (after->has_exited)
        return value_part_intern(s->value->parts, bindings_empty(s->value->bindings), NULL, 0);
    const thread_t *t = &step->before->threads[step->thread];
    uint64_t result = 0;
    bool known = step->edge->value && scope_evaluate(&s->scope, step->edge->value, &result);
    for (uint32_t d = 0; d < t->frame_count; d++) end_of_frame(s, d);
    draft_forget(s, layout_thread_block(step->thread), s->value->cpa.program->thread_block_size);
    bool remains =
        step->thread < after->thread_count && after->threads[step->thread].status == THREAD_ENDED;
    if (remains) draft_set(s, variable_exit(step->thread), known, result);
    return draft_finish(s);
}

static part_t do_call(value_draft_t *s) {
    const step_t *step = s->step;
    const edge_t *edge = step->edge;
    unsigned depth = step->before->threads[step->thread].frame_count;
    if (step->after->unsupported) return draft_finish(s);
    for (size_t i = 0; i < edge->arg_count && i < edge->callee->param_count; i++) {
        uint64_t result;
        bool known = scope_evaluate(&s->scope, edge->args[i], &result);
        draft_set(s, variable_reg(step->thread, depth, edge->callee, (reg_t)i), known, result);
    }
    return draft_finish(s);
}

/* _Thread_local objects of a thread that begins have their initial contents. */
static void enter_thread_objects(value_draft_t *s, unsigned thread) {
    const program_t *program = s->value->cpa.program;
    for (size_t i = 0; program->thread_block_size && i < program->objects.len; i++) {
        const object_t *object = program->objects.data[i];
        if (object->kind != OBJECT_THREAD || object->init_unknown) continue;
        for (uint64_t k = 0; k < type_cell_count(object->type); k++) {
            cell_t cell = type_cell(object->type, k);
            uint64_t address = layout_thread_block(thread) + object->address + cell.offset;
            draft_set(s, variable_cell(address, (unsigned)cell.type->size), true,
                      layout_initial_value(object, cell.offset, cell.type));
        }
    }
}

static part_t do_create(value_draft_t *s) {
    const step_t *step = s->step;
    const edge_t *edge = step->edge;
    value_cpa_t *value = s->value;
    if (step->after->unsupported) return draft_finish(s);
    uint32_t created = (uint32_t)step->outcome;
    enter_thread_objects(s, created);
    if (edge->address) draft_store(s, edge->address, edge->type, true, step->outcome);
    uint64_t argument;
    bool known = edge->value && edge->callee->param_count &&
                 scope_evaluate(&s->scope, edge->value, &argument);
    part_t part = draft_finish(s);
    variable_t parameter = variable_reg(created, 0, edge->callee, 0);
    binding_t binding = {parameter, known ? argument : 0};
    bool bind =
        known && live_at(edge->callee->entry, 0) && value_tracks(value, parameter, step->after);
    return with_thread(value, part, created,
                       bind ? bindings_intern(value->bindings, &binding, 1)
                            : bindings_empty(value->bindings));
}

static part_t do_join(value_draft_t *s) {
    const step_t *step = s->step;
    uint32_t joined = (uint32_t)step->operand;
    uint64_t result = 0;
    if (step->after->unsupported) return draft_finish(s);
    bool known = value_get(s->value, s->from, variable_exit(joined), &result);
    draft_set_target(s, known, result);
    part_t part = draft_finish(s);
    return with_thread(s->value, part, joined, bindings_empty(s->value->bindings));
}

static part_t do_free(value_draft_t *s) {
    const configuration_t *before = s->step->before;
    for (uint32_t i = 0; i < before->heap_count; i++)
        if (before->heap[i].address == s->step->operand)
            draft_forget(s, before->heap[i].address, before->heap[i].size);
    return draft_finish(s);
}

static part_t do_havoc_object(value_draft_t *s) {
    const object_t *object = s->step->edge->object;
    draft_forget(s, memory_address(s->step->before, s->step->thread, object), object->type->size);
    return draft_finish(s);
}

static part_t do_assume(value_draft_t *s) {
    const expr_t *cond = s->step->edge->value;
    uint64_t truth;
    if (scope_evaluate(&s->scope, cond, &truth)) return truth ? draft_finish(s) : NULL;
    draft_learn(s, cond, true);
    return draft_finish(s);
}

/* What is known of the fault that an ERROR edge is about. */
static memory_answer_t ask_fault(value_draft_t *s, const edge_t *error) {
    uint64_t address;
    if (error->fault == FAULT_LEAK) {
        bool leaks =
            configuration_leaks(s->step->before, s->step->thread, error->from->out.data[0]);
        return leaks ? MEMORY_FAULT : MEMORY_VALID;
    }
    if (!scope_evaluate(&s->scope, error->address, &address)) return MEMORY_PERHAPS;
    scope_note(&s->scope, address);
    return memory_fault(s->value->cpa.program, s->step->before, error, address);
}

static part_t do_error(value_draft_t *s) {
    const edge_t *edge = s->step->edge;
    bool is_possible = !edge->fault || ask_fault(s, edge) != MEMORY_VALID;
    return is_possible ? draft_finish(s) : NULL;
}

/* The step says that the operand has this value. */
static bool check_operand(value_draft_t *s) {
    const step_t *step = s->step;
    const expr_t *operand = step->edge->address ? step->edge->address : step->edge->value;
    uint64_t known;
    if (!step->assumes) return true;
    if (scope_evaluate(&s->scope, operand, &known)) return known == step->operand;
    draft_learn_equal(s, operand, step->operand);
    return true;
}

part_t value_successor(value_cpa_t *value, const value_part_t *part, const step_t *step,
                       bool *asks_others) {
    value_draft_t s = {
        .value = value,
        .from = part,
        .step = step,
        .scope = {value, part, step->before, step->thread, asks_others},
    };
    const edge_t *edge = step->edge;
    uint64_t result = 0;
    bool known;
    if (!check_operand(&s)) return NULL;
    if (edge->check && ask_fault(&s, edge->check) == MEMORY_FAULT) return NULL;
    switch (edge->kind) {
    case EDGE_ASSUME: return do_assume(&s);
    case EDGE_ATOMIC_BEGIN: return edge->value ? do_assume(&s) : draft_finish(&s);
    case EDGE_ASSIGN:
        known = !step->is_simplified && scope_evaluate(&s.scope, edge->value, &result);
        draft_set_target(&s, known, result);
        return draft_finish(&s);
    case EDGE_STORE:
        known = !step->is_simplified && scope_evaluate(&s.scope, edge->value, &result);
        draft_store(&s, edge->address, edge->type, known, result);
        return draft_finish(&s);
    case EDGE_HAVOC: draft_set_target(&s, false, 0); return draft_finish(&s);
    case EDGE_HAVOC_OBJECT: return do_havoc_object(&s);
    case EDGE_CALL: return do_call(&s);
    case EDGE_RETURN:
        if (step->before->threads[step->thread].frame_count > 1) return do_return(&s);
        return do_thread_end(&s);
    case EDGE_THREAD_EXIT:
    case EDGE_EXIT: return do_thread_end(&s);
    case EDGE_THREAD_CREATE: return do_create(&s);
    case EDGE_THREAD_JOIN: return do_join(&s);
    case EDGE_TRYLOCK:
    case EDGE_OWNS:
    case EDGE_JOINABLE:
    case EDGE_HEAP_SIZE:
    case EDGE_ALLOC:
        draft_set_target(&s, !step->after->unsupported, step->outcome);
        return draft_finish(&s);
    case EDGE_FREE: return do_free(&s);
    case EDGE_ERROR: return do_error(&s);
    default: return draft_finish(&s);
    }
}

static bool has_loads(const expr_t *expr) {
    return expr && expr->loads;
}

/* Does what the step does follow from the call stack and the registers of the
 * thread and from memory? false also where it is not worth the while. */
static bool memo_key(const value_cpa_t *value, const value_part_t *part, const step_t *step,
                     memo_key_t *key) {
    const edge_t *edge = step->edge;
    const thread_t *thread = &step->before->threads[step->thread];
    if (value->has_local_precision || step->assumes || step->is_simplified) return false;
    bool has_memory = false;
    if (edge->fault == FAULT_LEAK) return false;
    switch (edge->kind) {
    case EDGE_ERROR:
    case EDGE_NOP:
    case EDGE_HAVOC:
    case EDGE_ATOMIC_END:
    case EDGE_LOCK:
    case EDGE_UNLOCK: break;
    case EDGE_ATOMIC_BEGIN:
    case EDGE_ASSUME:
    case EDGE_ASSIGN: has_memory = has_loads(edge->value); break;
    case EDGE_CALL:
        for (size_t i = 0; i < edge->arg_count; i++) has_memory |= has_loads(edge->args[i]);
        break;
    case EDGE_RETURN:
        if (thread->frame_count == 1) return false;
        has_memory = true;
        break;
    case EDGE_STORE: has_memory = true; break;
    default: return false;
    }
    *key = (memo_key_t){
        .edge = edge,
        .frames = thread->frames,
        .registers = value_part_thread(value->parts, part, step->thread),
        .memory = has_memory ? part->memory : NULL,
        .thread = step->thread,
    };
    return true;
}

static part_t remembered_successor(value_cpa_t *value, const value_part_t *part,
                                   const step_t *step) {
    memo_key_t key;
    if (value->options.focus && value->options.focus->version != value->focus_version) {
        value_memo_clear(value->memo);
        value->focus_version = value->options.focus->version;
    }
    if (!memo_key(value, part, step, &key)) return value_successor(value, part, step, NULL);
    const memo_result_t *known = value_memo_get(value->memo, &key);
    if (known) {
        if (!known->is_feasible) return NULL;
        return value_part_change(value->parts, part, known->memory ? known->memory : part->memory,
                                 step->thread, known->registers);
    }
    bool asks_others = false;
    const value_part_t *next = value_successor(value, part, step, &asks_others);
    if (asks_others) return next;
    memo_result_t result = {.is_feasible = next != NULL};
    if (next) {
        result.registers = value_part_thread(value->parts, next, step->thread);
        if (next->memory != part->memory) result.memory = next->memory;
    }
    value_memo_put(value->memo, &key, result);
    return next;
}

void value_transfer(cpa_t *cpa, part_t part, const step_t *step, parts_t *out) {
    value_cpa_t *value = (value_cpa_t *)cpa;
    const edge_t *edge = step->edge;
    if (edge->kind == EDGE_HAVOC && value->options.split_bools && edge->type &&
        edge->type->kind == TYPE_BOOL) {
        for (uint64_t bit = 0; bit <= 1; bit++) {
            value_draft_t s = {.value = value,
                               .from = part,
                               .step = step,
                               .scope = {value, part, step->before, step->thread, NULL}};
            draft_set_target(&s, true, bit);
            VEC_PUSH(*out, draft_finish(&s));
        }
        return;
    }
    part_t next = remembered_successor(value, part, step);
    if (next) VEC_PUSH(*out, next);
}
