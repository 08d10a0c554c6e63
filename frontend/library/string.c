
/* Strings, byte by byte. What is no text, but is looked at as bytes, has no cells
 * of that size, and the answer is unknown. */

typedef __SIZE_TYPE__ size_t;

static size_t model_strlen(const char *s) {
    size_t n = 0;
    while (s[n]) n++;
    return n;
}

static size_t model_strnlen(const char *s, size_t most) {
    size_t n = 0;
    while (n < most && s[n]) n++;
    return n;
}

static char *model_strcpy(char *to, const char *from) {
    size_t i = 0;
    char c = from[0];
    while (c) {
        to[i] = c;
        i++;
        c = from[i];
    }
    to[i] = 0;
    return to;
}

static char *model_strncpy(char *to, const char *from, size_t n) {
    size_t i = 0;
    _Bool ended = 0;
    while (i < n) {
        char c = 0;
        if (!ended) c = from[i];
        if (!c) ended = 1;
        to[i] = c;
        i++;
    }
    return to;
}

static char *model_strcat(char *to, const char *from) {
    model_strcpy(to + model_strlen(to), from);
    return to;
}

static char *model_strncat(char *to, const char *from, size_t n) {
    size_t end = model_strlen(to), i = 0;
    while (i < n) {
        char c = from[i];
        if (!c) break;
        to[end + i] = c;
        i++;
    }
    to[end + i] = 0;
    return to;
}

/* The sign says which text comes first; nothing is said about the value. */
static int ordered(_Bool is_less) {
    int result = (int)__heddle_any_long();
    __heddle_assume(is_less ? result < 0 : result > 0);
    return result;
}

static int model_strcmp(const char *a, const char *b) {
    size_t i = 0;
    while (1) {
        unsigned char x = (unsigned char)a[i], y = (unsigned char)b[i];
        if (x != y) return ordered(x < y);
        if (!x) return 0;
        i++;
    }
}

static int model_strncmp(const char *a, const char *b, size_t n) {
    size_t i = 0;
    while (i < n) {
        unsigned char x = (unsigned char)a[i], y = (unsigned char)b[i];
        if (x != y) return ordered(x < y);
        if (!x) return 0;
        i++;
    }
    return 0;
}

static int model_memcmp(const void *a, const void *b, size_t n) {
    size_t i = 0;
    while (i < n) {
        unsigned char x = ((const unsigned char *)a)[i], y = ((const unsigned char *)b)[i];
        if (x != y) return ordered(x < y);
        i++;
    }
    return 0;
}

static char *model_strchr(const char *s, int wanted) {
    size_t i = 0;
    while (1) {
        char c = s[i];
        if (c == (char)wanted) return (char *)s + i;
        if (!c) return 0;
        i++;
    }
}

static char *model_strrchr(const char *s, int wanted) {
    size_t i = 0;
    char *found = 0;
    while (1) {
        char c = s[i];
        if (c == (char)wanted) found = (char *)s + i;
        if (!c) return found;
        i++;
    }
}

static void *model_memchr(const void *s, int wanted, size_t n) {
    size_t i = 0;
    while (i < n) {
        if (((const unsigned char *)s)[i] == (unsigned char)wanted) return (char *)s + i;
        i++;
    }
    return 0;
}

static char *model_strstr(const char *s, const char *wanted) {
    size_t i = 0, length = model_strlen(wanted);
    while (1) {
        if (!model_strncmp(s + i, wanted, length)) return (char *)s + i;
        if (!s[i]) return 0;
        i++;
    }
}

static char *model_strdup(const char *s) {
    size_t length = model_strlen(s);
    char *copy = __heddle_malloc(length + 1);
    model_strcpy(copy, s);
    return copy;
}

static int digit_of(char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'z' ? c - 'a' + 10
           : c >= 'A' && c <= 'Z' ? c - 'A' + 10
                                  : 99;
}

/* The magnitude of the number at the beginning of the text, at most most, and one
 * more if it is too large. end is NULL, or gets where the number ends. */
static unsigned long read_number(const char *s, char **end, int base, _Bool *is_negative,
                                 unsigned long most) {
    size_t i = 0, stop = 0;
    unsigned long number = 0, radix = (unsigned long)base;
    _Bool is_too_large = 0;
    while (s[i] == ' ' || (s[i] >= '\t' && s[i] <= '\r')) i++;
    char c = s[i];
    *is_negative = c == '-';
    if (c == '-' || c == '+') i++;
    if ((base == 0 || base == 16) && s[i] == '0' && (s[i + 1] == 'x' || s[i + 1] == 'X') &&
        digit_of(s[i + 2]) < 16) {
        radix = 16;
        i += 2;
    } else if (base == 0) {
        radix = s[i] == '0' ? 8 : 10;
    }
    while (1) {
        unsigned long digit = (unsigned long)digit_of(s[i]);
        if (digit >= radix) break;
        if (number > (most - digit) / radix)
            is_too_large = 1;
        else
            number = number * radix + digit;
        i++;
        stop = i;
    }
    if (end) *end = (char *)s + stop;
    return is_too_large ? most + 1 : number;
}

