/* The judge, from outside: starts `workbench-judge`, reads its events without
 * ever blocking, and can cancel it. What cli and tui use.
 *
 * Events are JSON objects, one a line, on the judge's descriptor 3. */
#ifndef WB_JUDGE_CLIENT_CLIENT_H
#define WB_JUDGE_CLIENT_CLIENT_H

#include "base/process.h"
#include "base/str.h"
#include "finding/launch_change.h"
#include "result/event.h"
#include "result/judge_protocol.h"

struct wb_judge; /* a running judge process */

struct wb_run_options {
  const char *course; /* folder */
  const char *puzzle; /* slug */
  const char *file;   /* the kernel to judge */
  /* The kernel's text, `source_length` bytes, which is then judged under the file's name without
   * looking for a file; NULL: what the file holds. */
  const char *source;
  size_t source_length;
  const char *device;  /* as the person wrote it; NULL: emulator */
  int only_case;       /* from 1; 0: all */
  uint32_t until_step; /* the cases up to this step, from 1; 0: all. Not with `only_case` */
  bool has_seed;
  uint64_t seed;
  /* `seed` is that of hidden cases alone, as far as their inputs may be others; visible ones and
   * those that are drawn from the domain stay as they are. */
  bool hidden_seed;
  /* Likewise hidden cases alone, each with a seed that follows from this key; NULL: none. It
   * appears on no command line. */
  const struct wb_seed_key *seed_key;
  bool profile; /* count what is modelled, too */
  /* Record what a case did, too (struct wb_result.trace): that of `only_case`,
   * else the first visible one that is not accepted, else the first visible
   * one. It is launched once more for that, after the verdict. */
  bool trace;
  /* Which launch of a case that has several, from 1; 0: that of the case's first finding, else the
   * first. A number that there is not is a judge-error with WB_ERR_USAGE. */
  uint32_t trace_launch;
  /* Lets its processes stand back where processors are scarce, so that keys are
   * answered while a kernel keeps all of them busy. */
  bool stands_back;
  struct wb_schedule schedule;
  /* For authors: the same kernel under other conditions. */
  uint32_t subgroup;                   /* work-items in a sub-group: a power of two up to 64;
                                          0: the default */
  enum wb_launch_change launch_change; /* of every case. One whose launch cannot be changed so is
                                          not run, and says so; where that is so of all of them
                                          the result is a judge-error with WB_ERR_USAGE */
  /* A case as it would stand in the spec's list of cases, `{ name = "…", … }`, which is judged
   * instead of the puzzle's; NULL: none. A mistake in it is a judge-error with WB_ERR_SPEC. */
  const char *extra_case;
  /* A mutant that the compiler makes of the text, by its number, in the text's place; 0: the text.
   * A number that there is not is a judge-error with WB_ERR_NOT_FOUND. The emulator alone has
   * any. */
  uint32_t mutant;
  bool lists_mutants;     /* fills wb_result.mutants, where the text compiles */
  bool fingerprint;       /* fills wb_result.fingerprint, where the device can say */
  bool hidden_counters;   /* fills wb_result.hidden_counters. Never for a learner's run */
  uint32_t time_limit_ms; /* of a launch; 0: the puzzle's */
  uint64_t step_limit; /* loop iterations of a work-item, where the puzzle's are more; 0: those */
  bool every_case;     /* also after one that ran into a limit */
  /* Only which cases accept the kernel is wanted, not all that is wrong with it: a case that does
   * not is launched in no other order and explained no further, cases with very many work-items
   * are not run where another one does not, and each tells as much as a hidden case does. */
  bool verdicts_only;
  /* Of a host program one case of which is run again and again: each run is one in the usual order
   * and no more, its timeline is the result's, and where `keeps_on` is said, too, the next run of
   * the same program finds its driver as this one has left it. */
  bool timed;
  /* Hidden cases are told as the others are, by their names. Never for a learner's run. */
  bool author;
  /* This process ends soon after the run: nobody has to wait for the judge's end. */
  bool last;
  /* A place with a judge that waits (wb_judge_spare_keep), or with NULL: the
   * run takes it out, and uses it where it fits. May be NULL. */
  struct wb_judge **spare;
  /* Its process stays when it has given its result, for wb_judge_again, and keeps what the next
   * run needs as well: the spec, its cases, the device, the compiler. With `spare`, one that waited
   * does, for wb_judge_spare_return. */
  bool keeps_on;
  /* With `keeps_on`: each text is another person's. The process stays with the spec and its cases,
   * and all that has had the text or what was made of it is gone before the next: worker, compiler
   * and clang are forked for each from processes that have had none. */
  bool strangers;
};

