/* The judge itself: a kernel file against the cases of a puzzle on a device.
 *
 * Where cases and devices come from is the caller's: workbench-judge takes them from Lua
 * specs and worker processes, tests make their own. */
#ifndef WB_JUDGE_ENGINE_H
#define WB_JUDGE_ENGINE_H

#include "device/device.h"
#include "finding/launch_change.h"
#include "result/event.h"
#include "result/host_exchange.h"
#include "script/puzzle.h"

struct wb_case_source {
  void *data;
  /* The puzzle stays the source's; called once, before the others. */
  enum wb_status (*load)(void *data, const struct wb_puzzle **puzzle, struct wb_error *err);
  enum wb_status (*name)(void *data, size_t index, const char **name, bool *visible);
  enum wb_status (*make)(void *data, size_t index, struct wb_case **made, struct wb_error *err);
  void (*free)(struct wb_case *made); /* NULL is fine */
  /* Of a puzzle that leaves the size of groups to the kernel: that is it, for the cases that are
   * made from now on. NULL where there is no such puzzle. */
  void (*set_group)(void *data, const uint32_t group[3]);
  /* `make` in two steps (wb_case_make_inputs, wb_case_make_expected). NULL: in one alone. */
  enum wb_status (*make_inputs)(void *data, size_t index, struct wb_case **made,
                                struct wb_error *err);
  enum wb_status (*make_expected)(void *data, size_t index, struct wb_case *made,
                                  struct wb_error *err);
  /* wb_puzzle_draw, wb_puzzle_find_case, wb_puzzle_try_smaller and wb_puzzle_take_smaller. `draw`
   * may be NULL: there are no cases but the puzzle's. */
  enum wb_status (*draw)(void *data, struct wb_error *err);
  void (*find)(void *data, size_t drawn);
  bool (*try_smaller)(void *data);
  void (*take_smaller)(void *data);
  /* Adds the files that the puzzle was loaded from. NULL: it comes from none. */
  void (*add_files)(void *data, struct wb_file_states *files);
};

struct wb_device_source {
  void *data;
  /* May return before the device is there: its first call then says what went
   * wrong. The calls after it come from two threads, one at a time. */
  enum wb_status (*open)(void *data, int cancel_fd, struct wb_device **device,
                         struct wb_error *err);
  /* Whether another worker of the device compiles the simplest of kernels: asked once at
   * most, where a driver has failed on the kernel. NULL: it does. */
  bool (*works)(void *data);
  /* What becomes of the device after the run with this result; NULL: it is closed. */
  void (*close)(void *data, struct wb_device *device, const struct wb_result *result);
};

/* What runs host programs, the answers to puzzles of that kind. */
struct wb_program_source {
  void *data;
  /* Called once before the puzzle is loaded; what it starts lives on. */
  enum wb_status (*start)(void *data, struct wb_error *err);
  /* Lets the device's driver compile, without running any of it, what such a request asks for:
   * whether those to come that say `prepared` find it compiled. On any thread, one at a time, while
   * another runs. NULL: it would not help. */
  bool (*prepare)(void *data, const struct wb_host_request *request, uint32_t patience_ms);
  /* Runs one to its end. WB_ERR_LIMIT: it used up its time of the processor. WB_ERR_CRASH: it
   * ended without a reply, or has not done so within `patience_ms` of the wall clock. The reply is
   * released by the caller, whatever came of it. */
  enum wb_status (*run)(void *data, bool prepared, const struct wb_host_request *request,
                        uint32_t patience_ms, struct wb_host_reply *reply, struct wb_error *err);
};

struct wb_judge_job {
  const char *slug;   /* for the result */
  const char *file;   /* the kernel */
  const char *source; /* its text, `source_length` bytes; NULL: the file has it */
  size_t source_length;
  const char *device;    /* as asked for; for the result until its name is known */
  const char *includes;  /* folder, or NULL */
  const char *course;    /* its folder, with kernels/include and files of host puzzles; or NULL */
  int only_case;         /* from 1; 0: all */
  uint32_t until_step;   /* the cases up to this step, from 1; 0: all */
  bool extra_case;       /* the one behind the puzzle's own, instead of them */
  bool profile;          /* count what is modelled, too, whatever the budgets */
  bool trace;            /* record a case: struct wb_run_options says which */
  uint32_t trace_launch; /* and which of its launches, likewise */
  struct wb_schedule schedule;
  uint32_t subgroup; /* work-items of a sub-group; 0: the case's */
  bool has_seed;     /* random inputs are others than the puzzle's */
  /* Of every case; one whose launch cannot be changed so is not run. */
  enum wb_launch_change launch_change;
  uint32_t time_limit_ms; /* of a launch; 0: the puzzle's */
  uint32_t mutant;        /* judge this one of the text in its place; 0: the text */
  bool lists_mutants;     /* result.mutants is wanted */
  bool fingerprint;       /* result.fingerprint is wanted */
  bool hidden_counters;   /* result.hidden_counters is */
  uint64_t step_limit;    /* of a work-item, where the puzzle's is more; 0: the puzzle's */
  bool every_case;        /* also after one that ran into a limit */
  bool verdicts_only;     /* as in struct wb_run_options; not together with `trace` */
  bool timed;             /* as in struct wb_run_options */
  bool author;            /* who asks may know what hidden cases hold */
  struct wb_case_source cases;
  struct wb_device_source devices;
  struct wb_program_source programs; /* of a file that ends with .lua */
  /* Told what happens; `patience_ms` is how long until it is told again at
   * most. May be NULL. */
  void (*event)(const struct wb_event *event, uint32_t patience_ms, void *data);
  void *event_data;
};

/* Always gives a result (released by the caller) and tells it as the last event:
 * failures of any kind are the verdict judge-error with its cause. */
void wb_judge_run(const struct wb_judge_job *job, struct wb_result *result);

/* Of the time of processors that a text may take to become code, whatever else goes on. */
enum { WB_BUILD_LIMIT_MS = 8000 };

#endif
