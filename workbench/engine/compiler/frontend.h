/* From OpenCL C to LLVM bitcode: clang, in a child process.
 *
 * The text goes in and the bitcode comes out through descriptors, so no file
 * is ever half there, and the child can be started while this process loads
 * what it needs for the next step. The child is within the walls of the role "clang"
 * (sandbox/sandbox.h). */
#ifndef WB_COMPILER_FRONTEND_H
#define WB_COMPILER_FRONTEND_H

#include "base/file.h"
#include "base/process.h"
#include "base/str.h"
#include "device/device.h"
#include "sandbox/sandbox.h"

/* What clang may do, decided before any text is seen. */
struct wb_frontend_rules {
  struct wb_walls walls; /* around it */
  /* Where it may read for a request that may include any file; the caller's. */
  struct wb_names anywhere;
};

struct wb_frontend {
  const struct wb_frontend_rules *rules;
  struct wb_guard guard; /* by which it reports calls that its walls refuse */
  struct wb_process process;
  int source_fd;          /* what the child reads, and */
  int bitcode_fd, log_fd; /* what it writes; -1 when closed */
  struct wb_str source;   /* `sent` bytes of it are with the child */
  size_t sent;
  struct wb_str dependencies;
  char *waiting_for; /* the command of a child that has no text yet; NULL: there is none */
  uint64_t deadline_ns;
  uint32_t time_limit_ms;
};
void wb_frontend_init(struct wb_frontend *frontend, const struct wb_frontend_rules *rules);

/* All folders at the root but those of devices, of processes and of what runs. */
void wb_frontend_find_anywhere(struct wb_names *folders);

/* The places that clang needs besides the folders of a request: its program, libraries
 * and headers. */
void wb_frontend_add_places(struct wb_places *places);
/* Not "/", with which all else would be open, too: what is in it is among what
 * wb_frontend_find_anywhere finds. */
void wb_frontend_add_folders(struct wb_places *places, const char *const *folders, size_t count);

/* Starts a child that loads its libraries, which is most of its work, and then
 * waits for the text of a request that is like this one but for its source. */
void wb_frontend_prepare(struct wb_frontend *frontend, const struct wb_build_request *request);

/* Starts the compilation, in the prepared child where it serves. WB_ERR_COMPILE
 * where a look at the request suffices to refuse it (a build option or an
 * #include that is not allowed): the reason is then in `log` as the compiler
 * would say it. */
enum wb_status wb_frontend_start(struct wb_frontend *frontend,
                                 const struct wb_build_request *request, struct wb_str *log,
                                 struct wb_error *err);

/* Waits for it. `bitcode` gets the module, `log` what clang said. WB_ERR_COMPILE
 * when the text does not compile, WB_ERR_LIMIT when time is up, WB_ERR_REFUSED when
 * clang tried what its walls refuse. */
enum wb_status wb_frontend_finish(struct wb_frontend *frontend, struct wb_str *bitcode,
                                  struct wb_str *log, struct wb_error *err);

/* The same, but does not wait for the end of a clang that has said everything, as far as can be
 * seen (a whole module and no word of warning): taking a process of its size apart takes the
 * system milliseconds, in which there is other work. Then *ends is set, and what comes of that
 * work counts only if wb_frontend_ended_well, too, is true. */
enum wb_status wb_frontend_take(struct wb_frontend *frontend, struct wb_str *bitcode,
                                struct wb_str *log, bool *ends, struct wb_error *err);

/* Waits for that end, at most a second: whether it was a good one, and nothing more was said. */
bool wb_frontend_ended_well(struct wb_frontend *frontend);

/* After a compilation: the files that it read, besides the text. False where
 * that is not known. */
bool wb_frontend_files(const struct wb_frontend *frontend, struct wb_names *files);

/* Ends the child, however far it is. Safe after any of the above, which may follow it. */
void wb_frontend_release(struct wb_frontend *frontend);

#endif
