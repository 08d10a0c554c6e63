#ifndef CFA_LAYOUT_H
#define CFA_LAYOUT_H

#include "cfa/program.h"

/* Where objects lie. Addresses are plain numbers of pointer width, the same in
 * both data models, so casts between pointers and integers keep their value.
 * They depend only on the object and on the thread, frame or allocation that
 * owns it, never on the schedule of other threads. Between any two objects lie
 * unmapped bytes, so that one past the end of one is never inside another. That
 * other layouts are possible, and that freed memory comes back, is what
 * cfa/address_use.h is about. */
#define LAYOUT_STATIC_BASE UINT64_C(0x00010000)
#define LAYOUT_STACK_BASE UINT64_C(0x40000000)
#define LAYOUT_HEAP_BASE UINT64_C(0x80000000)
#define LAYOUT_REGION_SIZE UINT64_C(0x00100000) /* per thread: stack, and heap it allocates */
#define LAYOUT_MAX_THREADS 1024
#define LAYOUT_GAP 16 /* unmapped bytes after each object */

/* Heap objects whose size is not known ("open") lie far from everything else: what
 * is at an offset that is not small is in no other object. Only their first
 * layout_open_size bytes have cells. An access at a known address behind these is
 * not supported; at an unknown one, it reads anything and changes no cell, which
 * is right as long as the address cannot be that of another object. */
#define LAYOUT_OPEN_BASE UINT64_C(0xc0000000)
#define LAYOUT_OPEN_DISTANCE UINT64_C(0x04000000)

/* Pass: gives every object its address, every function its frame size. */
void layout_run(program_t *program);

/* Base of the block of _Thread_local objects, and of the frame at the bottom
 * of the stack. Frame d+1 begins frame_size bytes after frame d. */
static inline uint64_t layout_thread_block(unsigned thread) {
    return LAYOUT_STACK_BASE + thread * LAYOUT_REGION_SIZE;
}
static inline uint64_t layout_first_frame(const program_t *program, unsigned thread) {
    return layout_thread_block(thread) + program->thread_block_size;
}
static inline uint64_t layout_heap(unsigned thread) {
    return LAYOUT_HEAP_BASE + thread * LAYOUT_REGION_SIZE;
}

/* Bytes with cells of an open object that is laid out as type, repeated. */
uint64_t layout_open_size(const type_t *type);
/* Where open objects of the thread may lie: *count places, LAYOUT_OPEN_DISTANCE
 * apart, from here on. */
uint64_t layout_open(unsigned thread, unsigned *count);

/* The static object that contains address, or NULL. */
const object_t *layout_static_at(const program_t *program, uint64_t address);

/* Initial value of the cell of a static object; object->init_unknown is the
 * caller's business. */
uint64_t layout_initial_value(const object_t *object, uint64_t offset, const type_t *type);

#endif
