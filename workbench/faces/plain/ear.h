/* What the dialogue hears: lines of commands, signals, and whatever else it
 * waits for, in one place that never blocks on anything but all of them.
 *
 * The terminal stays in its own line mode: erasing a character or a word is its
 * driver's, which screen readers and slow lines know. */
#ifndef WB_PLAIN_EAR_H
#define WB_PLAIN_EAR_H

#include <stdbool.h>

#include "base/status.h"
#include "base/str.h"

enum { WB_EAR_FDS = 2, WB_EAR_LINE_MAX = 4096 };

struct wb_ear {
  int fd;              /* commands come from it; -1: from a script */
  bool terminal;       /* a person sits there */
  struct wb_str bytes; /* read, and not heard yet */
  size_t at;           /* in bytes */
  bool ended;
  unsigned line; /* how many were heard */
  int raised;    /* SIGTERM or SIGHUP, once it came; 0: none */
};

void wb_ear_init(struct wb_ear *ear, int fd);
void wb_ear_release(struct wb_ear *ear);

/* Commands from a file. */
enum wb_status wb_ear_read_script(struct wb_ear *ear, const char *path, struct wb_error *err);

enum wb_news {
  WB_NEWS_LINE,      /* `line` is set: without its newline, one line of text */
  WB_NEWS_END,       /* no line will come any more */
  WB_NEWS_INTERRUPT, /* Ctrl-C */
  WB_NEWS_CONTINUED, /* after Ctrl-Z: what was said last may be gone */
  WB_NEWS_READY,     /* one of the descriptors is */
  WB_NEWS_TIME,      /* is up */
  WB_NEWS_STOP       /* the program is to end: see `raised` */
};

struct wb_wish {
  bool lines;          /* else they wait */
  int fds[WB_EAR_FDS]; /* to poll for input; -1: none */
  int timeout_ms;      /* -1: none */
};

/* Signals win over lines, lines over descriptors. */
enum wb_news wb_ear_wait(struct wb_ear *ear, const struct wb_wish *wish, struct wb_str *line);

/* Drops what was typed ahead, as a terminal does at Ctrl-C. */
void wb_ear_forget(struct wb_ear *ear);

/* Puts a line back that was heard: the next one heard. */
void wb_ear_unhear(struct wb_ear *ear, const char *line);

#endif
