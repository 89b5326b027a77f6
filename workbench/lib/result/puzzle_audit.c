#include "result/puzzle_audit.h"

#include <stdarg.h>

#include "base/str.h"

/* More than any spec may have. */
enum { MAX_CASES = 1024, MAX_ANSWERS = 128, MAX_REMARKS = 8192 };

static const struct wb_word kinds[] = {
    [WB_AUDIT_OUTPUT_FREE] = {"output-free", "an output may hold something trivial in every case"},
    [WB_AUDIT_NOT_REPEATABLE] = {"not-repeatable",
                                 "the reference gives another result the second time"},
    [WB_AUDIT_NAN] = {"nan", "the reference gives a NaN"},
    [WB_AUDIT_SECOND_REFERENCE] = {"second-reference", "the second reference gives something else"},
    [WB_AUDIT_NO_HIDDEN_CASE] = {"no-hidden-case", "no case is hidden"},
    [WB_AUDIT_SAME_SIZE] = {"same-size", "a hidden case has the sizes of a visible one"},
    [WB_AUDIT_SAME_LAUNCH] = {"same-launch", "a hidden case has the launch of a visible one"},
    [WB_AUDIT_SAME_CASE] = {"same-case", "a case is another one once more"},
    [WB_AUDIT_SAME_EVERYWHERE] = {"same-everywhere", "two parameters hold the same in every case"},
    [WB_AUDIT_NEVER_VARIES] = {"never-varies", "a scalar has one value in all cases"},
    [WB_AUDIT_TOLERANCE_TIGHT] = {"tolerance-tight",
                                  "rounding the inputs moves an output further than is allowed"},
    [WB_AUDIT_TOLERANCE_LOOSE] = {"tolerance-loose", "far more is allowed than rounding explains"},
};
const struct wb_words wb_audit_kinds = WB_WORDS(kinds);

#define WB_OF struct wb_audit_answer
static const struct wb_field answer_rows[] = {
    {"answer", WB_VALUE(answer)},
    {"accepted", WB_VALUE(accepted)},
    {"rejected_by", WB_LIST(rejected_by, n_rejected_by, MAX_CASES)},
};
static const struct wb_fields answer_fields = {WB_ROWS(answer_rows)};
#undef WB_OF

#define WB_OF struct wb_audit_remark
static const struct wb_field remark_rows[] = {
    {"kind", WB_VALUE(kind), .words = &wb_audit_kinds},
    {"number", WB_VALUE(number)},
    {"line", WB_VALUE(line)},
    {"array", WB_VALUE(array)},
    {"message", WB_VALUE(message)},
    {"suggestion", WB_VALUE(suggestion)},
};
static const struct wb_fields remark_fields = {WB_ROWS(remark_rows)};
#undef WB_OF

#define WB_OF struct wb_puzzle_audit
static const struct wb_field audit_rows[] = {
    {"puzzle", WB_VALUE(puzzle)},
    {"cases", WB_VALUE(n_cases)},
    {"second_reference", WB_VALUE(second_reference)},
    {"answers", WB_LIST(answers, n_answers, MAX_ANSWERS), .fields = &answer_fields},
    {"remarks", WB_LIST(remarks, n_remarks, MAX_REMARKS), .fields = &remark_fields},
};
const struct wb_fields wb_puzzle_audit_fields = {WB_ROWS(audit_rows)};
#undef WB_OF

void wb_puzzle_audit_release(struct wb_puzzle_audit *audit) {
  wb_fields_release(&wb_puzzle_audit_fields, audit);
}

void wb_puzzle_audit_remark(struct wb_puzzle_audit *audit, enum wb_audit_kind kind, size_t index,
                            const char *array, const char *suggestion, const char *format, ...) {
  struct wb_str message;
  va_list args;
  wb_str_init(&message);
  va_start(args, format);
  wb_str_vaddf(&message, format, args);
  va_end(args);
  audit->remarks =
      wb_grow(audit->remarks, &audit->capacity, audit->n_remarks + 1, sizeof *audit->remarks);
  audit->remarks[audit->n_remarks++] =
      (struct wb_audit_remark){.kind = kind,
                               .number = index == SIZE_MAX ? 0 : index + 1,
                               .array = wb_strdup(array != NULL ? array : ""),
                               .message = wb_str_detach(&message),
                               .suggestion = wb_strdup(suggestion != NULL ? suggestion : "")};
}
