/* From OpenCL C to LLVM bitcode: clang, in a child process.
 *
 * The text goes in and the bitcode comes out through descriptors, so no file
 * is ever half there, and the child can be started while this process loads
 * what it needs for the next step. */
#ifndef WB_EMULATOR_COMPILE_FRONTEND_H
#define WB_EMULATOR_COMPILE_FRONTEND_H

#include "base/file.h"
#include "base/process.h"
#include "base/str.h"
#include "device/device.h"

struct wb_frontend {
  struct wb_process process;
  int source_fd;                           /* what the child reads, and */
  int bitcode_fd, log_fd, dependencies_fd; /* what it writes; -1 when closed */
  struct wb_str source;                    /* `sent` bytes of it are with the child */
  size_t sent;
  struct wb_str dependencies;
  char *waiting_for; /* the command of a child that has no text yet; NULL: there is none */
  uint64_t deadline_ns;
  uint32_t time_limit_ms;
};
void wb_frontend_init(struct wb_frontend *frontend);

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
 * when the text does not compile, WB_ERR_LIMIT when time is up. */
enum wb_status wb_frontend_finish(struct wb_frontend *frontend, struct wb_str *bitcode,
                                  struct wb_str *log, struct wb_error *err);

/* After a compilation: the files that it read, besides the text. False where
 * that is not known. */
bool wb_frontend_files(const struct wb_frontend *frontend, struct wb_names *files);

/* Ends the child, however far it is. Safe after any of the above, which may follow it. */
void wb_frontend_release(struct wb_frontend *frontend);

#endif
