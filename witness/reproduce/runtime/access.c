/* Accesses to memory: what clang calls before each of them. */
#include "runtime.h"

#include <stdlib.h>

void *__real_calloc(size_t count, size_t size);

typedef struct event {
    uintptr_t address;
    size_t size;
    bool reads, writes;
    const void *code;
    bool is_atomic;
} event_t;

static bool is_access(const step_t *step) {
    return step->kind == STEP_READ || step->kind == STEP_WRITE;
}

static bool meets(const step_t *step, const event_t *event) {
    if (!step || !is_access(step) || !step->object || !step->object->base) return false;
    if (!(step->kind == STEP_READ ? event->reads : event->writes)) return false;
    uintptr_t begin = step->object->base + step->offset;
    return begin < event->address + event->size && event->address < begin + step->size;
}

/* Variables that belong to a thread, not to a function, lie outside of its stack. */
static bool may_lie_at(const object_t *object, uintptr_t address) {
    const thread_t *owner = &schedule.threads[object->thread];
    bool is_own = address >= owner->stack && address < owner->stack_end;
    if (!owner->stack || is_own) return true;
    return address < self->stack || address >= self->stack_end;
}

/* An initialiser writes the whole object. Members that it does not mention come first in
 * heddle, the machine begins at the lowest. */
static size_t first_offset(const step_t *first) {
    size_t written = 0, lowest = first->offset;
    for (const step_t *step = first; step; step = step->next) {
        if (step->object != first->object || step->kind != STEP_WRITE || step->line != first->line)
            break;
        if (step->offset < lowest) lowest = step->offset;
        written += step->size;
    }
    return written == first->object->size ? lowest : first->offset;
}

/* Where a variable of a function lies is learnt when the step that touches it first comes:
 * the line, the size and what is done must be the same. */
static void learn(const event_t *event) {
    step_t *step = self->next;
    if (!step || !is_access(step) || !step->object || step->object->base) return;
    if (step->object->kind == OBJECT_STATIC) return;
    if (!(step->kind == STEP_READ ? event->reads : event->writes)) return;
    bool is_whole = event->size == step->object->size && event->size > step->size;
    size_t offset;
    if ((event->size != step->size && !is_whole) || place_find(event->address, &offset)) return;
    if (!may_lie_at(step->object, event->address)) return;
    if (place_line(event->code) != step->line) return;
    step->object->base = event->address - (is_whole ? 0 : first_offset(step));
}

static bool matters(const event_t *event) {
    size_t offset;
    for (size_t i = 0; i < event->size; i++) {
        object_t *object = place_find(event->address + i, &offset);
        if (object && object->shared[offset]) return true;
        if (!object && i % 8 == 0 && i + 8 < event->size) i += 7;
    }
    return false;
}

/* The operands of an expression may be evaluated in another order. While no other thread
 * comes in between, that is no difference. */
static step_t *find_step(const event_t *event) {
    step_t *first = self->next;
    if (meets(first, event)) return first;
    for (step_t *before = first; before && is_access(before); before = before->next) {
        step_t *step = before->next;
        if (!step || step->position != before->position + 1) return NULL;
        if (!meets(step, event)) continue;
        /* Becomes the first: contents change places, positions stay. */
        for (step_t *s = step; s != first;) {
            step_t *p = first;
            while (p->next != s) p = p->next;
            step_t one = *p, two = *s;
            *p = two, *s = one;
            p->position = one.position, p->next = one.next;
            s->position = two.position, s->next = two.next;
            s = p;
        }
        return first;
    }
    return NULL;
}

static void compare(const step_t *step, const event_t *event) {
    uint64_t value = 0;
    if (!step->has_value || step->kind != STEP_READ || step->size > sizeof value) return;
    uintptr_t place = step->object->base + step->offset;
    if (place < event->address || place + step->size > event->address + event->size) return;
    memcpy(&value, (const void *)place, step->size);
    if (value != step->value)
        control_note(step, "the value was %lld at %s", (long long)value, place_text(event->code));
}

/* Does the event that made the first step make this one as well? An atomic operation makes
 * all of its section; another one is of one kind, and the same bytes once more are another. */
static bool belongs(const step_t *step, const step_t *first, const event_t *event) {
    if (event->is_atomic) return step->continues;
    bool is_again = step->offset == first->offset && step->object == first->object;
    return step->kind == first->kind && !is_again;
}

/* How many steps of the schedule the event makes at once: without others between them. */
static unsigned count_steps(const step_t *first, const event_t *event) {
    unsigned count = 1;
    for (const step_t *step = first; step->next; step = step->next, count++) {
        const step_t *next = step->next;
        if (next->position != step->position + 1 || !meets(next, event)) break;
        if (!belongs(next, first, event)) break;
    }
    return count;
}

