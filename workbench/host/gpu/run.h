/* Running a host program: a Lua script with the module `gpu` (docs/gpu.md) in a state of its own.
 *
 * A script of the person who runs it has all of Lua. One of somebody else, `sandboxed`, has what a
 * puzzle spec has (script/sandbox.h) and `gpu`, and reads no file but those that it is given; what
 * stands around the process is the caller's to raise. */
#ifndef WB_GPU_RUN_H
#define WB_GPU_RUN_H

#include "result/bench.h"
#include "result/host_exchange.h"
#include "runtime/host.h"

/* A file that a sandboxed script may name, a kernel or an .npy; lives as long as the run. */
struct wb_gpu_file {
  const char *name; /* as the script calls it: "scalar_add.cl" */
  const char *bytes;
  size_t length;
};

/* How often a script is run, to be measured (gpu/bench.h). */
struct wb_gpu_bench {
  uint32_t warm_ups, runs; /* runs: at least 1 */
  uint32_t time_ms;        /* once so long has passed, no further run begins; 0: no limit */
  uint64_t seed;           /* of the inputs of the first run */
};

struct wb_gpu_script {
  const char *path;  /* the script's file; NULL: `text` */
  const char *text;  /* `length` bytes */
  const char *label; /* how errors and findings call it; NULL: the path, else "script" */
  size_t length;
  /* Of a puzzle's answer, which is sandboxed: what the program gets as its only argument, in place
   * of `args`, and what it is to return (gpu/judged.h). NULL: it is none. */
  const struct wb_host_request *judged;
  /* `arg` and the script's `...`. */
  const char *const *args;
  size_t n_args;

  /* It is measured, and `host.timeline` is set. Only of a person's own. NULL: it is run once. */
  const struct wb_gpu_bench *bench;
  void (*run_done)(void *data); /* of a script that is measured: after each run; may be NULL */

  bool explains; /* what its graphs became is wanted */

  bool sandboxed;
  const char *course;              /* with lua/ for `require`, and kernels/include; NULL: none */
  const struct wb_gpu_file *files; /* of a sandboxed one */
  size_t n_files;

  /* Of the runtime: the device, limits of launches, the seed, the timeline. What tells it the
   * script's lines and names, and its output, are set by the run. */
  struct wb_host_options host;

  /* The host of a run before, which has finished well: its devices are used once more
   * (wb_host_new_after), and it is NULL then. May be NULL. */
  struct wb_host **before;

  /* Called once the host is there and the script's file was read, before the script runs: the place
   * to start devices and to raise walls. What it fails with is the result's. May be NULL. */
  enum wb_status (*ready)(void *data, struct wb_host *host, struct wb_error *err);

  uint64_t memory_bytes; /* of Lua itself; 0: 512 MiB if sandboxed, else no limit */
  uint32_t whole_ms;     /* of Lua and of launches, as their device counts; 0: no limit */
  uint32_t time_ms;      /* of CPU, in Lua; 0: 10 s if sandboxed, else no limit */
  /* Of what print and kernels' printf write; 0: 1 MiB if sandboxed, else no limit. One byte more
   * ends the script. */
  uint64_t output_bytes;
  /* Where that goes; NULL: standard output, where io.write of a person's own script goes, too. */
  void (*write)(void *data, const char *bytes, size_t length);
  void *data;
};

/* How it went. Zeroed by the run; freed with wb_gpu_result_release. */
struct wb_gpu_result {
  /* WB_OK: it came to its end (or to os.exit). WB_ERR_SPEC: an error in Lua that nothing caught;
   * WB_ERR_USAGE, WB_ERR_COMPILE, WB_ERR_MISSING, WB_ERR_CRASH …: that error is one of `gpu`, with
   * that cause. WB_ERR_LIMIT: memory, time or output, of the script or of a launch.
   * WB_ERR_CANCELLED. WB_ERR_IO, WB_ERR_NOT_FOUND: the script's file. `error` says where. */
  enum wb_status status;
  struct wb_error error;
  enum wb_host_limit limit;       /* of WB_ERR_LIMIT: which */
  bool began;                     /* its text is Lua, and ran */
  struct wb_host_value *returned; /* of a judged script: as many as it is to return */
  size_t n_returned;
  struct wb_bench_runs bench; /* of a script that is measured */
  int exit_code;              /* os.exit's; 0 */
  uint64_t output_bytes;      /* that were written */
  char *graphs;               /* what its graphs became, where that is wanted; NULL: it had none */
  /* What the program did, and what was wrong with it: wb_host_findings, _counts, _timeline. It is
   * finished. NULL where it could not be made. */
  struct wb_host *host;
  char *include; /* the run's own: a folder that the host knows */
  const char *folders[2];
};
void wb_gpu_result_release(struct wb_gpu_result *result);

/* Runs the script to its end. One thread at a time. */
void wb_gpu_run(const struct wb_gpu_script *script, struct wb_gpu_result *result);

#endif
