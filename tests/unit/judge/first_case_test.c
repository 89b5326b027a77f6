/* The first case, which is made while the kernel is compiled: what is right for it may be known
 * only while the device runs the kernel. */
#include <stdlib.h>
#include <unistd.h>

#include "base/file.h"
#include "judge/engine.h"
#include "tap.h"
#include "unit/device/fake_worker.h"
#include "unit/judge/made_puzzle.h"

static char kernel_path[] = "/tmp/wb-first-case-XXXXXX";

static void note_case(const struct wb_event *event, uint32_t patience_ms, void *data) {
  struct made *made = data;
  (void)patience_ms;
  if (event->kind == WB_EVENT_CASE) made->case_begun = true;
}

static void judge_in_steps(const char *entry, bool at_once, enum wb_status fails,
                           struct wb_result *result) {
  static const char source[] = "\n__kernel void right() {}\n";
  struct made made;
  struct wb_fake_options options = {.checks = false};
  struct wb_error err = {0};
  CHECK_INT(wb_file_write_atomic(kernel_path, source, sizeof source - 1, &err), WB_OK);
  made_init(&made, entry);
  made.in_steps = true;
  made.at_once = at_once;
  made.expected_fails = fails;
  const struct wb_judge_job job = {.slug = "01-add",
                                   .file = kernel_path,
                                   .device = "fake",
                                   .cases = made_source(&made),
                                   .devices = {&options, made_open_device, NULL},
                                   .event = note_case,
                                   .event_data = &made};
  wb_judge_run(&job, result);
  CHECK_INT(made.n_expected, 1);
  CHECK(made.expected_late || at_once);
}

static void what_is_right_comes_late(void) {
  struct wb_result result;
  judge_in_steps("right", false, WB_OK, &result);
  CHECK_STRING(wb_verdict_name(result.verdict), "accepted");
  CHECK_INT(result.n_cases, 3);
  CHECK_STRING(result.cases[0].previews[0].expected[3], "13");
  wb_result_release(&result);
}

static void a_wrong_kernel_is_compared_with_it(void) {
  struct wb_result result;
  judge_in_steps("wrong", false, WB_OK, &result);
  CHECK_STRING(wb_verdict_name(result.verdict), "wrong-answer");
  CHECK_STRING(result.cases[0].first_mismatch.expected, "12");
  wb_result_release(&result);
}

static void a_reference_that_fails_is_the_specs_fault(void) {
  struct wb_result result;
  for (int at_once = 0; at_once < 2; at_once++) { /* at once: most likely while it is compiled */
    judge_in_steps("right", at_once, WB_ERR_SPEC, &result);
    CHECK_STRING(wb_verdict_name(result.verdict), "judge-error");
    CHECK_STRING(result.detail, "puzzle.lua:9: reference: an error");
    CHECK_INT(result.n_cases, 0);
    wb_result_release(&result);
  }
}

int main(void) {
  close(mkstemp(kernel_path));
  tap_run("a right kernel is accepted", what_is_right_comes_late);
  tap_run("a wrong kernel is compared with what comes late", a_wrong_kernel_is_compared_with_it);
  tap_run("a reference that fails, late or not, is a mistake of the spec",
          a_reference_that_fails_is_the_specs_fault);
  unlink(kernel_path);
  return tap_finish();
}
