/* One run of the judge, in three files: engine.c loads the puzzle, chooses its cases and concludes,
 * engine_kernel.c has the kernel built and looks at it, engine_cases.c judges cases. */
#ifndef WB_JUDGE_ENGINE_PRIVATE_H
#define WB_JUDGE_ENGINE_PRIVATE_H

#include "judge/builder.h"
#include "judge/case_sequence.h"
#include "judge/engine.h"
#include "judge/recording.h"

enum { WB_CASE_PATIENCE_MS = 300000 };

enum { WB_SIGNATURE_FINDINGS = 8 };

/* A kernel with the parameters of the puzzle that it was found to take. */
struct wb_known_kernel {
  char *entry;
  size_t n_params;
  size_t params[WB_MAX_ARGS];
  uint32_t n_orders;      /* wb_kernel_info */
  uint32_t group_size[3]; /* the same: required_group_size */
};

/* What was found of the kernels that a case launches. */
struct wb_launch_check {
  struct wb_finding findings[WB_SIGNATURE_FINDINGS]; /* that one takes something else */
  size_t n_findings;
  uint32_t n_orders; /* of the one that must be launched in most: wb_kernel_info */
};

/* A case that was launched before it is its turn, or could not be. */
struct wb_case_ahead {
  struct wb_case *made;
  struct wb_case_run *run; /* NULL: it is to be launched yet */
  uint32_t n_orders;       /* struct wb_launch_check's */
  enum wb_status status;   /* of its launch; an error is in `run` */
  bool asked;              /* for what becomes of it */
};
enum { WB_CASES_AHEAD = 63 };

struct wb_engine {
  const struct wb_judge_job *job;
  struct wb_result *result;
  const struct wb_puzzle *puzzle;
  struct wb_str source;
  bool was_read; /* `source` is what the file held */
  struct wb_builder builder;
  int cancel[2];                    /* a byte in it ends what the device is doing */
  struct wb_case_sequence sequence; /* of the cases to judge */
  bool ran;                         /* the kernel, in a case */
  size_t ran_bytes;                 /* of the largest such case */
  struct wb_case *next;             /* made ahead */
  size_t next_index;
  enum wb_status next_status;
  struct wb_error next_error;
  struct wb_case_ahead ahead[WB_CASES_AHEAD]; /* those whose turn is next */
  size_t n_ahead;
  struct wb_recording recording;
  struct wb_known_kernel *kernels;
  size_t n_kernels;
  wb_handle traced;         /* the program, built to be traced; 0: not yet */
  bool may_depend_on_order; /* what was right so far */
  bool takes_constant;      /* a kernel of it has a parameter in constant memory */
  bool draws; /* the last turns are of cases that are drawn from the puzzle's domain */
};

/* Tells the client, where there is one (struct wb_judge_job). */
void wb_engine_tell(const struct wb_engine *run, const struct wb_event *event,
                    uint32_t patience_ms);

/* ---- engine.c ---- */

/* The spec, and which of its cases are wanted. False: the result says why not. */
bool wb_engine_load_puzzle(struct wb_engine *run);

/* In how many orders of work-items the case must be right, as wb_case_orders. */
size_t wb_engine_orders(const struct wb_engine *run, bool checks, uint32_t n_orders,
                        const struct wb_case_result *result);
/* A case was judged: notes whether it may be otherwise in another order of work-items. `n_orders`
 * is struct wb_kernel_info's. */
void wb_engine_note_order(struct wb_engine *run, bool checks, uint32_t n_orders,
                          const struct wb_case_result *result);

/* ---- engine_program.c ---- */

/* Judges a host program in place of a kernel. */
void wb_engine_judge_program(struct wb_engine *run);

/* ---- engine_kernel.c ---- */

/* Opens the device and begins to compile. False: the result says why not. */
bool wb_engine_start_building(struct wb_engine *run);

/* The spec, which was loaded meanwhile, asks for more than the kernel that is
 * being built can count, or for another language: another one takes its place. */
void wb_engine_build_for_spec(struct wb_engine *run);

/* Waits, and takes what the compiler said. False where there is no kernel to judge, or the device
 * lacks a feature that the puzzle needs: the result says so. */
bool wb_engine_finish_building(struct wb_engine *run);

/* Looks at the kernels that a case launches, whose turn it is. False where the program lacks one,
 * or the device fails: the result says so, and no case can follow. */
bool wb_engine_check_launches(struct wb_engine *run, size_t turn, const struct wb_case *made,
                              struct wb_launch_check *check);

