/* Clang's process: the words that clang gets for a request, and what the process does until it is
 * ended. The other side is frontend.c. */
#ifndef WB_COMPILER_FRONTEND_CLANG_H
#define WB_COMPILER_FRONTEND_CLANG_H

#include "compiler/frontend.h"

enum { WB_CLANG_LOG_BYTES = 64 << 10, WB_CLANG_HEADER_BYTES = 1 << 20 };

/* In memory that both processes have mapped, so that what was said before a crash is known. The
 * reader does not trust the length. */
struct wb_clang_log {
  uint32_t has_text; /* clang's process has begun with a text, and not yet answered */
  uint32_t is_ahead; /* it has begun without one, and waits for it */
  uint32_t length;
  char bytes[WB_CLANG_LOG_BYTES];
};

/* Adds all words for the request. WB_ERR_COMPILE where an option is not allowed: `log` says so. */
enum wb_status wb_clang_words(const struct wb_build_request *request, struct wb_names *words,
                              struct wb_str *log, struct wb_error *err);

/* Compiles a text of ours in this process, as clang's would, and forgets it; reads clang's header.
 */
enum wb_status wb_clang_warm_up(struct wb_frontend *frontend, const char *text, size_t length);

/* Starts the process: `process`, `socket`, `guard` and `said` of the frontend are set. */
enum wb_status wb_clang_spawn(struct wb_frontend *frontend, struct wb_error *err);

#endif
