#include "util/progress.h"

#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

static const double quiet_time = 1.0, interval = 0.2;

void progress_init(progress_t *progress, bool wanted) {
    double now = stats_now();
    *progress = (progress_t){.start = now, .next = now + quiet_time};
    progress->is_enabled = wanted && isatty(STDERR_FILENO);
}

void progress_text(strbuf_t *out, const stats_t *stats, double seconds, uint64_t memory,
                   size_t width) {
    strbuf_printf(out, "%.0f s", seconds);
    if (stats->activity[0]) strbuf_printf(out, " | %.*s", STATS_ACTIVITY_SIZE - 1, stats->activity);
    strbuf_printf(out, " | %llu refinements | %llu states | solver %.1f s | %llu MB",
                  (unsigned long long)stats->refinements, (unsigned long long)stats->states,
                  stats->time_solver, (unsigned long long)(memory >> 20));
    if (out->len > width) {
        out->len = width;
        out->data[width] = '\0';
    }
}

static size_t terminal_width(void) {
    struct winsize size;
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1) return size.ws_col - 1;
    return 79;
}

void progress_update(progress_t *progress, const stats_t *stats, uint64_t memory) {
    if (!progress->is_enabled) return;
    double now = stats_now();
    if (now < progress->next) return;
    progress->next = now + interval;
    strbuf_t line = {0};
    progress_text(&line, stats, now - progress->start, memory, terminal_width());
    fprintf(stderr, "\r\033[K%s", strbuf_text(&line));
    fflush(stderr);
    strbuf_free(&line);
    progress->is_drawn = true;
}

void progress_erase(progress_t *progress) {
    if (!progress->is_drawn) return;
    fputs("\r\033[K", stderr);
    fflush(stderr);
    progress->is_drawn = false;
}
