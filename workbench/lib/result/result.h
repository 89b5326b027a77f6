/* What a run found out, as plain data: filled by the judge, carried as JSON
 * from its process (result/result_json.h), shown by cli, tui and report. */
#ifndef WB_RESULT_RESULT_H
#define WB_RESULT_RESULT_H

#include "base/file_states.h"
#include "finding/array_count.h"
#include "finding/code_mutant.h"
#include "finding/diagnostic.h"
#include "finding/counters.h"
#include "finding/schedule.h"
#include "finding/verdict.h"
#include "result/timeline.h"
#include "sandbox/walls.h"

/* Stand for the value of an element that the kernel never wrote, and of one that it wrote, but made
 * of values that were never set. */
#define WB_NEVER_WRITTEN "(never written)"
#define WB_NOT_SET "(not set)"

struct wb_mismatch {
  bool present;
  char *array;          /* the output's name */
  uint64_t index;       /* flat, row-major */
  char *position;       /* "[1][2]" for more than one dimension, "[7]" otherwise */
  char *expected, *got; /* as text */
};

/* What there is to say of an element by the text of its value ("was never written"); NULL: it has a
 * value. */
const char *wb_unset_words(const char *got);

/* "out[7] is 3, expected 4". */
void wb_mismatch_words(const struct wb_mismatch *mismatch, struct wb_str *out);

/* A window of an output around its first mismatch (or from its start), for
 * showing side by side. Only of visible cases. */
struct wb_preview {
  char *array;
  char *type; /* "float" */
  unsigned rank;
  uint64_t shape[6];
  uint64_t first; /* flat index of item 0 */
  uint64_t total; /* elements of the whole array */
  size_t n;       /* items shown, at most WB_PREVIEW_MAX */
  char **expected, **got;
  bool *differs;
};
enum { WB_PREVIEW_MAX = 64 };

/* How far an output of floats, right within its tolerance, is from what is expected, in the terms
 * of that tolerance (tensor/deviation.h). */
struct wb_output_deviation {
  char *array;
  double relative, absolute, units;
  double share; /* of the tolerance: 0 … 1 */
};

/* Lines that are not as expected, for one reason, and the first of them. */
struct wb_printed_lines {
  bool present;
  uint64_t count;
  char *line;             /* as it can be shown; a long one is cut */
  uint64_t wanted, times; /* how often that line is expected, and was printed */
  bool has_item;          /* `who` printed it, or its beginning */
  struct wb_item_id who;
};

/* What the kernel printed is not what is expected, where a puzzle judges it. */
struct wb_printed_mismatch {
  bool present;
  bool any_order;                  /* of the lines */
  uint64_t wanted, got;            /* lines */
  struct wb_printed_lines missing; /* expected, and not printed so often */
  struct wb_printed_lines extra;   /* the other way round */
  struct wb_printed_lines torn;    /* put together from several calls of printf, between which
                                      other work-items may print */
  /* All lines are there, in another order: the first that is not in its place. */
  bool swapped;
  uint64_t place; /* from 1 */
  char *expected_there, *got_there;
  char *note; /* a sentence on what may be wrong; "" where nothing is known */
};

/* A part of the cases, on the way to all of them. */
struct wb_result_step {
  char *name;
  uint64_t cases, right; /* of this run, none where it was not judged (result/steps.h) */
  bool done;             /* all are right */
};

/* Cases that bring points together (docs/scoring.md), and what they have brought. */
struct wb_result_group {
  char *name;
  uint32_t points;
  bool each;                       /* every case brings its part; else all of them are needed */
  uint32_t needs;                  /* the group without which it brings nothing, from 1; 0: none */
  uint64_t cases, right, accepted; /* of this run (result/groups.h) */
  double earned;                   /* 0 … points */
};