static long model_strtol(const char *s, char **end, int base) {
    _Bool is_negative;
    const unsigned long most = ~0ul >> 2;
    unsigned long number = read_number(s, end, base, &is_negative, most);
    if (number > most) __heddle_unsupported("strtol of a number that is too large");
    return (long)(is_negative ? 0 - number : number);
}

static unsigned long model_strtoul(const char *s, char **end, int base) {
    _Bool is_negative;
    const unsigned long most = ~0ul >> 1;
    unsigned long number = read_number(s, end, base, &is_negative, most);
    if (number > most) __heddle_unsupported("strtoul of a number that is too large");
    return is_negative ? 0 - number : number;
}

static long model_atol(const char *s) {
    return model_strtol(s, 0, 10);
}

static int model_atoi(const char *s) {
    return (int)model_atol(s);
}

static _Bool is_among(char c, const char *set) {
    size_t i = 0;
    while (set[i]) {
        if (set[i] == c) return 1;
        i++;
    }
    return 0;
}

static size_t model_strspn(const char *s, const char *set) {
    size_t n = 0;
    while (s[n] && is_among(s[n], set)) n++;
    return n;
}

static size_t model_strcspn(const char *s, const char *set) {
    size_t n = 0;
    while (s[n] && !is_among(s[n], set)) n++;
    return n;
}

static char *model_strpbrk(const char *s, const char *set) {
    size_t n = model_strcspn(s, set);
    return s[n] ? (char *)s + n : 0;
}

static char *model_strtok_r(char *s, const char *separators, char **rest) {
    char *begin = s ? s : *rest;
    begin = begin + model_strspn(begin, separators);
    char *end = begin + model_strcspn(begin, separators);
    if (!*end) {
        *rest = end;
        return *begin ? begin : 0;
    }
    *end = 0;
    *rest = end + 1;
    return begin;
}

static char *token_rest;

static char *model_strtok(char *s, const char *separators) {
    return model_strtok_r(s, separators, &token_rest);
}

/* Characters, of the C locale. What stands for yes is up to the library; this is what
 * glibc gives, with its macros and without them. */

enum {
    UPPER = 256,
    LOWER = 512,
    ALPHA = 1024,
    DIGIT = 2048,
    XDIGIT = 4096,
    SPACE = 8192,
    PRINT = 16384,
    PUNCT = 4,
    ALNUM = 8
};

static _Bool is_digit(int c) {
    return c >= '0' && c <= '9';
}

static _Bool is_letter(int c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static int model_isdigit(int c) {
    return is_digit(c) ? DIGIT : 0;
}

static int model_islower(int c) {
    return c >= 'a' && c <= 'z' ? LOWER : 0;
}

static int model_isupper(int c) {
    return c >= 'A' && c <= 'Z' ? UPPER : 0;
}

static int model_isalpha(int c) {
    return is_letter(c) ? ALPHA : 0;
}

static int model_isalnum(int c) {
    return is_letter(c) || is_digit(c) ? ALNUM : 0;
}

static int model_isxdigit(int c) {
    return ((c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F') || is_digit(c)) ? XDIGIT : 0;
}

static int model_isprint(int c) {
    return c >= ' ' && c <= '~' ? PRINT : 0;
}

static int model_ispunct(int c) {
    return c > ' ' && c <= '~' && !is_letter(c) && !is_digit(c) ? PUNCT : 0;
}

static int model_isspace(int c) {
    return (c == ' ' || (c >= '\t' && c <= '\r')) ? SPACE : 0;
}

static int model_tolower(int c) {
    return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c;
}

static int model_toupper(int c) {
    return c >= 'a' && c <= 'z' ? c - ('a' - 'A') : c;
}

static int model_strncasecmp(const char *a, const char *b, size_t n) {
    size_t i = 0;
    while (i < n) {
        int x = model_tolower((unsigned char)a[i]), y = model_tolower((unsigned char)b[i]);
        if (x != y) return ordered(x < y);
        if (!x) return 0;
        i++;
    }
    return 0;
}

static int model_strcasecmp(const char *a, const char *b) {
    return model_strncasecmp(a, b, (size_t)-1);
}
