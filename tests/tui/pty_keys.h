/* How long it takes from a key to the frame that it makes: until the row of the
 * list that j or k goes to is seen to be marked. The list must have the keys. */
#ifndef WB_TESTS_PTY_KEYS_H
#define WB_TESTS_PTY_KEYS_H

#include "tap.h"
#include "tui/pty.h"

enum { KEYS = 40, PAUSE_US = 15000 };

static inline long pty_setting(const char *name, long otherwise) {
  const char *text = getenv(name);
  return text != NULL ? strtol(text, NULL, 10) : otherwise;
}

/* The row of the selected puzzle, or -1. */
static inline int pty_marked_row(const struct pty *pty) {
  int lines, columns;
  wb_terminal_size(pty->terminal, &lines, &columns);
  for (int y = 0; y < lines; y++) {
    struct wb_terminal_cell cell;
    wb_terminal_cell(pty->terminal, y, 1, &cell);
    if (cell.text[0] == '>') return y;
  }
  return -1;
}

/* Milliseconds from a key to the frame that it makes; negative: none came. */
static inline double pty_one_key(struct pty *pty, char key) {
  const int before = pty_marked_row(pty);
  const uint64_t start = wb_clock_ns();
  wb_terminal_type(pty->terminal, (unsigned char)key, 0);
  double ms = 0;
  int now = before;
  while ((now == before || now < 0) && ms < (double)PTY_PATIENCE_MS) {
    pty_take(pty, 100);
    now = pty_marked_row(pty);
    ms = wb_elapsed_ms(start);
  }
  return now != before && now >= 0 ? ms : -1;
}

static inline int pty_compare(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Sorts them. */
static inline void pty_report(const char *what, double *times, long count) {
  qsort(times, (size_t)count, sizeof *times, pty_compare);
  printf("# %s, %ld keys: median %.1f ms, 95%% %.1f ms, 99%% %.1f ms, longest %.1f ms\n", what,
         count, times[count / 2], times[count * 95 / 100], times[count * 99 / 100],
         times[count - 1]);
}

/* Presses j and k in turn; the run goes on all the while, though a time limit may end it now and
 * then. */
static inline bool pty_measure_keys(struct pty *pty, const char *what, bool runs) {
  const long count = pty_setting("LATENCY_KEYS", KEYS);
  double *times = wb_alloc((size_t)count * sizeof *times);
  long ends = 0;
  bool sound = true;
  for (long i = 0; i < count && sound; i++) {
    usleep((useconds_t)PAUSE_US);
    pty_take(pty, 0);
    times[i] = pty_one_key(pty, i % 2 == 0 ? 'j' : 'k');
    sound = CHECK(times[i] >= 0);
    if (!sound) pty_print(pty);
    if (runs && !pty_shows(pty, "Esc cancels")) { /* it has ended: again */
      pty_type(pty, "r");
      sound = CHECK(++ends <= 1 + count / 10) && CHECK(pty_wait(pty, "Esc cancels", true));
    }
  }
  if (sound) pty_report(what, times, count);
  free(times);
  return sound;
}

#endif
