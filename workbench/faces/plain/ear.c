#include "plain/ear.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "session/signals.h"

enum { SCRIPT_MAX = 1 << 20 };

void wb_ear_init(struct wb_ear *ear, int fd) {
  *ear = (struct wb_ear){.fd = fd, .terminal = isatty(fd)};
  wb_str_init(&ear->bytes);
}

void wb_ear_release(struct wb_ear *ear) { wb_str_release(&ear->bytes); }

enum wb_status wb_ear_read_script(struct wb_ear *ear, const char *path, struct wb_error *err) {
  ear->fd = -1;
  ear->terminal = false;
  ear->ended = true;
  return wb_file_read(path, SCRIPT_MAX, &ear->bytes, err);
}

void wb_ear_forget(struct wb_ear *ear) {
  if (ear->fd < 0) return;
  wb_str_clear(&ear->bytes);
  ear->at = 0;
}

void wb_ear_unhear(struct wb_ear *ear, const char *line) {
  char *rest = wb_strndup(ear->bytes.data + ear->at, ear->bytes.length - ear->at);
  wb_str_clear(&ear->bytes);
  wb_str_addf(&ear->bytes, "%s\n%s", line, rest);
  free(rest);
  ear->at = 0;
  ear->line--;
}

/* ---- lines ---- */

/* A line as text: what ends it is gone, a zero byte stands for nothing. */
static void put_line(const char *from, size_t length, struct wb_str *line) {
  if (length > 0 && from[length - 1] == '\r') length--;
  wb_str_clear(line);
  for (size_t i = 0; i < length; i++) wb_str_add_char(line, from[i] != '\0' ? from[i] : '?');
}

/* A line that never ends is cut. At the end of the input the last one need not
 * end. */
static bool take_line(struct wb_ear *ear, struct wb_str *line) {
  const char *from = ear->bytes.data + ear->at;
  size_t left = ear->bytes.length - ear->at;
  const char *end = memchr(from, '\n', left);
  size_t length = end != NULL ? (size_t)(end - from) : left;
  if (end == NULL && !(ear->ended && left > 0) && left < WB_EAR_LINE_MAX) return false;
  if (length > WB_EAR_LINE_MAX) length = WB_EAR_LINE_MAX;
  put_line(from, length, line);
  ear->at += length + (end == from + length);
  ear->line++;
  if (ear->at == ear->bytes.length) {
    wb_str_clear(&ear->bytes);
    ear->at = 0;
  }
  return true;
}

static void read_more(struct wb_ear *ear) {
  char bytes[WB_EAR_LINE_MAX];
  ssize_t got = read(ear->fd, bytes, sizeof bytes);
  if (got > 0) wb_str_add_bytes(&ear->bytes, bytes, (size_t)got);
  /* A terminal that is gone reads as an error. */
  if (got == 0 || (got < 0 && errno != EINTR && errno != EAGAIN)) ear->ended = true;
}

/* ---- waiting ---- */

static bool take_signal(struct wb_ear *ear, enum wb_news *news) {
  for (int number = wb_signals_next(); number != 0; number = wb_signals_next()) {
    if (number == SIGINT) *news = WB_NEWS_INTERRUPT;
    if (number == SIGCONT) *news = WB_NEWS_CONTINUED;
    if (number == SIGTERM || number == SIGHUP) {
      ear->raised = number;
      *news = WB_NEWS_STOP;
    }
    if (number == SIGINT || number == SIGCONT || ear->raised != 0) return true;
  }
  return false;
}

static bool take_news(struct wb_ear *ear, const struct wb_wish *wish, struct wb_str *line,
                      enum wb_news *news) {
  if (take_signal(ear, news)) return true;
  if (!wish->lines) return false;
  *news = take_line(ear, line) ? WB_NEWS_LINE : WB_NEWS_END;
  return *news == WB_NEWS_LINE || ear->ended;
}

enum wb_news wb_ear_wait(struct wb_ear *ear, const struct wb_wish *wish, struct wb_str *line) {
  enum wb_news news = WB_NEWS_STOP;
  bool known = take_news(ear, wish, line, &news);
  while (!known) {
    struct pollfd fds[] = {{wb_signals_fd(), POLLIN, 0},
                           {wish->lines ? ear->fd : -1, POLLIN, 0},
                           {wish->fds[0], POLLIN, 0},
                           {wish->fds[1], POLLIN, 0}};
    int ready = poll(fds, sizeof fds / sizeof fds[0], wish->timeout_ms);
    if (ready > 0 && fds[1].revents != 0) read_more(ear);
    known = take_news(ear, wish, line, &news);
    if (!known && (ready == 0 || fds[2].revents != 0 || fds[3].revents != 0)) {
      news = ready == 0 ? WB_NEWS_TIME : WB_NEWS_READY;
      known = true;
    }
  }
  return news;
}