static void announce(const event_t *event) {
    if (!self) return;
    self->last_place = event->code;
    control_lock();
    control_settle();
    control_hold_if_idle();
    learn(event);
    if (!matters(event)) {
        control_unlock();
        return;
    }
    step_t *step = find_step(event);
    if (!step) {
        size_t offset = 0;
        object_t *object = place_find(event->address, &offset);
        control_differs(self->next, "instead, %s %s %s%s at %s", self->name,
                        event->writes ? "writes" : "reads", object ? object->name : "something",
                        self->next ? "" : ", though it should go to the violation",
                        place_text(event->code));
    }
    control_wait_turn(step);
    compare(step, event);
    control_begin(count_steps(step, event));
    control_unlock();
}

static void access_memory(const void *address, size_t size, bool is_write, const void *code) {
    event_t event = {(uintptr_t)address, size, !is_write, is_write, code};
    announce(&event);
}

#define PLAIN(name, size)                                                                          \
    void __tsan_read##name(void *p) { access_memory(p, size, false, CALLER); }                     \
    void __tsan_write##name(void *p) { access_memory(p, size, true, CALLER); }                     \
    void __tsan_read_write##name(void *p) {                                                        \
        event_t event = {(uintptr_t)p, size, true, true, CALLER};                                  \
        announce(&event);                                                                          \
    }
PLAIN(1, 1)
PLAIN(2, 2)
PLAIN(4, 4)
PLAIN(8, 8)
PLAIN(16, 16)
#define UNALIGNED(size)                                                                            \
    void __tsan_unaligned_read##size(void *p) { access_memory(p, size, false, CALLER); }           \
    void __tsan_unaligned_write##size(void *p) { access_memory(p, size, true, CALLER); }           \
    void __tsan_unaligned_read_write##size(void *p) {                                              \
        event_t event = {(uintptr_t)p, size, true, true, CALLER};                                  \
        announce(&event);                                                                          \
    }
UNALIGNED(2)
UNALIGNED(4)
UNALIGNED(8)
UNALIGNED(16)

/* Ranges. What is copied is read and written when it is the turn of each part; what the
 * schedule does not speak of follows at the end. */
typedef struct range {
    event_t read, written;
    bool copies;
    int byte;
    unsigned char *bytes;              /* to be written, where something is */
    unsigned char *was_read, *was_written; /* per byte: by a step */
} range_t;

static bool is_made(const range_t *range) {
    return range->copies || range->byte != NO_BYTE;
}

/* false: some of it was touched before, so it is another access. */
static bool make_part(range_t *range, const step_t *step, const event_t *event) {
    unsigned char *seen = step->kind == STEP_READ ? range->was_read : range->was_written;
    uintptr_t begin = step->object->base + step->offset, end = begin + step->size;
    if (begin < event->address) begin = event->address;
    if (end > event->address + event->size) end = event->address + event->size;
    size_t from = begin - event->address, to = end - event->address;
    if (memchr(seen + from, 1, to - from) && !step->continues) return false;
    control_wait_turn(step);
    compare(step, event);
    memset(seen + from, 1, to - from);
    if (step->kind == STEP_READ && range->copies)
        memcpy(range->bytes + from, (const void *)begin, to - from);
    if (step->kind == STEP_WRITE && is_made(range))
        memcpy((void *)begin, range->bytes + from, to - from);
    control_done(1);
    return true;
}

static void make_parts(range_t *range) {
    for (;;) {
        if (range->read.size) learn(&range->read);
        if (range->written.size) learn(&range->written);
        step_t *step = self->next;
        const event_t *event = meets(step, &range->read)      ? &range->read
                               : meets(step, &range->written) ? &range->written
                                                              : NULL;
        if (!event || !make_part(range, step, event)) return;
    }
}

static void write_rest(range_t *range) {
    unsigned char *to = (unsigned char *)range->written.address;
    for (size_t i = 0; i < range->written.size; i++)
        if (!range->was_written[i]) to[i] = range->bytes[i];
}

static void access_parts(range_t *range, bool is_scheduled) {
    size_t size = range->read.size > range->written.size ? range->read.size : range->written.size;
    unsigned char *buffers = __real_calloc(3, size + 1);
    range->bytes = buffers;
    range->was_read = buffers + size;
    range->was_written = buffers + 2 * size;
    if (range->copies)
        memcpy(range->bytes, (const void *)range->read.address, range->read.size);
    else if (range->byte != NO_BYTE)
        memset(range->bytes, range->byte, size);
    if (is_scheduled) make_parts(range);
    if (is_made(range)) write_rest(range);
    free(buffers);
}

bool access_range(const void *read, size_t read_size, void *written, size_t written_size,
                  bool copies, int byte, const void *code) {
    range_t range = {
        .read = {(uintptr_t)read, read_size, true, false, code},
        .written = {(uintptr_t)written, written_size, false, true, code},
        .copies = copies,
        .byte = byte,
    };
    if (!self || control_is_inside()) {
        access_parts(&range, false);
        return false;
    }
    self->last_place = code;
    control_lock();
    control_settle();
    control_hold_if_idle();
    const step_t *next = self->next;
    access_parts(&range, true);
    bool is_step = self->next != next;
    control_unlock();
    return is_step;
}

