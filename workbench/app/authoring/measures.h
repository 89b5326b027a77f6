/* What right kernels need, from the results of judgements: the most that any of them counts, prints
 * and is off in each case of a puzzle, in any of its runs. */
#ifndef WB_AUTHORING_MEASURES_H
#define WB_AUTHORING_MEASURES_H

#include "finding/counters.h"
#include "result/result.h"

struct wb_measured_case {
  char *name;
  bool visible;
  struct wb_counters most, budgets; /* as in struct wb_case_result */
  bool has_counters;             /* of a kernel at least; `most` of what is wanted is the least */
  struct wb_array_count *arrays; /* that have limits of their own: the most of any kernel */
  size_t n_arrays, arrays_capacity;
  uint64_t printed_bytes;
};

struct wb_measured_kernel {
  char *part;         /* "right/pointers.cl" */
  bool reads_local;   /* in some case */
  uint64_t *spent_ns; /* of each case: of the limit of time */
  struct wb_measured_kernel *next;
};

/* An output that is off within its tolerance. */
struct wb_measured_deviation {
  struct wb_output_deviation most; /* of all, term by term */
  char *part, *case_name;          /* where most of the tolerance is used */
  struct wb_measured_deviation *next;
};

/* A zeroed one is empty. */
struct wb_measures {
  struct wb_measured_case *cases;
  size_t n_cases;
  bool counted; /* by a device that counts */
  struct wb_measured_kernel *kernels, *last_kernel;
  struct wb_measured_deviation *deviations;
};

/* Adds what kernel `part` did in an accepted run, from the author's result; nothing where the run
 * had other cases than those before it. */
void wb_measures_add(struct wb_measures *measures, const char *part,
                     const struct wb_result *result);

/* NULL: the output was never off. */
const struct wb_measured_deviation *wb_measures_deviation(const struct wb_measures *measures,
                                                          const char *array);

/* What a budget is for: a counter, of the whole kernel or of the array that is a parameter. */
struct wb_measured_budget {
  unsigned counter;
  uint64_t parameter; /* its number, from 1; 0: the whole kernel */
};

/* What a case needs, and what it is allowed. Of an array that no kernel accesses there both are 0:
 * what it is allowed is not known. */
struct wb_measured_need {
  uint64_t needed, allowed;
};
struct wb_measured_need wb_measured_need(const struct wb_measured_case *one,
                                         struct wb_measured_budget budget);

/* What each case needs, the caller's to free. */
uint64_t *wb_measures_needed(const struct wb_measures *measures, struct wb_measured_budget budget);

/* What a budget leaves in the case where it leaves least, and in all of them. */
struct wb_measured_slack {
  uint64_t least, all;
};
struct wb_measured_slack wb_measures_slack(const struct wb_measures *measures,
                                           struct wb_measured_budget budget);

/* The longest that a kernel took in a case, and which did; "" and 0: none. */
double wb_measures_time_ms(const struct wb_measures *measures, const char **part);
uint64_t wb_measures_printed(const struct wb_measures *measures); /* bytes, in a case */
bool wb_measures_all_read_local(const struct wb_measures *measures);

void wb_measures_release(struct wb_measures *measures);

#endif
