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
  WB_AUDIT_TOLERANCE_TIGHT, /* rounding the inputs moves an output further than is allowed */
  WB_AUDIT_TOLERANCE_LOOSE, /* far more is allowed than rounding explains */
  WB_AUDIT_KINDS
};
/* "output-free" …, with what each means. */
extern const struct wb_words wb_audit_kinds;

struct wb_audit_remark {
  enum wb_audit_kind kind;
  uint64_t number;  /* of the case, from 1; 0: it is about all of them */
  uint32_t line;    /* of the spec's file; 0: none in particular */
  char *array;      /* the parameter; "" where it is about none alone */
  char *message;    /* a sentence without a period */
  char *suggestion; /* what could stand in the spec, "tolerance = { … }"; "" mostly */
};

struct wb_puzzle_audit {
  char *puzzle; /* slug */
  uint64_t n_cases;
  bool second_reference; /* there is one */
  struct wb_audit_answer *answers;
  size_t n_answers;
  struct wb_audit_remark *remarks;
  size_t n_remarks, capacity; /* room for so many */
};

/* Adds a remark; `index` of the case, from 0; SIZE_MAX: all. `array` and `suggestion` may be
 * NULL. */
void wb_puzzle_audit_remark(struct wb_puzzle_audit *audit, enum wb_audit_kind kind, size_t index,
                            const char *array, const char *suggestion, const char *format, ...)
    __attribute__((format(printf, 6, 7)));

extern const struct wb_fields wb_puzzle_audit_fields;

void wb_puzzle_audit_release(struct wb_puzzle_audit *audit); /* zeroes it */

#endif
