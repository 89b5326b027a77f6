/* One launch of one kernel of a file, from its source to what it left behind:
 * what `workbench emulate` does between its command line and its report.
 *
 * The kernel runs in a worker, behind device/registry.h; nothing of it runs in
 * this process. Made to run on a thread of its own, so that another can show
 * that something is going on. */
#ifndef WB_LAUNCH_EMULATE_H
#define WB_LAUNCH_EMULATE_H

#include <stdatomic.h>

#include "launch/spec.h"
#include "launch/emulation.h"

struct wb_emulate {
  /* ---- what is asked for; texts are the caller's ---- */
  const char *file;     /* as it is called in messages */
  const char *source;   /* its text */
  size_t source_length; /* bytes of it */
  const char *folder;   /* where it lies, for what it includes */
  const char *options;  /* build options */
  const char *const *includes;
  size_t n_includes;
  const char *device; /* as a person wrote it */
  const char *kernel; /* NULL: the only one of the file */
  struct wb_arg_spec *args;
  size_t n_args;
  const char *const *dumps; /* names or numbers of arguments, or "all" */
  size_t n_dumps;
  unsigned dimensions;
  size_t global[3], local[3], offset[3];
  bool has_local;
  uint64_t seed;
  struct wb_schedule schedule;
  bool orders; /* in other orders, too, where one may matter */
  uint32_t subgroup;
  bool profile;
  const char *trace_file; /* NULL: none */
  uint32_t time_limit_ms;
  int cancel_fd; /* readable: give up; -1: none */
  /* ---- what came of it; released by the caller ---- */
  struct wb_emulation result;
  _Atomic(const char *) phase; /* what it is doing, in a word or two */
};

/* Everything that goes wrong is in `result`: a compile-error, a verdict on the
 * kernel, or a judge-error with its cause. */
void wb_emulate_run(struct wb_emulate *job);

#endif
