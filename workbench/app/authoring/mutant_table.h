/* The mutants of a puzzle's right kernels, and what the judge made of them, as a table: a row for
 * each mutant, a column for each case.
 *
 * A mutant is
 *   invalid     where it does not compile;
 *   killed      where it is not accepted: a case gives another verdict, whether outputs, a
 *               finding, a budget or a limit tells;
 *   equivalent  where it is accepted, and the judge's compiler makes the same program of it as of
 *               the kernel, before any check is put in (struct wb_result.fingerprint): what the
 *               judge sees does not differ. An optimiser's opinion does not count, for what it
 *               removes may be what a check would find;
 *   a twin      where it is accepted, and the same program as another survivor; or the compiler
 *               made it, and a survivor changes the same line in the same way;
 *   fitting     where it limits what never goes so far in the puzzle's domain, as is proven
 *               (mutant_range.h): no value is lost that a case could miss, and it is not judged;
 *   explained   where it is accepted, and an author has given a reason (mutant_exemptions.h);
 *   a survivor  where it is accepted otherwise: no case tells it from the kernel;
 *   unjudged    where no verdict came. Such a mutant is never counted as killed.
 *
 * The compiler makes mutants, too (WB_CODE_MUTANT; finding/code_mutant.h): what has no form in the
 * text, or is hidden in it. Those that are a program which a change of the text gave are left out.
 *
 * The launch has mutants, too (WB_LAUNCH_MUTANT): the kernel stays, and in each case the launch is
 * one group smaller, or has two dimensions swapped, while data and expected values stay. A right
 * kernel must be rejected then by some case, or else no case needs its last work-group, or tells x
 * from y. A kernel that shares out the work among whatever work-items there are is right all the
 * same; it says so in the list of what is explained. A launch that is larger is none: whether a
 * kernel stands it is the puzzle's to say, and what guards against it has mutants of its own.
 * Invalid is a launch that no case can have.
 *
 * The score is the share of the killed ones in those that are killed or survive; the strict one
 * has the explained ones among the survivors. */
#ifndef WB_AUTHORING_MUTANT_TABLE_H
#define WB_AUTHORING_MUTANT_TABLE_H

#include "authoring/mutant_exemptions.h"
#include "base/str.h"
#include "finding/launch_change.h"
#include "judge_client/client.h"
#include "result/result.h"

enum wb_mutant_fate {
  WB_MUTANT_WAITING,
  WB_MUTANT_KILLED,
  WB_MUTANT_EQUIVALENT,
  WB_MUTANT_TWIN,
  WB_MUTANT_FITS,
  WB_MUTANT_EXPLAINED,
  WB_MUTANT_SURVIVED,
  WB_MUTANT_INVALID,
  WB_MUTANT_UNJUDGED
};

/* Texts are the trial's own but for operator_name, which is static. */
struct wb_mutant_trial {
  char *part; /* "right/early-return.cl" */
  const char *operator_name;
  unsigned line, column; /* 0: it has no such place */
  char *difference;
  unsigned number; /* among those of this part, operator and difference, from 1 */
  char *words;     /* what changes; NULL: the operator's summary says it */
  uint32_t code;   /* the compiler's number for it; 0: the compiler does not make it */
  enum wb_launch_change launch;
  char *text; /* its whole source; NULL: that of the kernel */
  char *fingerprint;
  enum wb_mutant_fate fate;
  /* Of a survivor that was tried with more cases (mutant_quest.h): what each made of it. NULL: none
   * was tried. */
  unsigned char *answers;
  bool told, searched;    /* a case rejects it; all that there are were tried until one did */
  bool *killed_by;        /* by case; NULL where none has a verdict of its own */
  unsigned survives_seed; /* of one that hidden cases alone kill: a seed of theirs with which none
                             does; 0: none is known */
  const struct wb_mutant_exemption *exemption; /* that names it, whatever its fate */
};

/* What a judge of the kernel is told to judge the mutant in its place. */
void wb_mutant_trial_order(const struct wb_mutant_trial *trial, struct wb_run_options *options);

struct wb_mutant_table {
  struct wb_mutant_trial **trials; /* by kernel, in the order in which they were added */
  size_t count, capacity;
  char **cases; /* names; NULL until the first result */
  bool *visible;
  bool *spared; /* not run for some mutant that another case had killed (verdicts_only) */
  size_t n_cases;
};

/* Whether another kernel has this mutant already: the same operator changes the same lines in the
 * same way. What a barrier does depends on all around it, so those of barriers and fences are
 * never told to be there. */
bool wb_mutant_table_has(const struct wb_mutant_table *table, const char *part,
                         const char *operator_name, const char *difference);

/* Rows. The table's own, and there until it is released. */
struct wb_mutant_trial *wb_mutant_table_add(struct wb_mutant_table *table, const char *part,
                                            const char *operator_name, unsigned line,
                                            unsigned column, char *difference, char *text);
void wb_mutant_table_release(struct wb_mutant_table *table);

/* What cases there are, by the result of a kernel. */
void wb_mutant_table_take_cases(struct wb_mutant_table *table, const struct wb_result *result);

/* A mutant's result; `fingerprint` is that of its kernel, or NULL. The fate is one of killed,
 * equivalent, survived, invalid and unjudged. */
void wb_mutant_table_take_result(struct wb_mutant_table *table, struct wb_mutant_trial *trial,
                                 const char *fingerprint, const struct wb_result *result);

/* Whether hidden cases alone kill it, which others may have in their place. */
bool wb_mutant_table_killed_hidden(const struct wb_mutant_table *table,
                                   const struct wb_mutant_trial *trial);

/* Whether a kernel's mutant is this program, as far as mutants have been judged. */
bool wb_mutant_table_has_program(const struct wb_mutant_table *table, const char *part,
                                 const char *fingerprint);

/* Once all have a fate: which survivors are twins of one before them, and which are explained. */
void wb_mutant_table_settle(struct wb_mutant_table *table,
                            const struct wb_mutant_exemptions *exemptions);

/* How many there are, of a kernel's or (NULL) of all. */
size_t wb_mutant_table_count(const struct wb_mutant_table *table, const char *part,
                             enum wb_mutant_fate fate);

/* How many a case kills, and how many it alone does of those that were run. */
size_t wb_mutant_table_kills(const struct wb_mutant_table *table, size_t at_case, bool alone);

/* In percent, rounded down; 100 where there is nothing to kill. */
unsigned wb_mutant_table_score(const struct wb_mutant_table *table, bool strict);

/* Appends texts: the counts and scores in a sentence without its full stop; what each case
 * kills, a line a case; a kernel's mutants, a line each, with the cases that kill it. */
void wb_mutant_table_sum_up(const struct wb_mutant_table *table, struct wb_str *out);
void wb_mutant_table_list_cases(const struct wb_mutant_table *table, struct wb_str *out);
void wb_mutant_table_list_mutants(const struct wb_mutant_table *table, const char *part,
                                  struct wb_str *out);

#endif
