
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

static int model_strcmp(const char *a, const char *b) {
    size_t i = 0;
    while (1) {
        unsigned char x = (unsigned char)a[i], y = (unsigned char)b[i];
        if (x != y) return x < y ? -1 : 1;
        if (!x) return 0;
        i++;
    }
}

static int model_strncmp(const char *a, const char *b, size_t n) {
    size_t i = 0;
    while (i < n) {
        unsigned char x = (unsigned char)a[i], y = (unsigned char)b[i];
        if (x != y) return x < y ? -1 : 1;
        if (!x) return 0;
        i++;
    }
    return 0;
}

static int model_memcmp(const void *a, const void *b, size_t n) {
    size_t i = 0;
    while (i < n) {
        unsigned char x = ((const unsigned char *)a)[i], y = ((const unsigned char *)b)[i];
        if (x != y) return x < y ? -1 : 1;
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

static long model_atol(const char *s) {
    size_t i = 0;
    char c = s[0];
    while (c == ' ' || (c >= '\t' && c <= '\r')) {
        i++;
        c = s[i];
    }
    _Bool is_negative = c == '-';
    if (c == '-' || c == '+') {
        i++;
        c = s[i];
    }
    unsigned long number = 0;
    while (c >= '0' && c <= '9') {
        number = number * 10 + (unsigned long)(c - '0');
        i++;
        c = s[i];
    }
    return (long)(is_negative ? 0 - number : number);
}

static int model_atoi(const char *s) {
    return (int)model_atol(s);
}

/* Characters, of the C locale. */

static int model_isdigit(int c) {
    return c >= '0' && c <= '9';
}

static int model_islower(int c) {
    return c >= 'a' && c <= 'z';
}

static int model_isupper(int c) {
    return c >= 'A' && c <= 'Z';
}

static int model_isalpha(int c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static int model_isalnum(int c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

static int model_isspace(int c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static int model_tolower(int c) {
    return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c;
}

static int model_toupper(int c) {
    return c >= 'a' && c <= 'z' ? c - ('a' - 'A') : c;
}
