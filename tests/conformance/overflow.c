// models: __builtin_add_overflow __builtin_sadd_overflow __builtin_saddl_overflow
//   __builtin_saddll_overflow __builtin_uadd_overflow __builtin_uaddl_overflow
//   __builtin_uaddll_overflow __builtin_sub_overflow __builtin_ssub_overflow
//   __builtin_ssubl_overflow __builtin_ssubll_overflow __builtin_usub_overflow
//   __builtin_usubl_overflow __builtin_usubll_overflow __builtin_mul_overflow
//   __builtin_smul_overflow __builtin_smull_overflow __builtin_smulll_overflow
//   __builtin_umul_overflow __builtin_umull_overflow __builtin_umulll_overflow
#include "conformance.h"

/* Operands of one type, a result of another. */
#define TYPES(operand, result, function)                                                           \
    for (int i = 0; i < COUNT; i++)                                                                \
        for (int j = 0; j < COUNT; j += 2) {                                                       \
            result value;                                                                          \
            exact(function((operand)inputs[i], (operand)inputs[j], &value));                       \
            exact(value);                                                                          \
        }

static const long long inputs[] = {0, -1, 127, 0x7fffffff, -0x80000000ll, 0x7fffffffffffffff, 65536};
enum { COUNT = sizeof inputs / sizeof inputs[0] };

int main(void) {
    TYPES(signed char, signed char, __builtin_add_overflow);
    TYPES(unsigned short, unsigned short, __builtin_add_overflow);
    TYPES(int, int, __builtin_add_overflow);
    TYPES(unsigned, unsigned, __builtin_add_overflow);
    TYPES(long, long, __builtin_add_overflow);
    TYPES(unsigned long long, unsigned long long, __builtin_add_overflow);
    TYPES(int, unsigned char, __builtin_add_overflow);
    TYPES(unsigned, long long, __builtin_add_overflow);
    TYPES(int, unsigned long, __builtin_add_overflow);
    TYPES(int, int, __builtin_sadd_overflow);
    TYPES(long, long, __builtin_saddl_overflow);
    TYPES(long long, long long, __builtin_saddll_overflow);
    TYPES(unsigned, unsigned, __builtin_uadd_overflow);
    TYPES(unsigned long, unsigned long, __builtin_uaddl_overflow);
    TYPES(unsigned long long, unsigned long long, __builtin_uaddll_overflow);
    TYPES(signed char, signed char, __builtin_sub_overflow);
    TYPES(unsigned short, unsigned short, __builtin_sub_overflow);
    TYPES(int, int, __builtin_sub_overflow);
    TYPES(unsigned, unsigned, __builtin_sub_overflow);
    TYPES(long, long, __builtin_sub_overflow);
    TYPES(unsigned long long, unsigned long long, __builtin_sub_overflow);
    TYPES(int, unsigned char, __builtin_sub_overflow);
    TYPES(unsigned, long long, __builtin_sub_overflow);
    TYPES(int, unsigned long, __builtin_sub_overflow);
    TYPES(int, int, __builtin_ssub_overflow);
    TYPES(long, long, __builtin_ssubl_overflow);
    TYPES(long long, long long, __builtin_ssubll_overflow);
    TYPES(unsigned, unsigned, __builtin_usub_overflow);
    TYPES(unsigned long, unsigned long, __builtin_usubl_overflow);
    TYPES(unsigned long long, unsigned long long, __builtin_usubll_overflow);
    TYPES(signed char, signed char, __builtin_mul_overflow);
    TYPES(unsigned short, unsigned short, __builtin_mul_overflow);
    TYPES(int, int, __builtin_mul_overflow);
    TYPES(unsigned, unsigned, __builtin_mul_overflow);
    TYPES(long, long, __builtin_mul_overflow);
    TYPES(unsigned long long, unsigned long long, __builtin_mul_overflow);
    TYPES(int, unsigned char, __builtin_mul_overflow);
    TYPES(unsigned, long long, __builtin_mul_overflow);
    TYPES(int, unsigned long, __builtin_mul_overflow);
    TYPES(int, int, __builtin_smul_overflow);
    TYPES(long, long, __builtin_smull_overflow);
    TYPES(long long, long long, __builtin_smulll_overflow);
    TYPES(unsigned, unsigned, __builtin_umul_overflow);
    TYPES(unsigned long, unsigned long, __builtin_umull_overflow);
    TYPES(unsigned long long, unsigned long long, __builtin_umulll_overflow);
    finish();
}
