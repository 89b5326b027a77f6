#include "plain/input.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "session/signals.h"

enum { SCRIPT_MAX = 1 << 20 };

void wb_plain_input_init(struct wb_plain_input *input, int fd) {
  *input = (struct wb_plain_input){.fd = fd, .terminal = isatty(fd)};
  wb_str_init(&input->bytes);
}

void wb_plain_input_release(struct wb_plain_input *input) { wb_str_release(&input->bytes); }

enum wb_status wb_plain_input_read_script(struct wb_plain_input *input, const char *path,
                                          struct wb_error *err) {
  input->fd = -1;
  input->terminal = false;
  input->ended = true;
  return wb_file_read(path, SCRIPT_MAX, &input->bytes, err);
}

void wb_plain_input_drop(struct wb_plain_input *input) {
  if (input->fd < 0) return;
  wb_str_clear(&input->bytes);
  input->at = 0;
}

void wb_plain_input_unread(struct wb_plain_input *input, const char *line) {
  char *rest = wb_strndup(input->bytes.data + input->at, input->bytes.length - input->at);
  wb_str_clear(&input->bytes);
  wb_str_addf(&input->bytes, "%s\n%s", line, rest);
  free(rest);
  input->at = 0;
  input->line--;
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
static bool take_line(struct wb_plain_input *input, struct wb_str *line) {
  const char *from = input->bytes.data + input->at;
  size_t left = input->bytes.length - input->at;
  const char *end = memchr(from, '\n', left);
  size_t length = end != NULL ? (size_t)(end - from) : left;
  if (end == NULL && !(input->ended && left > 0) && left < WB_PLAIN_INPUT_LINE_MAX) return false;
  if (length > WB_PLAIN_INPUT_LINE_MAX) length = WB_PLAIN_INPUT_LINE_MAX;
  put_line(from, length, line);
  input->at += length + (end == from + length);
  input->line++;
  if (input->at == input->bytes.length) {
    wb_str_clear(&input->bytes);
    input->at = 0;
  }
  return true;
}

static void read_more(struct wb_plain_input *input) {
  char bytes[WB_PLAIN_INPUT_LINE_MAX];
  ssize_t got = read(input->fd, bytes, sizeof bytes);
  if (got > 0) wb_str_add_bytes(&input->bytes, bytes, (size_t)got);
  /* A terminal that is gone reads as an error. */
  if (got == 0 || (got < 0 && errno != EINTR && errno != EAGAIN)) input->ended = true;
}

/* ---- waiting ---- */

static bool take_signal(struct wb_plain_input *input, enum wb_input_event *event) {
  for (int number = wb_signals_next(); number != 0; number = wb_signals_next()) {
    if (number == SIGINT) *event = WB_INPUT_INTERRUPT;
    if (number == SIGCONT) *event = WB_INPUT_CONTINUED;
    if (number == SIGTERM || number == SIGHUP) {
      input->raised = number;
      *event = WB_INPUT_STOP;
    }
    if (number == SIGINT || number == SIGCONT || input->raised != 0) return true;
  }
  return false;
}

static bool take_news(struct wb_plain_input *input, const struct wb_input_wait *wait,
                      struct wb_str *line, enum wb_input_event *event) {
  if (take_signal(input, event)) return true;
  if (!wait->lines) return false;
  *event = take_line(input, line) ? WB_INPUT_LINE : WB_INPUT_END;
  return *event == WB_INPUT_LINE || input->ended;
}

enum wb_input_event wb_plain_input_wait(struct wb_plain_input *input,
                                        const struct wb_input_wait *wait, struct wb_str *line) {
  enum wb_input_event event = WB_INPUT_STOP;
  bool known = take_news(input, wait, line, &event);
  while (!known) {
    struct pollfd fds[] = {{wb_signals_fd(), POLLIN, 0},
                           {wait->lines ? input->fd : -1, POLLIN, 0},
                           {wait->fds[0], POLLIN, 0},
                           {wait->fds[1], POLLIN, 0}};
    int ready = poll(fds, sizeof fds / sizeof fds[0], wait->timeout_ms);
    if (ready > 0 && fds[1].revents != 0) read_more(input);
    known = take_news(input, wait, line, &event);
    if (!known && (ready == 0 || fds[2].revents != 0 || fds[3].revents != 0)) {
      event = ready == 0 ? WB_INPUT_TIMEOUT : WB_INPUT_READY;
      known = true;
    }
  }
  return event;
}