struct wb_case_result {
  char *name;
  bool visible;
  uint32_t step;  /* that the case belongs to, from 1; 0: the puzzle has no steps */
  uint32_t group; /* likewise of groups */
  /* So many cases, drawn from the puzzle's domain, that this one stands for: all of them, or, where
   * it is visible, those up to the first that failed, and it is the smallest found that fails in
   * the same way. 0: it is one of the puzzle's own. */
  uint64_t drawn;
  enum wb_verdict verdict;
  uint32_t launches; /* how many the case has, where it has several; else 0 */
  char *detail;      /* one sentence on a verdict that findings do not explain:
                        which limit, which budget, what the device said; or "" */
  /* The order of work-items that verdict, mismatches and previews are of: where the
   * case was run in several, one in which it went wrong. */
  struct wb_schedule order;
  struct wb_schedule right; /* of an order-dependence: one in which it is right. Not in JSON */
  struct wb_mismatch first_mismatch;
  uint64_t mismatches;
  struct wb_printed_mismatch printed;
  bool prints_judged, prints_alone; /* lines are judged; nothing else is. Not in JSON */
  struct wb_finding *findings;
  size_t n_findings;
  uint64_t findings_dropped;
  struct wb_counters counters;
  /* What the puzzle allows at most: bit i of `budgeted` says that `budgets` has
   * a limit of counter i (finding/counters.h). */
  struct wb_counters budgets;
  uint64_t budgeted;
  struct wb_line_cost *lines; /* as in struct wb_outcome */
  size_t n_lines;
  struct wb_array_count *arrays; /* likewise */
  size_t n_arrays;
  uint64_t time_ns;
  uint64_t spent_ns; /* of the limit of time, as the device counts */
  struct wb_preview *previews;
  size_t n_previews;
  /* For authors: of outputs that differ, where all are right. */
  struct wb_output_deviation *deviations;
  size_t n_deviations;
  char *text; /* printed by the kernel; "" if none */
};

/* The walls that stood around all that touched a kernel. */
struct wb_walls_stood {
  uint32_t landlock; /* its ABI; 0: none */
  bool seccomp;
};

struct wb_result {
  char *puzzle; /* slug */
  char *file;   /* as judged, absolute or as given */
  char *device; /* its name */
  bool checks;  /* it reports findings, not outputs alone */
  enum wb_verdict verdict;
  /* The cause of a judge-error, WB_OK otherwise. WB_ERR_SPEC: the puzzle's fault (exit code 3);
   * WB_ERR_MISSING: no such device or feature here (4); WB_ERR_CANCELLED (130); WB_ERR_NOT_FOUND
   * or WB_ERR_USAGE: no such puzzle or file (2); else ours (5). */
  enum wb_status cause;
  /* Accepted, and proven to be so in every order of work-items and with sub-groups of every size:
   * nothing that it launched can tell them (struct wb_kernel_info). Not in its JSON. */
  bool same_in_any_order;
  double score; /* 0 … 1, see wb_score() and result/groups.h; 1 only when accepted */
  char *detail; /* as above, for the whole run (judge-error says what to do) */
  struct wb_case_result *cases;
  size_t n_cases;
  struct wb_result_step
      *steps; /* none where the puzzle has none, no case was judged or one alone */
  size_t n_steps;
  struct wb_result_group *groups; /* likewise, and none either where not all cases were wanted */
  size_t n_groups;
  size_t cases_before; /* of a run of one case: how many the puzzle has before it; else 0. Who asked
                          for the run knows it, so it is not in the JSON */
  size_t left_out; /* hidden cases of which nothing is told: a student's pack is without them, or a
                      grader keeps back what came of them */
  char *printed;   /* by the spec, cleaned and cut; NULL or "" where nothing was. Not in the JSON */
  char *compile_log;
  uint32_t language; /* the major version of OpenCL C it was built as; 0: none. Not in the JSON */
  struct wb_diagnostic *diagnostics;
  size_t n_diagnostics;
  /* Of what the device made of the file: kernels with the same one are the same to it, however they
   * are written. "" or NULL where nobody asked, it does not compile, or the device cannot say. */
  char *fingerprint;
  /* Of a grader who asked: what all hidden cases of the puzzle's own did together, which no case
   * has (judge/redaction.h). `items` is 0 where there are none, where nobody asked, and where a
   * kernel takes an array in constant memory, whose reads no counter has. */
  struct wb_counters hidden_counters;
  /* For authors who asked: what can be changed in the file (struct wb_run_options.mutant). */
  struct wb_code_mutants mutants;
  double elapsed_ms;
  bool has_walls; /* false where nothing was judged */
  struct wb_walls_stood walls;
  /* The bytes that were judged, whatever the file holds by now, with a NUL after
   * them; NULL where none could be read. Not in its JSON. */
  char *source;
  size_t source_length;
  /* For a run that was asked for a trace (finding/trace.h) and has one: what case `trace_case`
   * of `cases` did. Hidden cases never have one. Not in its JSON. */
  unsigned char *trace; /* NULL: none */
  size_t trace_length;
  size_t trace_case;
  uint32_t trace_launch; /* which launch of it, from 1, where it has several; else 0 */
  char *trace_note;      /* where one was asked for and there is none: a sentence that says why */
  /* Of a host program that was asked for a trace: what ran when in case `trace_case`, whether it
   * has launched anything or not; and the file of the traced kernel, which is not the judged one:
   * its name and text, NULL where there is no trace. Not in its JSON. */
  bool has_timeline;
  struct wb_timeline timeline;
  char *graphs; /* what the program's graphs became; NULL: it had none */
  char *traced_file, *traced_text;
  /* What the judgement followed from besides the judged file, as the judge read it. Not in its
   * JSON. */
  struct wb_file_states files;
};

