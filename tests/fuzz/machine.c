#include "tests/fuzz/machine.h"

#include <string.h>

enum { STACK_BASE = 1024, HEAP_BASE = 4096, MAX_LOCAL_STEPS = 3000 };

/* Where the bytes of an access lie; NULL if they are not those of a live
 * object. */
static uint8_t *memory_at(const code_t *code, state_t *state, int64_t address, unsigned size) {
    if (address < MEMORY_BASE) return NULL;
    if (address + size <= STATIC_SIZE) {
        for (unsigned i = 0; i < size; i++)
            if (!code->is_object[address + i]) return NULL;
        return state->statics + address;
    }
    if (address >= STACK_BASE && address < STACK_BASE + MAX_THREADS * STACK_SIZE) {
        unsigned number = (unsigned)(address - STACK_BASE) / STACK_SIZE;
        unsigned offset = (unsigned)(address - STACK_BASE) % STACK_SIZE;
        const machine_thread_t *thread = &state->threads[number];
        if (thread->status != THREAD_RUNS && thread->status != THREAD_STUCK) return NULL;
        unsigned top = thread->frames[thread->calls - 1] + thread->sizes[thread->calls - 1];
        return offset + size <= top ? state->stacks[number] + offset : NULL;
    }
    if (address < HEAP_BASE) return NULL;
    for (unsigned i = 0; i < MAX_HEAP; i++) {
        unsigned start = state->heap[i].address;
        if (start && address >= start && address + size <= start + state->heap[i].size)
            return &state->heaps[0][0] + (address - HEAP_BASE);
    }
    return NULL;
}

static bool load(const code_t *code, state_t *state, int64_t address, const ctype_t *type,
                 int64_t *value) {
    const uint8_t *bytes = memory_at(code, state, address, type->size);
    if (!bytes || address % type->align) return false;
    uint64_t bits = 0;
    memcpy(&bits, bytes, type->size);
    *value = type_wrap(type, (int64_t)bits);
    return true;
}

static bool store(const code_t *code, state_t *state, int64_t address, const ctype_t *type,
                  int64_t value) {
    uint8_t *bytes = memory_at(code, state, address, type->size);
    if (!bytes || address % type->align) return false;
    memcpy(bytes, &value, type->size);
    return true;
}

static int64_t binary(op_t op, const ctype_t *type, int64_t a, int64_t b, bool *is_undefined) {
    bool is_unsigned = type->kind != CT_INT || !type->is_signed;
    uint64_t ua = (uint64_t)a, ub = (uint64_t)b;
    switch (op) {
    case OP_ADD: return (int64_t)(ua + ub);
    case OP_SUB: return (int64_t)(ua - ub);
    case OP_MUL: return (int64_t)(ua * ub);
    case OP_DIV:
    case OP_REM:
        if (b == 0 || (!is_unsigned && b == -1)) {
            *is_undefined = true;
            return 0;
        }
        if (is_unsigned) return (int64_t)(op == OP_DIV ? ua / ub : ua % ub);
        return op == OP_DIV ? a / b : a % b;
    case OP_AND: return a & b;
    case OP_OR: return a | b;
    case OP_XOR: return a ^ b;
    case OP_SHL:
    case OP_SHR:
        if (b < 0 || b >= 8 * (int64_t)type->size) {
            *is_undefined = true;
            return 0;
        }
        if (op == OP_SHL) return (int64_t)(ua << b);
        return is_unsigned ? (int64_t)(ua >> b) : a >> b;
    case OP_EQ: return a == b;
    case OP_NE: return a != b;
    case OP_LT: return is_unsigned ? ua < ub : a < b;
    case OP_LE: return is_unsigned ? ua <= ub : a <= b;
    case OP_GT: return is_unsigned ? ua > ub : a > b;
    case OP_GE: return is_unsigned ? ua >= ub : a >= b;
    default: *is_undefined = true; return 0;
    }
}

