/* From OpenCL C to LLVM bitcode: clang, in a child process.
 *
 * The text goes in and the bitcode comes out through descriptors, so no file
 * is ever half there, and the child can be started while this process loads
 * what it needs for the next step. */
#ifndef WB_EMULATOR_FRONTEND_H
#define WB_EMULATOR_FRONTEND_H

#include "base/process.h"
#include "base/str.h"
#include "device/device.h"

struct wb_frontend {
  struct wb_process process;
  int bitcode_fd, log_fd; /* what the child writes; -1 when closed */
  uint64_t deadline_ns;
  uint32_t time_limit_ms;
};

/* Starts the compilation. WB_ERR_COMPILE where a look at the request suffices
 * to refuse it (a build option or an #include that is not allowed): the reason
 * is then in `log` as the compiler would say it. */
enum wb_status wb_frontend_start(struct wb_frontend *frontend,
                                 const struct wb_build_request *request, struct wb_str *log,
                                 struct wb_error *err);

/* Waits for it. `bitcode` gets the module, `log` what clang said. WB_ERR_COMPILE
 * when the text does not compile, WB_ERR_LIMIT when time is up. */
enum wb_status wb_frontend_finish(struct wb_frontend *frontend, struct wb_str *bitcode,
                                  struct wb_str *log, struct wb_error *err);

/* Ends the child, however far it is. Safe after any of the above. */
void wb_frontend_release(struct wb_frontend *frontend);

#endif
