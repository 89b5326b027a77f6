/* From OpenCL C to LLVM bitcode: clang's library (clang.h), in a process of its own.
 *
 * That process is forked once and takes one text after the other, within the walls of the role
 * "clang" (sandbox/sandbox.h): it can open nothing, and all that it learns of files is what this
 * process answers when clang asks for one. What is in LLVM's hands afterwards, and the checks that
 * are put into it, are in this process, where no text of a learner's is parsed.
 *
 * A text is the learner's alone in all that comes of it: clang keeps nothing of one for the next,
 * and a process that crashed, ran out of memory or time, or tried what its walls refuse, is ended
 * with its text. Texts of different people have compilers of their own, each with a clang that has
 * had no other text: a program of its own, or a fork of one that was given none. */
#ifndef WB_COMPILER_FRONTEND_H
#define WB_COMPILER_FRONTEND_H

#include "base/file.h"
#include "base/process.h"
#include "base/str.h"
#include "device/device.h"
#include "sandbox/sandbox.h"

struct wb_clang_log; /* what clang has said of the text at hand; both processes see it */

struct wb_frontend {
  struct wb_walls walls; /* around the process */
  struct wb_guard guard; /* by which it reports calls that its walls refuse */
  struct wb_process process;
  int socket; /* to the process; -1: there is none */
  struct wb_clang_log *said;
  struct wb_str header; /* clang's own, which each text gets; empty: not yet read */
  const struct wb_build_request *request; /* of the text at hand; the caller's */
  struct wb_names files;                  /* that clang has looked for */
  uint64_t started_ns;                    /* the clock, and */
  uint64_t used_ns;                       /* the process's own time, when the text was sent */
  uint32_t time_limit_ms;                 /* of the process's own time, for one text */
  size_t texts;                           /* that the process has had */
  bool is_warm;                           /* wb_frontend_warm_up was called */
};
void wb_frontend_init(struct wb_frontend *frontend, const struct wb_walls *walls);

/* Starts the process where there is none; it gets ready while it waits. */
void wb_frontend_prepare(struct wb_frontend *frontend);

/* In a process that is to be forked for each person's text: ends clang's process, and compiles a
 * text of ours here instead, without walls around clang. A process that starts after that has it in
 * memory already, and gets ready for no text but that at hand. */
void wb_frontend_warm_up(struct wb_frontend *frontend, const char *text, size_t length);

/* Sends a text; the request must stay until wb_frontend_finish. WB_ERR_COMPILE where a look at the
 * request suffices to refuse it (a build option that is not allowed): the reason is then in `log`
 * as the compiler would say it. */
enum wb_status wb_frontend_start(struct wb_frontend *frontend,
                                 const struct wb_build_request *request, struct wb_str *log,
                                 struct wb_error *err);

/* Waits for what comes of it, and answers for files meanwhile. `bitcode` gets the module, `log`
 * what clang said, `files` the absolute paths of those that it looked for, there or not.
 * WB_ERR_COMPILE when the text does not compile, or crashes clang; WB_ERR_LIMIT when its time is
 * up; WB_ERR_REFUSED when clang tried what its walls refuse. */
enum wb_status wb_frontend_finish(struct wb_frontend *frontend, struct wb_str *bitcode,
                                  struct wb_str *log, struct wb_names *files, struct wb_error *err);

/* Ends the process, however far it is. Safe after any of the above, which may follow it. */
void wb_frontend_release(struct wb_frontend *frontend);

#endif