static bool is_step(const insn_t *insn) {
    return insn->kind <= IN_END;
}

static bool enter(state_t *state, unsigned number, const function_t *f, unsigned returns_to) {
    machine_thread_t *thread = &state->threads[number];
    unsigned frame = 0;
    if (thread->calls == MAX_CALLS) return false;
    if (thread->calls) frame = thread->frames[thread->calls - 1] + thread->sizes[thread->calls - 1];
    if (frame + f->frame_size > STACK_SIZE) return false;
    thread->frames[thread->calls] = (uint16_t)frame;
    thread->sizes[thread->calls] = (uint16_t)f->frame_size;
    thread->returns[thread->calls++] = (uint16_t)returns_to;
    thread->pc = (uint16_t)f->entry;
    for (unsigned i = f->param_count; i-- > 0;) {
        const var_t *param = f->locals[i];
        int64_t value = thread->stack[--thread->operands];
        memcpy(state->stacks[number] + frame + param->offset, &value, param->type->size);
    }
    return true;
}

static void end_thread(state_t *state, unsigned number, int64_t result) {
    machine_thread_t *thread = &state->threads[number];
    memset(thread, 0, sizeof *thread);
    thread->result = (int32_t)result;
    thread->status = THREAD_ENDED;
    memset(state->stacks[number], 0, STACK_SIZE);
    if (state->atomic_owner == (int)number) {
        state->atomic_owner = -1;
        state->atomic_depth = 0;
    }
}

/* Returns the value on the operand stack, or ends the thread. */
static void leave(state_t *state, unsigned number) {
    machine_thread_t *thread = &state->threads[number];
    unsigned frame = thread->frames[--thread->calls];
    memset(state->stacks[number] + frame, 0, thread->sizes[thread->calls]);
    if (thread->calls == 0) {
        end_thread(state, number, thread->stack[thread->operands - 1]);
        return;
    }
    thread->pc = thread->returns[thread->calls];
    thread->frames[thread->calls] = thread->sizes[thread->calls] = 0;
    thread->returns[thread->calls] = 0;
}

static bool allocate(state_t *state, unsigned number, unsigned size, int64_t *address) {
    unsigned start = HEAP_BASE + number * HEAP_SIZE, limit = start + HEAP_SIZE;
    size = (size + 7) & ~7u;
    unsigned place = 0;
    /* The table is sorted: equal heaps look equal. */
    for (unsigned i = 0; i < MAX_HEAP; i++) {
        unsigned at = state->heap[i].address, end = at + state->heap[i].size;
        if (!at || at >= limit) break;
        place = i + 1;
        if (at < start) continue;
        if (at >= start + size) {
            place = i;
            break;
        }
        start = (end + 7) & ~7u;
    }
    if (start + size > limit || state->heap[MAX_HEAP - 1].address) return false;
    for (unsigned i = MAX_HEAP - 1; i > place; i--) state->heap[i] = state->heap[i - 1];
    state->heap[place].address = (uint16_t)start;
    state->heap[place].size = (uint16_t)size;
    *address = start;
    return true;
}

static bool release(state_t *state, int64_t address) {
    if (!address) return true;
    for (unsigned i = 0; i < MAX_HEAP; i++) {
        if (!address || state->heap[i].address != address) continue;
        memset(&state->heaps[0][0] + (address - HEAP_BASE), 0, state->heap[i].size);
        for (unsigned k = i; k + 1 < MAX_HEAP; k++) state->heap[k] = state->heap[k + 1];
        memset(&state->heap[MAX_HEAP - 1], 0, sizeof state->heap[0]);
        return true;
    }
    return false;
}

static const ctype_t mutex_cell = {.kind = CT_INT, .size = 1, .align = 1};

/* All objects of synchronisation are bytes. A mutex: 0, or who holds it. A semaphore: its
 * value. A read-write lock: the number of readers, or WRITER less the number of the thread that
 * writes. A barrier for two: how many have arrived, then how often it has opened. */
