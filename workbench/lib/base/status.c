#include "base/status.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

static const struct wb_word statuses[WB_STATUS_COUNT] = {
    [WB_OK] = {.name = "ok"},
    [WB_ERR_NOMEM] = {.name = "out-of-memory"},
    [WB_ERR_IO] = {.name = "io-error"},
    [WB_ERR_NOT_FOUND] = {.name = "not-found"},
    [WB_ERR_USAGE] = {.name = "usage"},
    [WB_ERR_SPEC] = {.name = "spec-error"},
    [WB_ERR_MISSING] = {.name = "missing"},
    [WB_ERR_COMPILE] = {.name = "compile-error"},
    [WB_ERR_LIMIT] = {.name = "limit"},
    [WB_ERR_CRASH] = {.name = "crash"},
    [WB_ERR_PROTOCOL] = {.name = "protocol-error"},
    [WB_ERR_REFUSED] = {.name = "refused"},
    [WB_ERR_CANCELLED] = {.name = "cancelled"},
};
const struct wb_words wb_statuses = WB_WORDS(statuses);

const char *wb_status_name(enum wb_status status) { return wb_word_name(&wb_statuses, status); }

/* Copies what fits, whole characters only. */
static void copy_text(char *to, size_t capacity, const char *text) {
  size_t length = strlen(text);
  size_t kept = length < capacity ? length : wb_utf8_whole(text, capacity - 1);
  memmove(to, text, kept);
  to[kept] = '\0';
}

/* Through a buffer of its own: arguments may be the error's old texts, where
 * somebody adds to what a deeper level said. */
static void set_error(struct wb_error *err, enum wb_status status, const char *where,
                      const char *format, va_list args) {
  char message[WB_ERROR_MESSAGE_MAX];
  if (err == NULL) return;
  int length = vsnprintf(message, sizeof message, format, args);
  if (length < 0) message[0] = '\0';
  if (length >= (int)sizeof message) message[wb_utf8_whole(message, sizeof message - 1)] = '\0';
  err->status = status;
  copy_text(err->where, sizeof err->where, where);
  copy_text(err->message, sizeof err->message, message);
}

enum wb_status wb_fail(struct wb_error *err, enum wb_status status, const char *format, ...) {
  va_list args;
  va_start(args, format);
  set_error(err, status, "", format, args);
  va_end(args);
  return status;
}

enum wb_status wb_fail_at(struct wb_error *err, enum wb_status status, const char *where,
                          const char *format, ...) {
  va_list args;
  va_start(args, format);
  set_error(err, status, where, format, args);
  va_end(args);
  return status;
}

enum wb_status wb_fail_errno(struct wb_error *err, const char *format, ...) {
  int code = errno;
  enum wb_status status = code == ENOMEM ? WB_ERR_NOMEM : WB_ERR_IO;
  va_list args;
  va_start(args, format);
  set_error(err, status, "", format, args);
  va_end(args);
  if (err != NULL) {
    size_t used = strlen(err->message);
    snprintf(err->message + used, sizeof err->message - used, ": %s%s", strerror(code),
             code == EMFILE ? "; raise the limit of open files: ulimit -n 1024" : "");
  }
  return status;
}

void wb_bug_at(const char *file, int line, const char *format, ...) {
  va_list args;
  fprintf(stderr, "workbench: internal error at %s:%d: ", file, line);
  va_start(args, format);
  vfprintf(stderr, format, args);
  va_end(args);
  fprintf(stderr, "\nThis is a bug in the workbench, not in your kernel.\n");
  abort();
}
