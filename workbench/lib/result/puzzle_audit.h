/* What is to be said of a puzzle's spec, looked at without any kernel: which answers that know
 * nothing would be accepted, and what is odd about its cases, reference and tolerance. Made by the
 * judge (judge/audit.h), carried as JSON (result/event_json.h), shown by `workbench check`. It
 * names hidden cases and what they hold: for authors. */
#ifndef WB_RESULT_PUZZLE_AUDIT_H
#define WB_RESULT_PUZZLE_AUDIT_H

#include "fields/fields.h"

/* An answer that a kernel could give without doing what the puzzle wants. */
struct wb_audit_answer {
  char *answer; /* "zeros", "a copy of a": what the outputs hold, in words */
  bool accepted;
  uint64_t *rejected_by; /* numbers of cases, from 1 */
  size_t n_rejected_by;
};

enum wb_audit_kind {
  WB_AUDIT_OUTPUT_FREE,      /* an output may hold something trivial in every case */
  WB_AUDIT_NOT_REPEATABLE,   /* the reference gives another result the second time */
  WB_AUDIT_NAN,              /* the reference gives a NaN */
  WB_AUDIT_SECOND_REFERENCE, /* the second reference gives something else */
  WB_AUDIT_NO_HIDDEN_CASE,
  WB_AUDIT_SAME_SIZE,       /* a hidden case has the sizes of a visible one */
  WB_AUDIT_SAME_LAUNCH,     /* likewise its launch */
  WB_AUDIT_SAME_CASE,       /* a case is another one once more */
  WB_AUDIT_SAME_EVERYWHERE, /* two parameters hold the same in every case */
  WB_AUDIT_NEVER_VARIES,    /* a scalar has one value in all cases */
  WB_AUDIT_SIZE_RANGE,  /* no case has the sizes or groups that the domain allows; or it has none */
  WB_AUDIT_VALUE_RANGE, /* an input holds few numbers in all cases */
  WB_AUDIT_CASE_OUTSIDE, /* a case has a size, a launch or a value that the domain does not allow */
  WB_AUDIT_GROUP_CASES,  /* a case names none of the puzzle's groups, or none names a group */
  WB_AUDIT_TOLERANCE_TIGHT, /* rounding the inputs moves an output further than is allowed */
  WB_AUDIT_KINDS
};
/* "output-free" …, with what each means. */
extern const struct wb_words wb_audit_kinds;

struct wb_audit_remark {
  enum wb_audit_kind kind;
  uint64_t number;  /* of the case, from 1; 0: it is about all of them */
  uint32_t line;    /* of the spec's file; 0: none in particular */
  char *array;      /* the parameter, or the group; "" where it is about none alone */
  char *message;    /* a sentence without a period */
  char *suggestion; /* what could stand in the spec, "tolerance = { … }"; "" mostly */
};

/* What the spec demands, to be compared with what kernels need: each budget, as "budgets.barriers"
 * or "budgets.max_global_reads.a"; each limit, as "limits.time_ms". */
struct wb_audit_bound {
  char *field;
  char *text;            /* as Lua has it: 1, or "k + 2" with its quotes */
  uint64_t value, usual; /* of a limit; what it is where a spec says nothing */
  uint64_t parameter;    /* of a budget for a single array: its number, from 1; else 0 */
  uint32_t line;         /* of the spec's file; 0: the spec says nothing of it */
};

/* A number that budgets may name, or a term of such: "k", "global_x / local_x". */
struct wb_audit_variable {
  char *name;
  int64_t *values; /* one a case */
  size_t n_values;
};

/* What may be allowed of an output of floats whose tolerance is not exact, and is measured. */
struct wb_audit_tolerance {
  char *array;
  uint32_t line;  /* of the tolerance, or of the parameter where the spec has none */
  bool in_units;  /* it is given as `ulp` alone */
  char *scale_by; /* as Lua has it; "" where there is none */
  /* What rounding explains: terms that would suffice, each by itself and without `scale_by`
   * (tensor/deviation.h). */
  double relative, absolute, units;
  double least; /* how many times that is allowed, where it is least so */
};

struct wb_puzzle_audit {
  char *puzzle; /* slug */
  uint64_t n_cases;
  bool second_reference; /* there is one */
  struct wb_audit_answer *answers;
  size_t n_answers;
  struct wb_audit_remark *remarks;
  size_t n_remarks, capacity; /* room for so many */
  struct wb_audit_bound *bounds;
  size_t n_bounds;
  struct wb_audit_variable *variables;
  size_t n_variables;
  struct wb_audit_tolerance *tolerances;
  size_t n_tolerances;
  char *printed; /* by the spec, as in struct wb_result */
};

/* "tolerance = { out = { rtol = 2e-06, atol = 5e-07, scale_by = "k" } }", with one digit, rounded
 * up, of terms that suffice; appended. */
void wb_audit_tolerance_words(const struct wb_audit_tolerance *tolerance, struct wb_str *out);

/* Adds a remark; `index` of the case, from 0; SIZE_MAX: all. `array` and `suggestion` may be
 * NULL. */
void wb_puzzle_audit_remark(struct wb_puzzle_audit *audit, enum wb_audit_kind kind, size_t index,
                            const char *array, const char *suggestion, const char *format, ...)
    __attribute__((format(printf, 6, 7)));

extern const struct wb_fields wb_puzzle_audit_fields;

void wb_puzzle_audit_release(struct wb_puzzle_audit *audit); /* zeroes it */

#endif
