/* Statuses and errors: how functions say that something went wrong.
 *
 * Three things are kept apart. A mistake in this program is a call of
 * wb_bug(), which aborts. A failure of the environment or of a file that
 * somebody wrote is a status with a `struct wb_error`. A mistake in a
 * learner's kernel is neither: it is a finding (finding/finding.h).
 *
 * A function that can fail returns `enum wb_status` and fills a
 * `struct wb_error` that the caller owns. The pointer may be NULL where the
 * caller only wants the status. On WB_OK the error is left untouched. */
#ifndef WB_BASE_STATUS_H
#define WB_BASE_STATUS_H

#include <stdarg.h>

#include "base/words.h"

enum wb_status {
  WB_OK = 0,
  WB_ERR_NOMEM,     /* an allocation failed */
  WB_ERR_IO,        /* a system call on a file, pipe or process failed */
  WB_ERR_NOT_FOUND, /* no such puzzle, case, file or name */
  WB_ERR_USAGE,     /* the person typed something that cannot be carried out */
  WB_ERR_SPEC,      /* a course or a puzzle spec has a mistake */
  WB_ERR_MISSING,   /* a device, compiler or sandbox is not on this machine */
  WB_ERR_COMPILE,   /* the kernel does not compile; the log says why */
  WB_ERR_LIMIT,     /* a time, memory or output budget ran out */
  WB_ERR_CRASH,     /* a child process died */
  WB_ERR_PROTOCOL,  /* a peer sent a record that cannot be */
  WB_ERR_REFUSED,   /* the sandbox refused what a learner's text made a process try */
  WB_ERR_CANCELLED, /* somebody pressed Ctrl-C or Esc */
  WB_STATUS_COUNT
};

enum { WB_ERROR_MESSAGE_MAX = 2048, WB_ERROR_WHERE_MAX = 512 };

/* An error is written for the person who must act: what happened, where, and
 * what to do next. `where` is "file:line" or "file:line: field", or empty. */
struct wb_error {
  enum wb_status status;
  char where[WB_ERROR_WHERE_MAX];
  char message[WB_ERROR_MESSAGE_MAX];
};

/* Fills *err (which may be NULL) and returns `status`, so that
 * `return wb_fail(err, WB_ERR_IO, "cannot open %s: %s", path, why);` reads as
 * one step. Messages that are too long are cut at a character's boundary. */
enum wb_status wb_fail(struct wb_error *err, enum wb_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* As wb_fail, with the place. `where` is copied. */
enum wb_status wb_fail_at(struct wb_error *err, enum wb_status status, const char *where,
                          const char *format, ...) __attribute__((format(printf, 4, 5)));

/* As wb_fail, with errno's text appended as ": text". */
enum wb_status wb_fail_errno(struct wb_error *err, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The machine word of a status, as "not-found". Static storage. */
extern const struct wb_words wb_statuses;
const char *wb_status_name(enum wb_status status);

/* A mistake of ours: prints the place and the message on stderr and aborts. */
_Noreturn void wb_bug_at(const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
#define wb_bug(...) wb_bug_at(__FILE__, __LINE__, __VA_ARGS__)

#endif