enum { WRITER = 255, LAST_WRITER = WRITER - MAX_THREADS, BARRIER_LIMIT = 2 };

static int64_t owner_mark(unsigned thread) {
    return (int64_t)thread + 1;
}

static bool is_misuse(const code_t *code) {
    return code->tree->asked == ASKED_MISUSE;
}

unsigned machine_choices(const machine_t *machine, const state_t *state, unsigned number) {
    const machine_thread_t *thread = &state->threads[number];
    if (state->is_ended || thread->status != THREAD_RUNS) return 0;
    if (state->atomic_owner >= 0 && state->atomic_owner != (int)number) return 0;
    const insn_t *insn = &machine->code->insns[thread->pc];
    int64_t top = thread->operands ? thread->stack[thread->operands - 1] : 0, held = 0;
    switch (insn->kind) {
    case IN_LOCK:
        if (!load(machine->code, (state_t *)state, top, &mutex_cell, &held)) return 1;
        return !held || (is_misuse(machine->code) && held == owner_mark(number));
    case IN_WAIT:
    case IN_WRITE_LOCK:
    case IN_READ_LOCK:
        if (!load(machine->code, (state_t *)state, top, &mutex_cell, &held)) return 1;
        if (insn->kind == IN_WAIT) return held ? 1 : 0;
        if (held == WRITER - (int)number) return 1; /* it is told so, and goes on without */
        return insn->kind == IN_READ_LOCK ? held <= LAST_WRITER : held == 0;
    case IN_PASS: {
        int64_t address = thread->stack[thread->operands - 2] + 1;
        if (!load(machine->code, (state_t *)state, address, &mutex_cell, &held)) return 1;
        return held != top;
    }
    case IN_JOIN:
        if (top < 0 || top >= MAX_THREADS || top == (int)number) return 1;
        return state->threads[top].status == THREAD_RUNS ||
                       state->threads[top].status == THREAD_STUCK
                   ? 0
                   : 1;
    case IN_NONDET: return (unsigned)(insn->b - insn->a + 1);
    default: return 1;
    }
}

static outcome_t run_locally(machine_t *machine, state_t *state, unsigned number);

static outcome_t create(machine_t *machine, state_t *state, unsigned number, const insn_t *insn) {
    machine_thread_t *thread = &state->threads[number];
    int64_t argument = thread->stack[--thread->operands];
    int64_t handle = thread->stack[--thread->operands];
    unsigned fresh = 1;
    while (fresh < MAX_THREADS && state->threads[fresh].status != THREAD_FREE) fresh++;
    if (machine->code->tree->is_crowd && fresh > MAX_CROWD) return IS_BEYOND;
    if (fresh == MAX_THREADS) return IS_UNDEFINED;
    uint8_t *place = memory_at(machine->code, state, handle, machine->code->tree->pointer_size);
    if (!place) return IS_UNDEFINED;
    *place = (uint8_t)fresh;
    machine_thread_t *started = &state->threads[fresh];
    started->status = THREAD_RUNS;
    if (insn->callee->param_count) started->stack[started->operands++] = argument;
    if (!enter(state, fresh, insn->callee, 0)) return IS_UNDEFINED;
    return run_locally(machine, state, fresh);
}

