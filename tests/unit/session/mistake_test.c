#include "session/mistake.h"

#include <string.h>

#include "base/str.h"
#include "tap.h"

/* A run of one case, as far as a signature looks at it. */
struct run {
  struct wb_result result;
  struct wb_case_result one;
  struct wb_finding findings[2];
};

static void wire(struct run *run) {
  run->one.findings = run->findings;
  run->result.cases = &run->one;
  run->result.n_cases = 1;
}

/* Two errors of a visible case: a read and a write past the end. */
static struct run overrun(void) {
  struct run run = {.result = {.verdict = WB_VERDICT_RUNTIME_ERROR, .checks = true},
                    .one = {.visible = true, .verdict = WB_VERDICT_RUNTIME_ERROR, .n_findings = 2}};
  for (int i = 0; i < 2; i++) {
    struct wb_finding *finding = &run.findings[i];
    *finding = (struct wb_finding){.kind = WB_OUT_OF_BOUNDS,
                                   .access = i == 0 ? WB_ACCESS_READ : WB_ACCESS_WRITE,
                                   .memory = WB_MEMORY_GLOBAL,
                                   .has_item = true,
                                   .has_index = true,
                                   .line = 7,
                                   .index = 4,
                                   .count = 4,
                                   .items = 4,
                                   .n_first = 1,
                                   .first = {{.item = {4}}}};
    strcpy(finding->array, i == 0 ? "a" : "out");
  }
  return run;
}

static bool same(struct run *a, struct run *b) {
  unsigned char first[WB_SHA256_BYTES], second[WB_SHA256_BYTES];
  wire(a);
  wire(b);
  CHECK_INT(wb_mistake_signature(&a->result, first), WB_EVIDENCE_WHOLE);
  CHECK_INT(wb_mistake_signature(&b->result, second), WB_EVIDENCE_WHOLE);
  return memcmp(first, second, sizeof first) == 0;
}

static bool is_telling(struct run *run) {
  unsigned char signature[WB_SHA256_BYTES];
  wire(run);
  return wb_mistake_signature(&run->result, signature) == WB_EVIDENCE_WHOLE;
}

static void the_same_failure_elsewhere_in_the_text_is_the_same(void) {
  struct run a = overrun(), b = overrun();
  const struct wb_finding first = b.findings[0];
  b.findings[0] = b.findings[1];
  b.findings[1] = first;
  b.findings[0].line = 12;
  b.findings[1].column = 3;
  CHECK(same(&a, &b));
  b.findings[0].severity = b.findings[1].severity = WB_SEVERITY_ERROR;
  strcpy(b.findings[0].message, "in other words");
  CHECK(same(&a, &b));
}

static void another_element_item_or_array_is_another_failure(void) {
  struct run a = overrun(), b = overrun();
  b.findings[0].index = 5;
  CHECK(!same(&a, &b));
  b = overrun();
  b.findings[0].first[0].item[0] = 5;
  CHECK(!same(&a, &b));
  b = overrun();
  strcpy(b.findings[0].array, "b");
  CHECK(!same(&a, &b));
  b = overrun();
  b.one.n_findings = 1;
  CHECK(!same(&a, &b));
}

static void names_of_own_variables_do_not_matter(void) {
  struct run a = overrun(), b;
  a.findings[0].memory = WB_MEMORY_PRIVATE;
  b = a;
  strcpy(b.findings[0].array, "mine");
  CHECK(same(&a, &b));
}

/* One visible case whose output differs. */
static struct run wrong_answer(const char *got) {
  return (struct run){.result = {.verdict = WB_VERDICT_WRONG_ANSWER, .checks = true},
                      .one = {.visible = true,
                              .verdict = WB_VERDICT_WRONG_ANSWER,
                              .mismatches = 4,
                              .first_mismatch = {.present = true,
                                                 .array = (char *)"out",
                                                 .expected = (char *)"10",
                                                 .got = (char *)got}}};
}

static void wrong_values_are_compared(void) {
  struct run a = wrong_answer("0"), b = wrong_answer("0"), c = wrong_answer("1");
  CHECK(same(&a, &b));
  CHECK(!same(&a, &c));
}

static void what_says_too_little_has_no_signature(void) {
  struct run run = wrong_answer("0");
  CHECK(is_telling(&run));
  run.one.visible = false; /* as the judge tells a hidden case: no values */
  run.one.mismatches = 0;
  run.one.first_mismatch = (struct wb_mismatch){0};
  CHECK(!is_telling(&run));
  unsigned char signature[WB_SHA256_BYTES];
  CHECK_INT(wb_mistake_signature(&run.result, signature), WB_EVIDENCE_CASES);
  run = overrun();
  run.one.visible = false;
  CHECK(is_telling(&run));
  run.findings[0].severity = run.findings[1].severity = WB_SEVERITY_WARNING;
  CHECK(!is_telling(&run));
  run = overrun();
  run.result.checks = false;
  CHECK(!is_telling(&run));
  run = overrun();
  run.result.verdict = WB_VERDICT_ACCEPTED;
  CHECK(!is_telling(&run));
  run = overrun();
  run.result.verdict = WB_VERDICT_TIME_LIMIT;
  CHECK(!is_telling(&run));
}

int main(void) {
  tap_run("the same failure elsewhere in the text is the same",
          the_same_failure_elsewhere_in_the_text_is_the_same);
  tap_run("another element, work-item or array is another failure",
          another_element_item_or_array_is_another_failure);
  tap_run("names of own variables do not matter", names_of_own_variables_do_not_matter);
  tap_run("wrong values are compared", wrong_values_are_compared);
  tap_run("what says too little has no signature", what_says_too_little_has_no_signature);
  return tap_finish();
}
