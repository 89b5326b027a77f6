/* What the cases of a puzzle give a kernel, and what they want of it, to be read before anything is
 * run. Made by the judge (judge/data.h), carried as JSON (result/event_json.h), which is also what
 * `workbench data --json` prints. Hidden cases are counted here and nothing more, unless an author
 * asks. */
#ifndef WB_RESULT_PUZZLE_DATA_H
#define WB_RESULT_PUZZLE_DATA_H

#include "fields/fields.h"
#include "tensor/tensor.h"

/* How many elements of an array are told at most. */
enum { WB_DATA_ELEMENTS_MAX = 256 };

/* One argument in one case. Elements are texts, in row-major order: "2.5", "(1, 2)". */
struct wb_array_data {
  char *name, *role; /* "input", "output", "inout", "scalar" or "local", as in the spec */
  char *type;        /* "float" */
  unsigned rank;     /* 0 of a scalar */
  uint64_t shape[WB_MAX_RANK];
  uint64_t total; /* elements of the whole array */
  uint64_t first; /* flat index of the first that is told */
  char **before;  /* what it holds before the launch; none of outputs and of local memory */
  size_t n_before;
  char **expected; /* what it must hold afterwards, of outputs and inouts; where elements are
                      ignored, none of those */
  size_t n_expected;
  char *note; /* what else the judge says of it, as "in any order"; "" mostly */
};

struct wb_case_data {
  uint64_t number; /* from 1 */
  char *name;
  bool visible;
  char *outline; /* "four (n = 4, global 8, local 4)" */
  struct wb_array_data *arrays;
  size_t n_arrays;
  char *printed_order; /* "any" or "given", where printed lines are judged; NULL: they are not */
  char **printed;      /* those lines, WB_DATA_ELEMENTS_MAX at most */
  size_t n_printed;
  uint64_t printed_total;
  char **budgets; /* for authors: "max_global_reads at most 2" */
  size_t n_budgets;
};

struct wb_puzzle_data {
  char *puzzle; /* slug */
  struct wb_case_data *cases;
  size_t n_cases;
  uint64_t hidden; /* cases that are not told */
  char **rules; /* for authors: limits, tolerances and what else a verdict goes by, a line each */
  size_t n_rules;
};

extern const struct wb_fields wb_puzzle_data_fields;

void wb_puzzle_data_release(struct wb_puzzle_data *data); /* zeroes it */

#endif