/* Where the thread need not wait. */
static outcome_t synchronise(const code_t *code, state_t *state, machine_thread_t *thread,
                             insn_kind_t kind) {
    if (kind == IN_PASS) {
        thread->operands -= 2;
        return WENT_ON;
    }
    int64_t address = thread->stack[--thread->operands], value, opened;
    if (!load(code, state, address, &mutex_cell, &value)) return IS_UNDEFINED;
    int64_t own = WRITER - (thread - state->threads);
    switch (kind) {
    case IN_READ_LOCK:
    case IN_WRITE_LOCK:
        if (value == own) return IS_UNDEFINED; /* what follows depends on the result */
        value = kind == IN_READ_LOCK ? value + 1 : own;
        break;
    case IN_RW_UNLOCK:
        if (!value) return IS_UNDEFINED;
        value = value > LAST_WRITER ? 0 : value - 1;
        break;
    case IN_POST:
        if (++value == LAST_WRITER) return IS_UNDEFINED; /* too many for a byte */
        break;
    case IN_WAIT: value--; break;
    case IN_TRYWAIT:
        thread->stack[thread->operands++] = value ? 0 : 1;
        if (value) value--;
        break;
    default: /* IN_ARRIVE */
        if (!load(code, state, address + 1, &mutex_cell, &opened)) return IS_UNDEFINED;
        value++;
        thread->stack[thread->operands++] = address;
        thread->stack[thread->operands++] = value == BARRIER_LIMIT ? -1 : opened;
        if (value == BARRIER_LIMIT) {
            value = 0;
            if (!store(code, state, address + 1, &mutex_cell, opened + 1)) return IS_UNDEFINED;
        }
    }
    return store(code, state, address, &mutex_cell, value) ? WENT_ON : IS_UNDEFINED;
}

/* One step that others see; the thread stands behind it then. */
static outcome_t visible_step(machine_t *machine, state_t *state, unsigned number,
                              unsigned choice) {
    const code_t *code = machine->code;
    machine_thread_t *thread = &state->threads[number];
    const insn_t *insn = &code->insns[thread->pc++];
    int64_t *stack = thread->stack, value;
#define POP() (stack[--thread->operands])
    switch (insn->kind) {
    case IN_LOAD:
        if (!load(code, state, POP(), insn->type, &value)) return IS_UNDEFINED;
        stack[thread->operands++] = value;
        return WENT_ON;
    case IN_STORE:
        value = POP();
        return store(code, state, POP(), insn->type, value) ? WENT_ON : IS_UNDEFINED;
    case IN_LOCK: {
        int64_t address = POP();
        if (!load(code, state, address, &mutex_cell, &value)) return IS_UNDEFINED;
        if (value) return HIT_ERROR; /* its own */
        return store(code, state, address, &mutex_cell, owner_mark(number)) ? WENT_ON
                                                                            : IS_UNDEFINED;
    }
    case IN_UNLOCK:
        if (!load(code, state, stack[thread->operands - 1], &mutex_cell, &value))
            return IS_UNDEFINED;
        if (is_misuse(code) && value != owner_mark(number)) return HIT_ERROR;
        if (!value) return IS_UNDEFINED;
        return store(code, state, POP(), &mutex_cell, 0) ? WENT_ON : IS_UNDEFINED;
    case IN_TRYLOCK: {
        int64_t address = POP();
        if (!load(code, state, address, &mutex_cell, &value)) return IS_UNDEFINED;
        if (!value) store(code, state, address, &mutex_cell, owner_mark(number));
        stack[thread->operands++] = value != 0;
        return WENT_ON;
    }
    case IN_READ_LOCK:
    case IN_WRITE_LOCK:
    case IN_RW_UNLOCK:
    case IN_POST:
    case IN_WAIT:
    case IN_TRYWAIT:
    case IN_ARRIVE:
    case IN_PASS: return synchronise(code, state, thread, insn->kind);
    case IN_ATOMIC_BEGIN:
        state->atomic_owner = (int8_t)number;
        state->atomic_depth++;
        return WENT_ON;
    case IN_ATOMIC_END:
        if (state->atomic_owner != (int)number) return IS_UNDEFINED;
        if (--state->atomic_depth == 0) state->atomic_owner = -1;
        return WENT_ON;
    case IN_CREATE: return create(machine, state, number, insn);
    case IN_JOIN: {
        value = POP();
        outcome_t wrong = is_misuse(code) ? HIT_ERROR : IS_UNDEFINED;
        if (value <= 0 || value >= MAX_THREADS || value == (int)number) return wrong;
        if (state->threads[value].status != THREAD_ENDED) return wrong;
        stack[thread->operands++] = state->threads[value].result;
        memset(&state->threads[value], 0, sizeof state->threads[value]);
        /* An old handle must not name another thread. */
        if (is_misuse(code)) state->threads[value].status = THREAD_JOINED;
        return WENT_ON;
    }
    case IN_NONDET: stack[thread->operands++] = insn->a + choice; return WENT_ON;
    case IN_ALLOC:
        if (!allocate(state, number, (unsigned)insn->a, &value)) return IS_UNDEFINED;
        stack[thread->operands++] = value;
        return WENT_ON;
    case IN_FREE: return release(state, POP()) ? WENT_ON : IS_UNDEFINED;
    case IN_END: state->is_ended = true; return WENT_ON;
    default: return IS_UNDEFINED;
    }
}

