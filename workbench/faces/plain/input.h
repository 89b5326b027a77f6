/* What the dialogue waits for: lines of commands, signals, and whatever else there
 * is, in one place that never blocks on anything but all of them.
 *
 * The terminal stays in its own line mode: erasing a character or a word is its
 * driver's, which screen readers and slow lines know. */
#ifndef WB_PLAIN_INPUT_H
#define WB_PLAIN_INPUT_H

#include <stdbool.h>

#include "base/status.h"
#include "base/str.h"

enum { WB_PLAIN_INPUT_FDS = 2, WB_PLAIN_INPUT_LINE_MAX = 4096 };

struct wb_plain_input {
  int fd;              /* commands come from it; -1: from a script */
  bool terminal;       /* a person sits there */
  struct wb_str bytes; /* read, and not given out yet */
  size_t at;           /* in bytes */
  bool ended;
  unsigned line; /* how many were given out */
  int raised;    /* SIGTERM or SIGHUP, once it came; 0: none */
};

void wb_plain_input_init(struct wb_plain_input *input, int fd);
void wb_plain_input_release(struct wb_plain_input *input);

/* Commands from a file. */
enum wb_status wb_plain_input_read_script(struct wb_plain_input *input, const char *path,
                                          struct wb_error *err);

enum wb_input_event {
  WB_INPUT_LINE,      /* `line` is set: without its newline, one line of text */
  WB_INPUT_END,       /* no line will come any more */
  WB_INPUT_INTERRUPT, /* Ctrl-C */
  WB_INPUT_CONTINUED, /* after Ctrl-Z: what was said last may be gone */
  WB_INPUT_READY,     /* one of the descriptors is */
  WB_INPUT_TIMEOUT,   /* the time is up */
  WB_INPUT_STOP       /* the program is to end: see `raised` */
};

struct wb_input_wait {
  bool lines;                  /* else they wait */
  int fds[WB_PLAIN_INPUT_FDS]; /* to poll for input; -1: none */
  int timeout_ms;              /* -1: none */
};

/* Signals win over lines, lines over descriptors. */
enum wb_input_event wb_plain_input_wait(struct wb_plain_input *input,
                                        const struct wb_input_wait *wait, struct wb_str *line);

/* Drops what was typed ahead, as a terminal does at Ctrl-C. */
void wb_plain_input_drop(struct wb_plain_input *input);

/* Puts a line back: it is the next one. */
void wb_plain_input_unread(struct wb_plain_input *input, const char *line);

#endif
