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
