/* One case of a host puzzle: the program gets its inputs, and is judged by what it returns, by what
 * was found, and by what it did. */
#ifndef WB_JUDGE_CASE_PROGRAM_H
#define WB_JUDGE_CASE_PROGRAM_H

#include <pthread.h>

#include "judge/engine.h"
#include "judge/program_launches.h"
#include "result/host_result.h"

struct wb_program_job {
  const struct wb_puzzle *puzzle;
  const struct wb_program_source *programs;
  const char *label; /* the program's file, as findings name it */
  const char *device;
  const char *text;
  size_t length;
  const struct wb_host_file *files; /* that it may read */
  uint32_t n_files;
  struct wb_schedule schedule; /* the first order, and the only one where it is not forward */
  uint32_t subgroup;           /* work-items of a sub-group; 0: as many as usual */
  bool measures;               /* result.deviations are wanted */
  uint32_t time_limit_ms;      /* 0: the puzzle's */
  bool prepared; /* what the case at hand asks for is compiled (struct wb_program_source) */
  bool once;     /* not with kernels withheld: one of many cases alike */
  bool in_one_order;
  bool timed; /* run once, in one order; its timeline is wanted, and its process goes on */
  /* All that this judge runs, whichever job it is of, is an author's own: one process takes it. */
  bool shares_process;
  /* Not with kernels withheld: an author's program was judged as it is before, what it returns
   * without kernels depends on no order of their work-items, and with inputs that no learner gets
   * it may do without them. */
  bool knows_use;
};

/* What the whole run is to know of a case. */
struct wb_program_end {
  bool compiles;     /* it is Lua, and its kernels are OpenCL C */
  char *complaint;   /* else why */
  uint32_t line;     /* of that; 0: none */
  bool checks;       /* the device reports findings, and counts */
  uint32_t n_orders; /* of work-items, in which it ran if all went well */
  bool has_walls;
  struct wb_walls_stood walls;
  /* As many as puzzle->launches; NULL: it launched no others. */
  struct wb_launched_kernel *kernels;
  size_t n_kernels;
  bool has_timeline; /* where the job is timed */
  struct wb_timeline timeline;
};
void wb_program_end_release(struct wb_program_end *end); /* zeroes it */

/* Compiles what the program will ask for in a case (struct wb_program_source), on a thread of its
 * own while the case before it runs. Zeroed, there is none. */
struct wb_program_preparation {
  const struct wb_program_job *job; /* none of both is to change between start and join */
  const struct wb_case *made;
  bool running;
  pthread_t thread;
  bool prepared; /* once it was joined */
};
void wb_program_prepare_start(struct wb_program_preparation *preparation);
void wb_program_prepare_join(struct wb_program_preparation *preparation);

/* Fills `result` (zeroed before, but for its name and visibility). An error is ours: the result is
 * then no judgement of the program. */
enum wb_status wb_program_judge(const struct wb_program_job *job, const struct wb_case *made,
                                struct wb_case_result *result, struct wb_program_end *end,
                                struct wb_error *err);

/* Runs a case that exceeds a total of accesses once more, for `result` to name the arrays that it
 * is made of; it stays as it is where that fails. */
void wb_program_explain_budget(const struct wb_program_job *job, const struct wb_case *made,
                               struct wb_case_result *result);

/* Runs a case that was judged once more, in that order of work-items, for its timeline and for what
 * one launch did: `launch` is which, from 1; 0: the one of its first finding, else the first. Fills
 * the result's trace or its note, its timeline, and which case they are of: `index`. WB_ERR_USAGE:
 * there is no such launch. A program that fails here costs no verdict. */
enum wb_status wb_program_record(const struct wb_program_job *job, const struct wb_case *made,
                                 size_t index, uint32_t launch, struct wb_result *result,
                                 struct wb_error *err);

#endif