/* The text whose lines the result's trace names: the judged file, or the one with the kernel that a
 * host program launched. NULL: not known. */
const char *wb_result_traced_text(const struct wb_result *result);

/* After a limit or a security violation the cases that follow get its verdict
 * without being run; their detail begins with these words. */
#define WB_NOT_RUN "not run"
/* What drawn cases that are right are called together. */
#define WB_DRAWN_CASES_NAME "drawn cases"
bool wb_case_was_run(const struct wb_case_result *result);

/* Whether nothing was judged because the device lacks a feature that the puzzle requires; the
 * detail ends with these words then. */
#define WB_LACKS_FEATURE "does not have; try another --device"
bool wb_result_lacks_feature(const struct wb_result *result);

/* Whether the budgets that the case does not hold are minima, of which it does too little. */
bool wb_case_does_too_little(const struct wb_case_result *result);

/* `right` of the `cases` are right and clean, within the budget or not; `accepted` of them are
 * within it, too. Without a budget the score is the share of accepted cases. With one half of it
 * is for being right and the other half for the budget, which counts only for what is right
 * everywhere: so whatever is over budget alone has more than whatever is wrong. */
double wb_score(size_t right, size_t accepted, size_t cases, bool has_budget);

/* In whole percent, for people: 100 only for all of it, 0 only for nothing. */
unsigned wb_score_percent(double score);

/* All heap members of a zeroed struct may be NULL; release frees them. */
void wb_result_release(struct wb_result *result);
void wb_case_result_release(struct wb_case_result *result);

size_t wb_result_accepted_cases(const struct wb_result *result);

/* Whether something was found in a kernel that is accepted or over its budget, by
 * the checks or by the compiler: such a kernel is never called clean. */
bool wb_result_has_warnings(const struct wb_result *result);

/* Drops warnings of the compiler that findings of the same lines say again, and better: with the
 * work-item, and the length of the array. For those who show it. */
void wb_result_drop_said_warnings(struct wb_result *result);

/* Whether the judged file is a host program, by its name. */
bool wb_result_is_of_program(const struct wb_result *result);

/* Whether a visible case's outputs are right, and what the program did was not asked for, which
 * the case's detail says. */
bool wb_case_differs_in_deeds(const struct wb_case_result *one);

/* Whether it is accepted by the cases that are told, and there are others. */
bool wb_result_is_right_in_part(const struct wb_result *result);

/* What the verdict means, in one line: of an accepted kernel more where the device
 * checks, and less where it warned of something. */
const char *wb_result_meaning(const struct wb_result *result);

/* The walls that a device says stand around what runs its kernels. */
void wb_result_take_walls(struct wb_result *result, const struct wb_walls *walls);

/* That hidden cases were left out, as a sentence; NULL: none were. Static storage. */
const char *wb_result_left_out(const struct wb_result *result);

/* What was missing of the sandbox, as the rest of "judged …"; NULL: nothing. */
const char *wb_result_lacks(const struct wb_result *result);

#endif