/* Whether the kernel of a launch was looked at, with the parameters that it has there. */
bool wb_engine_is_known(const struct wb_engine *run, const struct wb_case_stage *stage);

/* Adds what is wrong with the groups of a case whose kernels were looked at. */
void wb_engine_check_groups(const struct wb_engine *run, const struct wb_case *made,
                            struct wb_launch_check *check);

/* Of a puzzle that leaves the size of groups to the kernel, which is built: tells it to the cases.
 * False where the kernel does not say it, or cannot have it: the result says so. */
bool wb_engine_choose_group(struct wb_engine *run);

/* Whether the size that the kernel has chosen can be that of the first case, whose kernels were
 * looked at: one of more dimensions cannot. Else the result says so. */
bool wb_engine_group_fits(struct wb_engine *run, const struct wb_case *made);

/* False where the puzzle judges printed lines, and a driver does not tell what is printed: the
 * result says so. */
bool wb_engine_check_printing(struct wb_engine *run);

/* ---- engine_cases.c ---- */

/* Makes a case before it is its turn, `turn` being its place in the sequence. Whether that failed
 * is said when case `index` is taken: then it is NULL, and the result has the cause. */
void wb_engine_make_ahead(struct wb_engine *run, size_t turn);
struct wb_case *wb_engine_take_made(struct wb_engine *run, size_t index);

/* The same for the first case, while the kernel is compiled. What is right for it is computed then,
 * too, or, where the compiler has been faster, while the device runs the kernel. */
void wb_engine_make_first(struct wb_engine *run);

/* A zeroed result with its name; hidden cases are called by their number. */
struct wb_case_result *wb_engine_add_case(struct wb_engine *run, size_t index);

/* Frees a case whose result is the last one, unless it is the one to record. */
void wb_engine_let_go(struct wb_engine *run, struct wb_case *made);

/* Frees the cases that were launched ahead, without a word to the device. */
void wb_engine_forget_ahead(struct wb_engine *run);

/* The results in the order of the cases, which may be judged in another. */
void wb_engine_sort_cases(struct wb_engine *run);

/* Nothing is added to the result any more: what must stay hidden, or is not wanted, goes. */
void wb_engine_end_case(struct wb_engine *run, struct wb_case_result *result);

/* Every case would fail alike. */
void wb_engine_fail_all_cases(struct wb_engine *run, const struct wb_finding *findings,
                              size_t count);

/* The cases from `turn` on share the fate of `because`. */
void wb_engine_skip_cases(struct wb_engine *run, size_t turn, enum wb_verdict verdict,
                          const char *because);

/* Before a case is judged: `time_ms` is the limit of all that it launches. */
void wb_engine_begin_case(struct wb_engine *run, size_t index, const struct wb_case_result *result,
                          uint32_t time_ms);

/* Whether it is to be found out of which arrays a case does too much: where it is the one to look
 * at, of those that were judged so far. */
bool wb_engine_needs_arrays(const struct wb_engine *run, const struct wb_case_result *result);

/* Whether no case is to follow one with this verdict. */
bool wb_engine_ends_with(const struct wb_engine *run, enum wb_verdict verdict);

void wb_engine_judge_cases(struct wb_engine *run);

/* Skips the cases from `turn` on where another one has decided: nothing but the verdict is wanted,
 * and only large and drawn ones are left. Returns whether it did. */
bool wb_engine_skip_if_decided(struct wb_engine *run, size_t turn);

/* ---- engine_domain.c ---- */

/* Draws cases from the puzzle's domain, where the job wants them and there is one. */
enum wb_status wb_engine_draw_cases(struct wb_engine *run, struct wb_error *err);

bool wb_engine_is_drawn(const struct wb_engine *run, size_t index);

/* Whether the case of that turn is to be judged, after those before it. */
bool wb_engine_goes_on(const struct wb_engine *run, size_t turn);

/* Whether a case is one of many alike, of which not all need run in other orders. */
bool wb_engine_skips_orders(const struct wb_engine *run, size_t index);

/* How a case is judged that has no turn: kernels and host programs differ in that. */
struct wb_engine_judge {
  /* Fills a result that has its name. False where the case cannot be judged. */
  bool (*apart)(struct wb_engine *run, const void *data, size_t index, struct wb_case *made,
                struct wb_case_result *result);
  const void *data;
};

/* Makes one case of the drawn ones in the result, the last of which may have failed. */
void wb_engine_conclude_drawn(struct wb_engine *run, const struct wb_engine_judge *judge);

#endif