/* If it is asked for: is the exact result no value of the signed type? Numbers have 64 bits at
 * most. */
static bool overflows(const code_t *code, op_t op, const ctype_t *type, int64_t a, int64_t b) {
    __int128 exact;
    bool counts = type->kind == CT_INT && type->is_signed && !type->is_bool;
    if (code->tree->asked != ASKED_OVERFLOW || !counts) return false;
    switch (op) {
    case OP_ADD: exact = (__int128)a + b; break;
    case OP_SUB: exact = (__int128)a - b; break;
    case OP_MUL: exact = (__int128)a * b; break;
    case OP_SHL: exact = a < 0 ? -((__int128)1 << 100) : (__int128)a << b; break;
    default: return false;
    }
    return exact != type_wrap(type, (int64_t)exact) || exact != (int64_t)exact;
}

/* Everything up to the next step that others see. */
static outcome_t run_locally(machine_t *machine, state_t *state, unsigned number) {
    const code_t *code = machine->code;
    machine_thread_t *thread = &state->threads[number];
    int64_t *stack = thread->stack, value;
    for (unsigned steps = 0; steps < MAX_LOCAL_STEPS; steps++) {
        if (state->is_ended || thread->status != THREAD_RUNS) return WENT_ON;
        const insn_t *insn = &code->insns[thread->pc];
        if (is_step(insn)) return WENT_ON;
        thread->pc++;
        if (thread->operands + 1 >= MAX_OPERANDS) return IS_UNDEFINED;
        bool is_undefined = false;
        switch (insn->kind) {
        case IN_LOCAL_LOAD:
            if (!load(code, state, POP(), insn->type, &value)) return IS_UNDEFINED;
            stack[thread->operands++] = value;
            break;
        case IN_LOCAL_STORE:
            value = POP();
            if (!store(code, state, POP(), insn->type, value)) return IS_UNDEFINED;
            break;
        case IN_CONST: stack[thread->operands++] = insn->a; break;
        case IN_FRAME:
            stack[thread->operands++] =
                STACK_BASE + number * STACK_SIZE + thread->frames[thread->calls - 1] + insn->a;
            break;
        case IN_DUP:
            value = stack[thread->operands - 1 - insn->a];
            stack[thread->operands++] = value;
            break;
        case IN_SWAP:
            value = stack[thread->operands - 1];
            stack[thread->operands - 1] = stack[thread->operands - 2];
            stack[thread->operands - 2] = value;
            break;
        case IN_POP: thread->operands--; break;
        case IN_UNARY:
            value = POP();
            if (insn->op == OP_NEG && overflows(machine->code, OP_SUB, insn->type, 0, value))
                return HIT_ERROR;
            value = insn->op == OP_NEG          ? (int64_t)(0 - (uint64_t)value)
                    : insn->op == OP_COMPLEMENT ? ~value
                                                : !value;
            stack[thread->operands++] = type_wrap(insn->type, value);
            break;
        case IN_BINARY: {
            value = POP();
            int64_t left = POP(), result;
            result = binary(insn->op, insn->type, left, value, &is_undefined);
            if (is_undefined) return IS_UNDEFINED;
            if (overflows(machine->code, insn->op, insn->type, left, value)) return HIT_ERROR;
            bool is_number = insn->op < OP_EQ;
            stack[thread->operands++] = is_number ? type_wrap(insn->type, result) : result;
            break;
        }
        case IN_CAST:
            value = POP();
            stack[thread->operands++] = type_wrap(insn->type, value);
            break;
        case IN_JUMP: thread->pc = (uint16_t)insn->a; break;
        case IN_JUMP_IF_ZERO:
            if (!POP()) thread->pc = (uint16_t)insn->a;
            break;
        case IN_CALL:
            if (!enter(state, number, insn->callee, thread->pc)) return IS_UNDEFINED;
            break;
        case IN_RETURN: leave(state, number); break;
        case IN_ASSUME:
            if (!POP()) thread->status = THREAD_STUCK;
            break;
        case IN_ERROR:
            if (!machine->passes_errors) return HIT_ERROR;
            break;
        case IN_OBSERVE:
            value = POP();
            if (machine->observe) machine->observe(machine->context, (unsigned)insn->a, value);
            break;
        case IN_THREAD_EXIT: end_thread(state, number, 0); break;
        default: return IS_UNDEFINED;
        }
    }
    return IS_UNDEFINED; /* it does not end */
}

