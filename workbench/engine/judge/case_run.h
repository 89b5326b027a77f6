/* One case on a device: buffers, launches, and what came of them.
 *
 * In two halves, so that the judge can make the next case while the device
 * works. Every case has buffers of its own, poisoned anew; its launches (most
 * have one) follow each other on them. What ends badly ends the case: launches
 * after it are not made. */
#ifndef WB_JUDGE_CASE_RUN_H
#define WB_JUDGE_CASE_RUN_H

#include "finding/launch_change.h"
#include "judge/case_text.h"
#include "launch/arguments.h"
#include "launch/outcome.h"
#include "script/puzzle.h"

struct wb_case_job {
  struct wb_device *device;
  const struct wb_device_info *info;
  const struct wb_puzzle *puzzle;
  wb_handle program;
  struct wb_schedule schedule;
  uint64_t trace_bytes;                /* as in struct wb_launch; 0: no trace */
  size_t traced_stage;                 /* of which launch, from 0 */
  uint32_t time_limit_ms;              /* 0: the puzzle's */
  uint64_t step_limit;                 /* as in struct wb_judge_job */
  uint32_t subgroup;                   /* as in struct wb_launch; 0: the case's */
  enum wb_launch_change launch_change; /* one that applies to the case */
  bool measures;                       /* result.deviations are wanted */
  bool arrays_alone;                   /* as in struct wb_launch */
  bool verdict_only;                   /* of a case that is wrong, nothing else is wanted */
};

/* A case that was launched. The first two are set before wb_case_launch. */
struct wb_case_run {
  bool ran_before; /* the kernel, in another case, in the same worker */
  bool had_memory; /* for a case at least as large */
  const struct wb_case_job *job;
  const struct wb_case *made; /* must outlive the run */
  size_t stage;               /* the launch under way, or the last one */
  struct wb_case_text text;   /* of all launches, where it is judged */
  uint64_t spent_ns, printed; /* what the launches before it took, and bytes they printed */
  /* Of all launches: `arg` is the parameter. */
  struct wb_undefined *undefined;
  size_t n_undefined, undefined_capacity;
  bool ours;        /* what failed is this process, not the device */
  bool device_lost; /* the kernel took the device with it: no case can follow */
  /* These are large, and filled in where they are needed. */
  struct wb_arguments arguments; /* one a parameter of the puzzle */
  /* The launch under way, or the last one. */
  struct wb_arg given[WB_MAX_ARGS]; /* what it takes */
  struct wb_outcome outcome;        /* of it */
  struct wb_error error;            /* the caller's: of a wb_case_launch that failed */
};

/* One that wb_case_launch takes; freed with free(). */
struct wb_case_run *wb_case_run_new(void);

/* Makes buffers and starts the first launch. After an error wb_case_abandon or wb_case_not_launched
 * must follow, and nothing else may but wb_arguments_release before them: `arguments` has the
 * buffers that were made, which stay on a device that goes on. */
enum wb_status wb_case_launch(struct wb_case_run *run, const struct wb_case_job *job,
                              const struct wb_case *made, struct wb_error *err);

/* Waits, makes the other launches, compares, fills `result` (zeroed before, but for its name and
 * visibility) and releases the buffers. An error is the device's failure: the
 * result is then not a judgement of the kernel, and the device is of no more
 * use. */
enum wb_status wb_case_finish(struct wb_case_run *run, struct wb_case_result *result,
                              struct wb_error *err);

/* Of cases with one launch that are waited for one after the other: says that this one comes next,
 * and after it those for which it is said next. */
void wb_case_ask(const struct wb_case_run *run);

/* In place of wb_case_finish, where the outcome of one launch is of interest: waits, and makes the
 * launches up to `stage`, or to the one before it that ended badly; `run->outcome` is that one's.
 */
enum wb_status wb_case_run_to(struct wb_case_run *run, size_t stage, struct wb_error *err);

/* After a wb_case_launch that failed with `status`: where the device has died of
 * the kernel, or of what it did in cases before, fills `result` with that and returns
 * WB_OK. Otherwise returns `status`. */
enum wb_status wb_case_not_launched(struct wb_case_run *run, enum wb_status status,
                                    struct wb_case_result *result, const struct wb_error *err);

/* Whether a launch of the case can be changed so (others are left as they are); as they are they
 * always can. */
bool wb_case_takes_change(const struct wb_case *made, enum wb_launch_change change);

/* Makes errors of the warnings about which the puzzle is strict. */
void wb_case_be_strict(const struct wb_puzzle *puzzle, struct wb_finding *findings,
                       size_t n_findings);

/* How many bytes of the device its buffers take, and that of one parameter; 0: it has none. */
size_t wb_case_buffer_bytes(const struct wb_puzzle *puzzle, const struct wb_case *made, size_t i);
size_t wb_case_bytes(const struct wb_puzzle *puzzle, const struct wb_case *made);

/* The launches of a case may take so many times as long together as one of them. */
enum { WB_CASE_TIME_LIMITS = 4 };

/* Frees what the run owns in this process, without a word to the device: the buffers stay there, if
 * `arguments` was not released before. */
void wb_case_abandon(struct wb_case_run *run);

#endif
