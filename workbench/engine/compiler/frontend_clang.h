/* How clang is started: its command, the files that it finds, its walls and its descriptors. What
 * goes in and comes out is frontend.c's. */
#ifndef WB_COMPILER_FRONTEND_CLANG_H
#define WB_COMPILER_FRONTEND_CLANG_H

#include <unistd.h>

#include "compiler/frontend.h"
#include "base/process.h"
#include "compiler/frontend_source.h"

enum { WB_CLANG_ARGUMENTS = 192, WB_CLANG_TEXTS = 32 };

/* Zeroed by init; holds pointers into the request. */
struct wb_clang_command {
  struct wb_options options;
  char *include;             /* the request's include folder, resolved */
  struct wb_str file_system; /* all the files that clang finds; empty: those of the machine */
  const char *argv[WB_CLANG_ARGUMENTS + 1];
  size_t n;
  /* Further descriptors of its, at most WB_CLANG_TEXTS; it is at home in / then. */
  const struct wb_fd_map *more;
  size_t n_more;
};
void wb_clang_command_init(struct wb_clang_command *command);
void wb_clang_command_release(struct wb_clang_command *command);

/* WB_ERR_COMPILE where an option is not allowed: `log` says so. */
enum wb_status wb_clang_command_make(struct wb_clang_command *command,
                                     const struct wb_build_request *request, struct wb_str *log,
                                     struct wb_error *err);

/* All that a clang is started with, as one text; the caller's. */
char *wb_clang_command_signature(const struct wb_clang_command *command,
                                 const struct wb_build_request *request, uint32_t time_limit_ms);

/* Starts it within its walls, with frontend->time_limit_ms of processor time. Its input, output
 * and log are the frontend's then. */
enum wb_status wb_clang_spawn(struct wb_frontend *frontend, const struct wb_clang_command *command,
                              const struct wb_build_request *request, struct wb_error *err);

/* Gives clang its text and reads what it says, until it has closed its output and its log or, where
 * that is asked, `is_enough` says so. WB_ERR_LIMIT at the frontend's deadline. */
typedef bool wb_frontend_judgement(const struct wb_frontend *frontend, const struct wb_str *output,
                                   const struct wb_str *log);
enum wb_status wb_frontend_collect(struct wb_frontend *frontend, struct wb_str *bitcode,
                                   struct wb_str *log, wb_frontend_judgement *is_enough,
                                   struct wb_error *err);

/* Whether this is one module's bitcode to its end, and nothing else. */
bool wb_frontend_is_module(const struct wb_str *output);

/* Closes a descriptor, if it is one, and makes it -1. */
static inline void wb_close_end(int *fd) {
  if (*fd >= 0) close(*fd);
  *fd = -1;
}

#endif