/* What a thread accesses next. */
typedef struct {
    int64_t address, size;
    bool is_write, is_atomic;
} next_access_t;

static bool next_access(const machine_t *machine, const state_t *state, unsigned number,
                        next_access_t *out) {
    const machine_thread_t *thread = &state->threads[number];
    if (thread->status != THREAD_RUNS) return false;
    const insn_t *insn = &machine->code->insns[thread->pc];
    const int64_t *stack = thread->stack;
    *out = (next_access_t){.is_write = insn->kind != IN_LOAD,
                           .is_atomic = insn->a || state->atomic_owner == (int)number};
    switch (insn->kind) {
    case IN_LOAD:
        out->address = stack[thread->operands - 1];
        out->size = insn->type->size;
        return true;
    case IN_STORE:
        out->address = stack[thread->operands - 2];
        out->size = insn->type->size;
        return true;
    case IN_CREATE: /* writes the handle, in no special way */
        out->address = stack[thread->operands - 2];
        out->size = machine->code->tree->pointer_size;
        out->is_atomic = false;
        return true;
    case IN_FREE:
        out->address = stack[thread->operands - 1];
        for (unsigned i = 0; i < MAX_HEAP; i++)
            if (state->heap[i].address == out->address) out->size = state->heap[i].size;
        return out->address != 0;
    default: return false;
    }
}

bool machine_races(const machine_t *machine, const state_t *state) {
    next_access_t a, b;
    if (state->is_ended) return false;
    for (unsigned i = 0; i < MAX_THREADS; i++) {
        if (!next_access(machine, state, i, &a)) continue;
        for (unsigned k = i + 1; k < MAX_THREADS; k++) {
            if (!next_access(machine, state, k, &b)) continue;
            if (!(a.is_write || b.is_write) || (a.is_atomic && b.is_atomic)) continue;
            if (a.address < b.address + b.size && b.address < a.address + a.size) return true;
        }
    }
    return false;
}

outcome_t machine_step(machine_t *machine, state_t *state, unsigned number, unsigned choice) {
    outcome_t outcome = visible_step(machine, state, number, choice);
    return outcome == WENT_ON ? run_locally(machine, state, number) : outcome;
}

outcome_t machine_start(machine_t *machine, state_t *state) {
    memset(state, 0, sizeof *state);
    memcpy(state->statics, machine->code->image, STATIC_SIZE);
    state->atomic_owner = -1;
    state->threads[0].status = THREAD_RUNS;
    const tree_t *tree = machine->code->tree;
    if (!enter(state, 0, tree->functions[tree->function_count - 1], 0)) return IS_UNDEFINED;
    return run_locally(machine, state, 0);
}