void *__tsan_memcpy(void *to, const void *from, size_t size) {
    access_range(from, size, to, size, true, NO_BYTE, CALLER);
    return to;
}

void *__tsan_memmove(void *to, const void *from, size_t size) {
    access_range(from, size, to, size, true, NO_BYTE, CALLER);
    return to;
}

void *__tsan_memset(void *to, int byte, size_t size) {
    access_range(NULL, 0, to, size, false, byte & 255, CALLER);
    return to;
}

/* Atomic operations are one event, and made by the time the next one comes. */
static void atomic_event(volatile void *p, size_t size, bool reads, bool writes, const void *code) {
    event_t event = {(uintptr_t)p, size, reads, writes, code, true};
    announce(&event);
}

#define SEQ __ATOMIC_SEQ_CST
#define FETCH(bits, type, op)                                                                      \
    type __tsan_atomic##bits##_fetch_##op(volatile type *p, type v, int order) {                   \
        (void)order;                                                                               \
        atomic_event(p, sizeof *p, true, true, CALLER);                                            \
        return __atomic_fetch_##op(p, v, SEQ);                                                     \
    }
#define ATOMIC(bits, type)                                                                         \
    type __tsan_atomic##bits##_load(const volatile type *p, int order) {                           \
        (void)order;                                                                               \
        atomic_event((volatile void *)p, sizeof *p, true, false, CALLER);                          \
        return __atomic_load_n(p, SEQ);                                                            \
    }                                                                                              \
    void __tsan_atomic##bits##_store(volatile type *p, type v, int order) {                        \
        (void)order;                                                                               \
        atomic_event(p, sizeof *p, false, true, CALLER);                                           \
        __atomic_store_n(p, v, SEQ);                                                               \
    }                                                                                              \
    type __tsan_atomic##bits##_exchange(volatile type *p, type v, int order) {                     \
        (void)order;                                                                               \
        atomic_event(p, sizeof *p, true, true, CALLER);                                            \
        return __atomic_exchange_n(p, v, SEQ);                                                     \
    }                                                                                              \
    type __tsan_atomic##bits##_compare_exchange_val(volatile type *p, type expected, type v,       \
                                                    int order, int failure) {                      \
        (void)order, (void)failure;                                                                \
        atomic_event(p, sizeof *p, true, true, CALLER);                                            \
        __atomic_compare_exchange_n(p, &expected, v, false, SEQ, SEQ);                             \
        return expected;                                                                           \
    }                                                                                              \
    FETCH(bits, type, add)                                                                         \
    FETCH(bits, type, sub)                                                                         \
    FETCH(bits, type, and)                                                                         \
    FETCH(bits, type, or)                                                                          \
    FETCH(bits, type, xor)                                                                         \
    FETCH(bits, type, nand)
ATOMIC(8, uint8_t)
ATOMIC(16, uint16_t)
ATOMIC(32, uint32_t)
/* Some are aligned less by their type on 32 bits than in memory. */
typedef uint64_t __attribute__((aligned(8))) aligned64_t;
ATOMIC(64, aligned64_t)

void __tsan_atomic_thread_fence(int order) {
    (void)order;
}
void __tsan_atomic_signal_fence(int order) {
    (void)order;
}
void __tsan_init(void) {
}
void __tsan_vptr_read(void **p) {
    (void)p;
}
void __tsan_vptr_update(void **p, void *v) {
    (void)p, (void)v;
}

/* Coverage is asked for because it makes clang announce accesses to members of variables of
 * functions, which it would take for private otherwise; its own calls say nothing new. */
#define COVERED(size)                                                                              \
    void __sanitizer_cov_load##size(void *p) { (void)p; }                                          \
    void __sanitizer_cov_store##size(void *p) { (void)p; }
COVERED(1)
COVERED(2)
COVERED(4)
COVERED(8)
COVERED(16)
void __sanitizer_cov_trace_pc(void) {
}

static void heard(const void *code) {
    if (!self) return;
    self->last_place = code;
    control_lock();
    control_settle();
    control_unlock();
}

void __tsan_func_entry(void *code) {
    (void)code;
    heard(CALLER);
}

void __tsan_func_exit(void) {
    heard(CALLER);
}

void __cyg_profile_func_enter(void *function, void *caller) {
    if (!self || !schedule.count) return;
    const step_t *last = &schedule.steps[schedule.count - 1];
    if (last->kind != STEP_ERROR) return;
    const char *name = place_function(function);
    if (!name || strcmp(name, last->name) != 0) return;
    self->last_place = caller;
    control_error(name, true);
}

void __cyg_profile_func_exit(void *function, void *caller) {
    (void)function, (void)caller;
    if (!self) return;
    control_lock();
    place_forget_frame((uintptr_t)__builtin_frame_address(0), (uintptr_t)__builtin_frame_address(1));
    control_unlock();
}