/* All that a judge is told of a run, into an order that was initialised: the same for options that
 * differ in nothing that the result depends on. */
void wb_run_options_order(const struct wb_run_options *options, struct wb_judge_order *order);

enum wb_status wb_judge_start(const struct wb_run_options *options, struct wb_judge **judge,
                              struct wb_error *err);

/* Another run of a judge that was started with `keeps_on`, once it has given its result; for the
 * same course and device, and with `source`. It judges by the spec as it was for the first run, as
 * long as none of the files that this was read from has changed.
 * `spare`, `stands_back`, `keeps_on` and `strangers` are those of the first run. Where its process
 * has ended or does not answer, another one takes over; wb_judge_fd() stays the same. To cancel a
 * run, free the judge. */
enum wb_status wb_judge_again(struct wb_judge *judge, const struct wb_run_options *options,
                              struct wb_error *err);

/* Sees to it that *spare (NULL: none yet) is a judge that waits for a run of
 * this course on this device (NULL: emulator), with the device's worker started
 * and the compiler ready: half of the time from source to report. Returns at
 * once; whatever is wrong with a spare, a run does without. It judges
 * standing back, and ends itself where none comes for ten minutes. Freed with
 * wb_judge_free. Only the emulator's judges wait. */
void wb_judge_spare_keep(struct wb_judge **spare, const char *course, const char *device);

/* Makes a judge that has waited, was to keep on, and has given its result, wait again. Another one
 * is freed, and so is one whose spec has printed something, which would not be printed again. */
void wb_judge_spare_return(struct wb_judge **spare, struct wb_judge *judge);

/* The same as wb_judge_spare_keep for a run that is about to be asked for, and may find its kernel
 * in the cache: without the compiler. */
void wb_judge_spare_begin(struct wb_judge **spare, const char *course, const char *device);

/* Describes one puzzle (`slug`) or all of the course (NULL). */
enum wb_status wb_judge_describe(const char *course, const char *slug, struct wb_judge **judge,
                                 struct wb_error *err);

/* Gives WB_EVENT_SPEC, the puzzle's spec for a student's pack, or WB_EVENT_RESULT with a
 * judge-error. */
enum wb_status wb_judge_student_spec(const char *course, const char *slug, struct wb_judge **judge,
                                     struct wb_error *err);

/* What the cases of a puzzle give a kernel and want of it (result/puzzle_data.h). */
struct wb_data_options {
  const char *course;     /* folder */
  const char *puzzle;     /* slug */
  size_t only_case;       /* from 1; 0: all that are told */
  const char *extra_case; /* instead of them, as in struct wb_run_options; NULL: none */
  bool author;            /* hidden ones are told, too */
  uint64_t first;         /* of each array, the flat index that is told first */
  bool has_seed;
  uint64_t seed;
};

/* Gives WB_EVENT_DATA, or WB_EVENT_RESULT with a judge-error. */
enum wb_status wb_judge_data(const struct wb_data_options *options, struct wb_judge **judge,
                             struct wb_error *err);

/* Looks at a puzzle's spec without any kernel: all its cases, hidden ones too, its references and
 * its tolerance (result/puzzle_audit.h). For authors. Gives WB_EVENT_CASE as it goes on, and
 * WB_EVENT_AUDIT, or WB_EVENT_RESULT with a judge-error. */
enum wb_status wb_judge_audit(const char *course, const char *puzzle, struct wb_judge **judge,
                              struct wb_error *err);

/* To poll for POLLIN. */
int wb_judge_fd(const struct wb_judge *judge);

/* The next event; never blocks. A judge that crashed, hung or wrote nonsense
 * gives WB_EVENT_RESULT with the verdict judge-error and what it printed. */
enum wb_status wb_judge_next(struct wb_judge *judge, struct wb_event *event, struct wb_error *err);

/* Ends the process and all its descendants at once. NULL is fine. */
void wb_judge_free(struct wb_judge *judge);

#endif
