/* What the sprintf family writes; the format is read where the call is lowered
 * (models_format.c). A character that finds no room is counted, but not written.
 * room is the number of bytes that may be written, or NO_LIMIT. */

#define NO_LIMIT ((size_t)-1)

enum { PAD_LEFT = ' ', PAD_ZERO = '0', PAD_RIGHT = '-' };

static size_t format_char(char *to, size_t room, size_t at, char c) {
    if (room == NO_LIMIT || (room && at < room - 1)) to[at] = c;
    return at + 1;
}

static size_t format_pad(char *to, size_t room, size_t at, char c, size_t length, size_t width) {
    size_t end = at, reached = length;
    while (reached < width) {
        end = format_char(to, room, end, c);
        reached++;
    }
    return end;
}

/* Division of what is not known is hard for solvers: digits are counted. */
static size_t format_number(char *to, size_t room, size_t at, unsigned long long value,
                            unsigned base, char sign, char pad, size_t width, char ten) {
    unsigned long long rest = value, power = 1;
    size_t end = at, length = sign ? 2 : 1;
    while (power <= -1ull / base && value >= power * base) {
        power *= base;
        length++;
    }
    if (pad == PAD_LEFT) end = format_pad(to, room, end, ' ', length, width);
    if (sign) end = format_char(to, room, end, sign);
    if (pad == PAD_ZERO) end = format_pad(to, room, end, '0', length, width);
    while (power) {
        unsigned digit = 0;
        while (rest >= power) {
            rest -= power;
            digit++;
        }
        end = format_char(to, room, end, (char)(digit < 10 ? '0' + digit : ten + digit - 10));
        power /= base;
    }
    if (pad == PAD_RIGHT) end = format_pad(to, room, end, ' ', length, width);
    return end;
}

static size_t format_signed(char *to, size_t room, size_t at, long long value, char plus, char pad,
                            size_t width) {
    unsigned long long magnitude = (unsigned long long)value;
    char sign = plus;
    if (value < 0) {
        magnitude = -magnitude;
        sign = '-';
    }
    return format_number(to, room, at, magnitude, 10, sign, pad, width, 'a');
}

static size_t format_text(char *to, size_t room, size_t at, const char *text, size_t most, char pad,
                          size_t width) {
    size_t end = at, length = 0;
    if (width && pad == PAD_LEFT)
        end = format_pad(to, room, end, ' ', model_strnlen(text, most), width);
    while (length < most) {
        char c = text[length];
        if (!c) break;
        end = format_char(to, room, end, c);
        length++;
    }
    if (width && pad == PAD_RIGHT) end = format_pad(to, room, end, ' ', length, width);
    return end;
}

static int format_end(char *to, size_t room, size_t at) {
    if (room == NO_LIMIT || at < room)
        to[at] = 0;
    else if (room)
        to[room - 1] = 0;
    return (int)at;
}

/* A format that is known only when the program runs, and its arguments. */
static int format_list(char *to, size_t room, const char *format, __builtin_va_list list) {
    __builtin_va_list rest;
    __builtin_va_copy(rest, list);
    size_t at = 0, i = 0;
    while (1) {
        char c = format[i], pad = PAD_LEFT, plus = 0;
        size_t width = 0, most = NO_LIMIT;
        unsigned longs = 0;
        if (!c) break;
        i++;
        if (c != '%') {
            at = format_char(to, room, at, c);
            continue;
        }
        c = format[i];
        while (c == '-' || c == '0' || c == '+') {
            if (c == '+')
                plus = c;
            else if (pad != PAD_RIGHT)
                pad = c;
            i++;
            c = format[i];
        }
        while (c >= '0' && c <= '9') {
            width = width * 10 + (size_t)(c - '0');
            i++;
            c = format[i];
        }
        if (c == '.') {
            most = 0;
            i++;
            c = format[i];
            while (c >= '0' && c <= '9') {
                most = most * 10 + (size_t)(c - '0');
                i++;
                c = format[i];
            }
            if (c != 's') __heddle_unsupported("a format with a precision");
        }
        while (c == 'l' || c == 'z') {
            longs++;
            i++;
            c = format[i];
        }
        i++;
        if (c == '%') {
            at = format_char(to, room, at, c);
        } else if (c == 'c' && !width && !longs) {
            at = format_char(to, room, at, (char)__builtin_va_arg(rest, int));
        } else if (c == 's' && pad != PAD_ZERO && !longs) {
            at = format_text(to, room, at, __builtin_va_arg(rest, const char *), most, pad, width);
        } else if (c == 'd' || c == 'i' || c == 'u' || c == 'x' || c == 'X' || c == 'o') {
            unsigned long long value;
            char sign = 0;
            if (c == 'd' || c == 'i') {
                long long number = longs == 0   ? __builtin_va_arg(rest, int)
                                   : longs == 1 ? __builtin_va_arg(rest, long)
                                                : __builtin_va_arg(rest, long long);
                value = (unsigned long long)number;
                sign = plus;
                if (number < 0) {
                    value = -value;
                    sign = '-';
                }
            } else {
                value = longs == 0   ? __builtin_va_arg(rest, unsigned)
                        : longs == 1 ? __builtin_va_arg(rest, unsigned long)
                                     : __builtin_va_arg(rest, unsigned long long);
            }
            unsigned base = c == 'o' ? 8 : c == 'x' || c == 'X' ? 16 : 10;
            at = format_number(to, room, at, value, base, sign, pad, width, c == 'X' ? 'A' : 'a');
        } else {
            __heddle_unsupported("a format of this kind");
        }
    }
    return format_end(to, room, at);
}

static int model_vsprintf(char *to, const char *format, __builtin_va_list list) {
    return format_list(to, NO_LIMIT, format, list);
}

static int model_vsnprintf(char *to, size_t room, const char *format, __builtin_va_list list) {
    return format_list(to, room, format, list);
}
