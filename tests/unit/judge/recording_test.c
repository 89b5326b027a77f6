/* Runs that are to be recorded: no fault of the recording changes a verdict, and
 * the bytes come over however the judge writes them. */
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "judge_run.h"
#include "judge/engine.h"
#include "result/event_json.h"
#include "tap.h"
#include "unit/device/fake_worker.h"
#include "unit/judge/made_puzzle.h"

static char folder[] = "/tmp/wb-recording-XXXXXX";

/* ---- the judge's side -------------------------------------------------------------- */

static void judge(struct wb_fake_options *options, int only_case, struct wb_result *result) {
  struct made made;
  struct wb_error err = {0};
  char *kernel = wb_path_join(folder, "k.cl");
  static const char source[] = "__kernel void right() {}\n";
  CHECK(wb_file_write_atomic(kernel, source, sizeof source - 1, &err) == WB_OK);
  made_init(&made, "right");
  struct wb_judge_job job = {.slug = "01-add",
                             .file = kernel,
                             .device = "fake",
                             .only_case = only_case,
                             .trace = true,
                             .cases = made_source(&made),
                             .devices = {options, made_open_device, NULL}};
  wb_judge_run(&job, result);
  free(kernel);
}

static void expect_note(bool checks, int only_case, const char *note) {
  struct wb_fake_options options = {.checks = checks};
  struct wb_result result;
  judge(&options, only_case, &result);
  CHECK_INT(result.verdict, WB_VERDICT_ACCEPTED);
  CHECK(result.trace == NULL);
  CHECK_STRING(result.trace_note, note);
  wb_result_release(&result);
}

static void there_is_a_reason_for_no_trace(void) {
  expect_note(false, 0, "fake device records no traces; only the emulator does");
  expect_note(true, 0, "nothing was recorded: the kernel was not launched");
  expect_note(true, 3, "case 3 is hidden: what happens in it is not shown");
}

static void faults_of_the_recording_cost_no_verdict(void) {
  bool recorded_last = false;
  unsigned step = 1, late = 0;
  for (; step < 200; step++) {
    struct wb_fake_options options = {.checks = true, .fault = WB_FAKE_IO, .fault_step = step};
    struct wb_result result;
    judge(&options, 0, &result);
    const bool judged = result.verdict == WB_VERDICT_ACCEPTED;
    CHECK(judged || result.verdict == WB_VERDICT_JUDGE_ERROR);
    if (!CHECK(result.trace == NULL && result.trace_note != NULL)) break;
    CHECK(judged || !recorded_last); /* once the verdict is known it stays */
    late += judged && strstr(result.trace_note, "could not be recorded") != NULL;
    recorded_last = judged;
    wb_result_release(&result);
  }
  CHECK(late > 3); /* build, buffers, launch … */
}

/* ---- the client's side ---------------------------------------------------------------- */

enum { BYTES = 150000 };

static unsigned char byte_at(size_t i) { return (unsigned char)(i * 7 + i / 256); }

/* The result's line and its bytes in files, for a script to send. */
static void write_result(void) {
  struct wb_case_result one = {.name = "four", .visible = true, .detail = "", .text = ""};
  struct wb_result result = {.puzzle = "p",
                             .file = "k",
                             .device = "d",
                             .detail = "",
                             .compile_log = "",
                             .cases = &one,
                             .n_cases = 1,
                             .trace_length = BYTES};
  struct wb_event event = {.kind = WB_EVENT_RESULT, .result = &result};
  struct wb_str line, bytes;
  struct wb_error err;
  char *line_path = wb_path_join(folder, "line"), *bytes_path = wb_path_join(folder, "bytes");
  result.trace = wb_alloc(BYTES);
  one.verdict = result.verdict = WB_VERDICT_ACCEPTED;
  wb_str_init(&line);
  wb_str_init(&bytes);
  for (size_t i = 0; i < BYTES; i++) wb_str_add_char(&bytes, (char)byte_at(i));
  wb_event_print(&event, 0, &line);
  CHECK(wb_file_write_atomic(line_path, line.data, line.length, &err) == WB_OK);
  CHECK(wb_file_write_atomic(bytes_path, bytes.data, bytes.length, &err) == WB_OK);
  wb_str_release(&line);
  wb_str_release(&bytes);
  free(result.trace);
  free(line_path);
  free(bytes_path);
}

static void judged_by(const char *script, struct wb_result *result) {
  struct wb_error err = {0};
  const struct wb_run_options options = {
      .course = "/c", .puzzle = "p", .file = "k", .device = "fake", .trace = true};
  char *path = wb_path_join(folder, "workbench-judge");
  char *text = wb_format("#!/bin/sh\ncd %s\n%s\n", folder, script);
  unlink(path);
  CHECK(wb_file_create(path, text, strlen(text), &err) == WB_OK);
  chmod(path, 0755);
  if (!CHECK(judge_run(&options, NULL, result, &err) == WB_OK)) printf("# %s\n", err.message);
  free(text);
  free(path);
}

static void bytes_come_in_pieces(void) {
  static const char *const scripts[] = {
      "cat line bytes >&3", "cat line >&3; sleep 0.1; cat bytes >&3; sleep 60",
      "cat line >&3; head -c 70000 bytes >&3; sleep 0.1; tail -c +70001 bytes >&3"};
  for (size_t s = 0; s < 3; s++) {
    struct wb_result result;
    bool same = true;
    judged_by(scripts[s], &result);
    CHECK_INT(result.verdict, WB_VERDICT_ACCEPTED);
    if (CHECK(result.trace != NULL && result.trace_length == BYTES))
      for (size_t i = 0; i < BYTES; i++) same = same && result.trace[i] == byte_at(i);
    CHECK(same);
    wb_result_release(&result);
  }
}

static void verdicts_outlive_bytes_that_do_not_come(void) {
  struct wb_result result;
  judged_by("cat line >&3; head -c 70000 bytes >&3; exit 3", &result);
  CHECK_INT(result.verdict, WB_VERDICT_ACCEPTED);
  CHECK(result.trace == NULL && result.trace_length == 0);
  CHECK_STRING(result.trace_note, "the judge ended before it gave its trace");
  wb_result_release(&result);
}

static void bytes_that_cannot_be_are_refused(void) {
  struct wb_result result;
  judged_by("sed 's/\"trace_bytes\":150000/\"trace_bytes\":99999999/' line >&3", &result);
  CHECK_INT(result.verdict, WB_VERDICT_JUDGE_ERROR);
  wb_result_release(&result);
  judged_by("sed 's/\"trace_case\":0/\"trace_case\":7/' line >&3", &result);
  CHECK_INT(result.verdict, WB_VERDICT_JUDGE_ERROR);
  wb_result_release(&result);
}

int main(void) {
  if (mkdtemp(folder) == NULL) return 1;
  setenv("WORKBENCH_LIBEXEC", folder, 1);
  write_result();
  tap_run("there is a reason for no trace", there_is_a_reason_for_no_trace);
  tap_run("faults of the recording cost no verdict", faults_of_the_recording_cost_no_verdict);
  tap_run("bytes come in pieces", bytes_come_in_pieces);
  tap_run("verdicts outlive bytes that do not come", verdicts_outlive_bytes_that_do_not_come);
  tap_run("bytes that cannot be are refused", bytes_that_cannot_be_are_refused);
  char *command = wb_format("rm -rf %s", folder);
  int cleaned = system(command);
  free(command);
  return cleaned != 0 ? cleaned : tap_finish();
}
