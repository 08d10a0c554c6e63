#include "frontend/arith.h"
#include "frontend/lvalue.h"
#include "frontend/models.h"
#include "frontend/rvalue.h"

/* The arguments behind the ... of a call lie in an object of the caller, each
 * at the next multiple of eight bytes; the callee gets its address as a hidden
 * last parameter. A va_list holds the address of the next argument: in the data
 * model with pointers of 32 bits it is a pointer, in the other one an array of
 * one structure, whose third member is used for it. */
enum { SLOT = 8, OVERFLOW_AREA = 8 };

static uint64_t slot_size(uint64_t size) {
    return (size + SLOT - 1) / SLOT * SLOT;
}

const expr_t *variadic_pass(body_t *body, const value_t *values, size_t count) {
    types_t *types = body->program->types;
    if (!count) return expr_const(body->exprs, body->program->pointer_bits, 0);
    field_t *fields = ARENA_ARRAY(body->lower->scratch, field_t, count);
    uint64_t size = 0;
    for (size_t i = 0; i < count; i++) {
        const type_t *type = values[i].type;
        if (type->kind == TYPE_ARRAY || type->kind == TYPE_FUNCTION)
            type = body_pointer_to(body, type->kind == TYPE_ARRAY ? type->elem : type);
        fields[i] = (field_t){.name = "argument", .type = type, .offset = size};
        size += slot_size(type->size);
    }
    type_t *record = type_record(types, TYPE_STRUCT, "arguments");
    type_set_fields(types, record, fields, count, size, SLOT);
    const object_t *object =
        function_add_local(body->program, body->function, "arguments", record, body->source);
    const expr_t *address = expr_addr(body->exprs, object);
    for (size_t i = 0; i < count; i++)
        lvalue_store(body,
                     lvalue_memory(arith_offset(body, address, fields[i].offset), fields[i].type),
                     value_of(values[i].expr, fields[i].type));
    return address;
}

static const type_t *void_pointer(body_t *body) {
    return body_pointer_to(body, type_void(body->program->types));
}

/* Where a va_list keeps the address. */
static lvalue_t next_of(body_t *body, CXCursor list) {
    if (body->program->pointer_bits == 32) {
        lvalue_t lvalue = lvalue_lower(body, clu_strip(list));
        lvalue.type = lvalue.type->kind == TYPE_POINTER ? lvalue.type : void_pointer(body);
        return lvalue;
    }
    value_t tag = body_settle(body, rvalue_lower(body, list));
    return lvalue_memory(arith_offset(body, tag.expr, OVERFLOW_AREA), void_pointer(body));
}

value_t model_va_start(body_t *body, const call_t *call) {
    if (!model_needs(body, call, 1)) return model_zero(body, call);
    if (body->variadic == NO_REG)
        return body_unsupported_value(body, call->result, "va_start in this function");
    lvalue_t next = next_of(body, call->args[0]);
    lvalue_store(body, next, arith_convert(body, body_reg(body, body->variadic), next.type));
    return model_zero(body, call);
}

value_t model_va_copy(body_t *body, const call_t *call) {
    if (!model_needs(body, call, 2)) return model_zero(body, call);
    lvalue_t to = next_of(body, call->args[0]), from = next_of(body, call->args[1]);
    lvalue_store(body, to, body_settle(body, lvalue_load(body, from)));
    return model_zero(body, call);
}

/* The prelude: the address of the next argument, of a given size; the list goes
 * on behind it. */
value_t model_va_arg(body_t *body, const call_t *call) {
    uint64_t size;
    if (call->arg_count != 2 || !clu_integer(call->args[1], &size))
        return body_unsupported_value(body, call->result, "va_arg of this type");
    lvalue_t next = next_of(body, call->args[0]);
    value_t place = body_fix(body, lvalue_load(body, next));
    const expr_t *behind = arith_offset(body, place.expr, slot_size(size));
    lvalue_store(body, next, value_of(behind, next.type));
    return arith_convert(body, place, call->result);
}
