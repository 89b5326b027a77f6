/* The judge on a fake device: every verdict, and no fault that is accepted. */
#include "judge/engine.h"
#include "launch/source_file.h"

#include "base/file.h"
#include "result/result_json.h"
#include "tap.h"
#include "unit/device/fake_worker.h"
#include "unit/judge/made_puzzle.h"

/* ---- devices: in this process, or a worker -------------------------------------- */

struct fake_source {
  struct wb_fake_options options;
  const char *worker; /* selector; NULL: in this process */
  unsigned steps;     /* of the last device */
};

static enum wb_status open_fake(void *data, int cancel_fd, struct wb_device **device,
                                struct wb_error *err) {
  struct fake_source *source = data;
  if (source->worker != NULL) return open_fake_worker(source->worker, cancel_fd, device, err);
  source->options.kernels = fake_kernels;
  source->options.n_kernels = N_FAKE_KERNELS;
  return wb_fake_open(&source->options, device, err);
}

static char kernel_path[] = "/tmp/wb-engine-XXXXXX";

static void write_kernel(const char *text, size_t length) {
  struct wb_error err;
  if (wb_file_write_atomic(kernel_path, text, length, &err) != WB_OK) printf("# %s\n", err.message);
}

static const char good_source[] = "\n__kernel void right() {}\n";

static void judge_with(struct made *made, struct fake_source *source, struct wb_result *result) {
  struct wb_judge_job job = {.slug = "01-add",
                             .file = kernel_path,
                             .device = "fake",
                             .cases = made_source(made),
                             .devices = {source, open_fake, NULL}};
  wb_judge_run(&job, result);
}

static void judge_entry(const char *entry, struct wb_result *result) {
  struct made made;
  struct fake_source source = {.options = {.checks = false}};
  made_init(&made, entry);
  judge_with(&made, &source, result);
}

/* ---- verdicts -------------------------------------------------------------------- */

static void right_kernel_is_accepted(void) {
  struct wb_result result;
  judge_entry("right", &result);
  CHECK_STRING(wb_verdict_name(result.verdict), "accepted");
  CHECK_STRING(result.detail, "");
  CHECK_STRING(result.device, "fake device");
  CHECK(result.score == 1);
  CHECK_INT(result.n_cases, 3);
  CHECK_STRING(result.cases[0].name, "four");
  CHECK_INT(result.cases[0].n_previews, 1);
  CHECK_STRING(result.cases[0].previews[0].expected[3], "13");
  CHECK_STRING(result.cases[2].name, "hidden 3");
  CHECK_STRING(result.source, good_source);
  CHECK_INT(result.source_length, sizeof good_source - 1);
  wb_result_release(&result);
}

static void save_again(const struct wb_event *event, uint32_t patience_ms, void *data) {
  (void)patience_ms, (void)data;
  if (event->kind == WB_EVENT_COMPILING) write_kernel("/* later */\n", 12);
}

/* Whoever keeps versions must keep what the verdict is about. */
static void the_source_is_what_was_judged_not_a_later_save(void) {
  struct made made;
  struct fake_source source = {.options = {.checks = false}};
  struct wb_result result;
  made_init(&made, "right");
  struct wb_judge_job job = {.slug = "01-add",
                             .file = kernel_path,
                             .device = "fake",
                             .cases = made_source(&made),
                             .devices = {&source, open_fake, NULL},
                             .event = save_again};
  wb_judge_run(&job, &result);
  CHECK_STRING(wb_verdict_name(result.verdict), "accepted");
  CHECK_STRING(result.source, good_source);
  wb_result_release(&result);
  write_kernel(good_source, sizeof good_source - 1);
}

static void wrong_kernel_shows_its_first_mismatch(void) {
  struct wb_result result;
  judge_entry("wrong", &result);
  CHECK_STRING(wb_verdict_name(result.verdict), "wrong-answer");
  CHECK(result.score == 0);
  const struct wb_case_result *first = &result.cases[0];
  CHECK_STRING(first->detail, "out[2] is wrong");
  CHECK(first->first_mismatch.present);
  CHECK_INT(first->first_mismatch.index, 2);
  CHECK_STRING(first->first_mismatch.position, "[2]");
  CHECK_STRING(first->first_mismatch.expected, "12");
  CHECK_STRING(first->first_mismatch.got, "13");
  CHECK_INT(first->mismatches, 1);
  CHECK(first->previews[0].differs[2] && !first->previews[0].differs[1]);
  CHECK_INT(result.cases[1].previews[0].n, WB_PREVIEW_MAX);
  CHECK_INT(result.cases[1].previews[0].total, 100);
  wb_result_release(&result);
}

/* What comes in pieces is looked at piece by piece until one differs. */
static void large_outputs_are_compared_to_the_end(void) {
  struct made made;
  struct wb_result result;
  struct fake_source source = {.options = {.checks = false}};
  made_init(&made, "far");
  made.size = 200000;
  made.puzzle.limits.time_ms = 10000;
  judge_with(&made, &source, &result);
  const struct wb_case_result *first = &result.cases[0];
  CHECK_STRING(wb_verdict_name(result.verdict), "wrong-answer");
  CHECK_STRING(first->detail, "out[120000] is wrong");
  CHECK_STRING(first->first_mismatch.got, "120011");
  CHECK_INT(first->mismatches, 2);
  wb_result_release(&result);
  made.size = 120000; /* what is near enough differs, but is right */
  judge_with(&made, &source, &result);
  CHECK_STRING(wb_verdict_name(result.verdict), "accepted");
  CHECK_STRING(result.cases[0].previews[0].got[3], "13");
  wb_result_release(&result);
  made_init(&made, "stray");
  made.size = 200000;
  judge_with(&made, &source, &result);
  CHECK_STRING(result.cases[0].findings[0].message,
               "writes out[200000], past its end (200000 elements)");
  wb_result_release(&result);
}

/* ---- steps ------------------------------------------------------------------------ */

static char first_step[] = "Four", last_step[] = "Any size";
static char *step_names[] = {first_step, last_step};
static uint32_t case_steps[] = {1, 2, 2};

static void judge_steps(const char *entry, uint32_t until, int only, struct wb_result *result) {
  struct made made;
  struct fake_source source = {.options = {.checks = false}};
  made_init(&made, entry);
  made.puzzle.steps = (struct wb_names){.items = step_names, .count = 2};
  made.puzzle.case_steps = case_steps;
  struct wb_judge_job job = {.slug = "01-add",
                             .file = kernel_path,
                             .device = "fake",
                             .until_step = until,
                             .only_case = only,
                             .cases = made_source(&made),
                             .devices = {&source, open_fake, NULL}};
  wb_judge_run(&job, result);
}

static void check_step(const struct wb_result *result, size_t at, uint64_t cases, uint64_t right) {
  CHECK_INT(result->n_steps, 2);
  if (result->n_steps != 2) return;
  CHECK_STRING(result->steps[at].name, step_names[at]);
  CHECK_INT(result->steps[at].cases, cases);
  CHECK_INT(result->steps[at].right, right);
}

/* Of hidden cases nothing else is told, but to which step they belong. */
static void steps_are_counted_with_hidden_cases(void) {
  struct wb_result result;
  judge_steps("right", 0, 0, &result);
  CHECK_INT(result.cases[2].step, 2);
  check_step(&result, 0, 1, 1);
  check_step(&result, 1, 2, 2);
  wb_result_release(&result);
  judge_steps("wrong", 0, 0, &result);
  check_step(&result, 0, 1, 0);
  check_step(&result, 1, 2, 0);
  wb_result_release(&result);
}

static void a_run_may_end_with_a_step(void) {
  struct wb_result result;
  judge_steps("right", 1, 0, &result);
  CHECK_INT(result.n_cases, 1);
  CHECK_STRING(wb_verdict_name(result.verdict), "accepted");
  check_step(&result, 0, 1, 1);
  check_step(&result, 1, 0, 0);
  wb_result_release(&result);
  judge_steps("right", 2, 0, &result);
  CHECK_INT(result.n_cases, 3);
  wb_result_release(&result);
  judge_steps("right", 0, 2, &result);
  CHECK_INT(result.n_cases, 1);
  CHECK_INT(result.n_steps, 0); /* one case says nothing of them */
  wb_result_release(&result);
}

static void a_step_that_there_is_not_is_refused(void) {
  struct wb_result result;
  judge_steps("right", 3, 0, &result);
  CHECK_STRING(wb_verdict_name(result.verdict), "judge-error");
  CHECK_INT(result.cause, WB_ERR_USAGE);
  CHECK_STRING(result.detail, "01-add has 2 steps; there is no step 3");
  wb_result_release(&result);
}

static void hidden_case_tells_no_values(void) {
  struct wb_result result;
  judge_entry("wrong", &result);
  const struct wb_case_result *hidden = &result.cases[2];
  CHECK(!hidden->visible);
  CHECK_STRING(hidden->detail, "an output differs");
  CHECK(!hidden->first_mismatch.present);
  CHECK_INT(hidden->n_previews, 0);
  json_t *object = wb_result_to_json(&result);
  char *text = json_dumps(json_array_get(json_object_get(object, "cases"), 2), 0);
  CHECK(strstr(text, "secret") == NULL && strstr(text, "\"13\"") == NULL);
  free(text);
  json_decref(object);
  wb_result_release(&result);
}

static void unwritten_output_is_said_to_be(void) {
  struct wb_result result;
  judge_entry("lazy", &result);
  CHECK_STRING(wb_verdict_name(result.verdict), "wrong-answer");
  CHECK_STRING(result.cases[0].detail, "out[3] was never written");
  CHECK_STRING(result.cases[0].first_mismatch.got, "(never written)");
  wb_result_release(&result);
}

static void expect_finding(const char *entry, enum wb_finding_kind kind, const char *array,
                           int64_t index, const char *message) {
  struct wb_result result;
  judge_entry(entry, &result);
  CHECK_STRING(wb_verdict_name(result.verdict), "runtime-error");
  if (CHECK_INT(result.cases[0].n_findings, 1)) {
    CHECK_INT(result.cases[0].findings[0].kind, kind);
    CHECK_STRING(result.cases[0].findings[0].array, array);
    CHECK_INT(result.cases[0].findings[0].index, index);
    CHECK_STRING(result.cases[0].findings[0].message, message);
  }
  wb_result_release(&result);
}

static void strayed_writes_are_findings(void) {
  expect_finding("stray", WB_OUT_OF_BOUNDS, "out", 4, "writes out[4], past its end (4 elements)");
  expect_finding("before", WB_OUT_OF_BOUNDS, "out", -1,
                 "writes out[-1], before its start (4 elements)");
}

static void changed_input_is_a_finding(void) {
  expect_finding("greedy", WB_READ_ONLY_WRITE, "a", 1,
                 "writes a[1], which is an input of the puzzle");
}

/* The fake's claim is false, and is believed: the input is not read back. */
static void input_that_the_device_keeps_is_not_read(void) {
  struct made made;
  struct wb_result result;
  struct fake_source source = {.options = {.keeps_inputs = true}};
  made_init(&made, "greedy");
  judge_with(&made, &source, &result);
  CHECK_STRING(wb_verdict_name(result.verdict), "accepted");
  wb_result_release(&result);
}

static void missing_kernel_is_a_compile_error(void) {
  struct wb_result result;
  judge_entry("absent", &result);
  CHECK_STRING(wb_verdict_name(result.verdict), "compile-error");
  CHECK_INT(result.n_diagnostics, 1);
  CHECK_STRING(result.diagnostics[0].message,
               "the puzzle launches a kernel called \"absent\", but the file has right");
  CHECK_INT(result.diagnostics[0].line, 2);
  CHECK_INT(result.n_cases, 0);
  wb_result_release(&result);
}

static void other_parameters_are_named(void) {
  struct wb_result result;
  struct made made;
  struct fake_source source = {0};
  made_init(&made, "right");
  made.params[1].type = (struct wb_dtype){WB_INT, 4};
  judge_with(&made, &source, &result);
  CHECK_STRING(wb_verdict_name(result.verdict), "runtime-error");
  CHECK_INT(result.n_cases, 3);
  CHECK_INT(result.cases[0].findings[0].kind, WB_INVALID_ARGUMENT);
  CHECK_INT(result.cases[0].findings[0].line, 2);
  CHECK_STRING(result.cases[0].findings[0].message,
               "parameter 2 must be \"__global const int4 *a\", but the kernel has \"__global "
               "const float *a\"");
  wb_result_release(&result);
}

static void files_that_are_no_kernels(void) {
  static const struct {
    const char *text;
    size_t length;
    const char *message;
  } files[] = {
      {"", 0, "the file is empty"},
      {" \n\t\n", 4, "the file is empty"},
      {"a\n\0b", 4, "the file contains a NUL byte here: it is not OpenCL C source text"},
  };
  struct wb_result result;
  for (size_t i = 0; i < 3; i++) {
    write_kernel(files[i].text, files[i].length);
    judge_entry("right", &result);
    CHECK_STRING(wb_verdict_name(result.verdict), "compile-error");
    CHECK_STRING(result.diagnostics[0].message, files[i].message);
    CHECK_INT(result.source_length, files[i].length);
    wb_result_release(&result);
  }
  write_kernel("#error x\n", 9);
  judge_entry("right", &result);
  CHECK_STRING(wb_verdict_name(result.verdict), "compile-error");
  CHECK_STRING(result.compile_log, "1:1: error: #error\n");
  wb_result_release(&result);
  char *large = wb_alloc(WB_KERNEL_FILE_MAX + 1);
  memset(large, ' ', WB_KERNEL_FILE_MAX + 1);
  write_kernel(large, WB_KERNEL_FILE_MAX + 1);
  judge_entry("right", &result);
  CHECK_STRING(wb_verdict_name(result.verdict), "compile-error");
  CHECK_STRING(result.source, NULL);
  wb_result_release(&result);
  free(large);
  write_kernel(good_source, sizeof good_source - 1);
}

static void mistakes_of_a_spec_are_the_judges(void) {
  struct wb_result result;
  struct made made;
  struct fake_source source = {0};
  made_init(&made, "right");
  made.load_fails = WB_ERR_SPEC;
  judge_with(&made, &source, &result);
  CHECK_STRING(wb_verdict_name(result.verdict), "judge-error");
  CHECK_INT(result.cause, WB_ERR_SPEC);
  CHECK_STRING(result.detail, "puzzle.lua:3: no such field");
  wb_result_release(&result);
  made.load_fails = WB_OK;
  made.make_fails = WB_ERR_SPEC;
  judge_with(&made, &source, &result);
  CHECK_STRING(wb_verdict_name(result.verdict), "judge-error");
  CHECK_STRING(result.detail, "puzzle.lua:9: reference: an error");
  CHECK(result.score == 0);
  wb_result_release(&result);
}

static void missing_feature_is_the_devices(void) {
  struct wb_result result;
  struct made made;
  struct fake_source source = {0};
  made_init(&made, "right");
  wb_names_init(&made.puzzle.requires);
  wb_names_add(&made.puzzle.requires, "fp64");
  judge_with(&made, &source, &result);
  CHECK_INT(result.cause, WB_ERR_MISSING);
  CHECK_STRING(result.detail,
               "01-add needs fp64, which fake device does not have; try another --device");
  wb_names_release(&made.puzzle.requires);
  wb_result_release(&result);
}

static void over_budget_scores_more_than_wrong(void) {
  for (size_t cases = 1; cases < 12; cases++) {
    CHECK(wb_score(cases, cases, cases, true) == 1 && wb_score(cases, cases, cases, false) == 1);
    CHECK(wb_score(0, 0, cases, true) == 0 && wb_score(0, 0, cases, false) == 0);
    CHECK(wb_score(cases, 0, cases, true) == 0.5);
    for (size_t right = 0; right < cases; right++) {
      CHECK(wb_score(right, right, cases, true) < wb_score(cases, 0, cases, true));
      CHECK(wb_score(right, right, cases, true) == wb_score(right, 0, cases, true));
      CHECK(wb_score(cases, right, cases, true) < 1);
      CHECK(wb_score(right, right, cases, false) == (double)right / (double)cases);
    }
  }
  CHECK(wb_score(0, 0, 0, true) == 0);
  CHECK_INT(wb_score_percent(0), 0);
  CHECK_INT(wb_score_percent(0.001), 1);
  CHECK_INT(wb_score_percent(0.375), 38);
  CHECK_INT(wb_score_percent(0.999), 99);
  CHECK_INT(wb_score_percent(1), 100);
}

static void budgets_count_where_the_device_counts(void) {
  struct wb_result result;
  struct made made;
  struct fake_source source = {.options = {.checks = true}};
  made_init(&made, "right");
  made.budget = (struct wb_budget){"items", 50}; /* the fake counts these */
  made.puzzle.has_budget = true;
  judge_with(&made, &source, &result);
  CHECK_STRING(wb_verdict_name(result.verdict), "over-budget");
  CHECK_STRING(wb_verdict_name(result.cases[0].verdict), "accepted");
  CHECK_STRING(result.cases[1].detail, "100 work-items; the puzzle allows 50");
  CHECK(result.score == wb_score(3, 2, 3, true));
  CHECK_INT(result.cases[0].budgeted, UINT64_C(1) << wb_counter_index("items"));
  CHECK_INT(result.cases[0].budgets.items, 50);
  wb_result_release(&result);
  source.options.checks = false;
  judge_with(&made, &source, &result);
  CHECK_STRING(wb_verdict_name(result.verdict), "accepted");
  wb_result_release(&result);
}

/* ---- faults ---------------------------------------------------------------------- */

/* Where a case has steps: which of them is the launch? Each has two creates, a
 * write, launch, finish, two states, two reads and two releases. Before the first
 * are info, build and kernel_info. */
enum {
  STEPS_BEFORE = 3,
  STEPS_CASE = 11,
  LAUNCH = 4,
  FINISH = 5,
  STEPS = STEPS_BEFORE + 3 * STEPS_CASE
};

/* The verdict on a right kernel whose device says `fault` at a step. What it says
 * before the kernel ran is its own; of memory there need not be enough for a case
 * that is larger than those before it. A launch that fails in a worker is noticed
 * when it is waited for: from the step `launched` on the kernel may have run. */
static enum wb_verdict verdict_of(enum wb_fake_fault fault, unsigned step, bool checks,
                                  unsigned launched) {
  unsigned in_case = step > STEPS_BEFORE ? (step - STEPS_BEFORE - 1) % STEPS_CASE + 1 : 0;
  unsigned at = step > STEPS_BEFORE ? (step - STEPS_BEFORE - 1) / STEPS_CASE : 0;
  bool larger = at == 1;
  if (step > (unsigned)STEPS) return WB_VERDICT_ACCEPTED;
  if (checks || step <= STEPS_BEFORE || (at == 0 && in_case < launched))
    return WB_VERDICT_JUDGE_ERROR;
  if (fault == WB_FAKE_NOMEM && in_case <= FINISH && (at == 0 || larger))
    return WB_VERDICT_JUDGE_ERROR;
  return WB_VERDICT_RUNTIME_ERROR;
}

static void a_device_that_fails_after_a_kernel_ran_is_the_kernels_fault(void) {
  struct wb_result result;
  struct made made;
  made_init(&made, "right");
  for (int kind = 0; kind < 4; kind++) {
    const enum wb_fake_fault fault = kind % 2 == 0 ? WB_FAKE_NOMEM : WB_FAKE_IO;
    const bool checks = kind >= 2;
    for (unsigned step = 1; step <= STEPS + 1; step++) {
      struct fake_source source = {
          .options = {.fault = fault, .fault_step = step, .checks = checks}};
      judge_with(&made, &source, &result);
      if (!CHECK_STRING(wb_verdict_name(result.verdict),
                        wb_verdict_name(verdict_of(fault, step, checks, FINISH))))
        printf("# fault %d at step %u\n", (int)fault, step);
      if (result.verdict == WB_VERDICT_JUDGE_ERROR) CHECK(result.detail[0] != '\0');
      wb_result_release(&result);
    }
  }
}

static void faults_of_a_launch_are_verdicts(void) {
  static const struct {
    enum wb_fake_fault fault;
    enum wb_verdict verdict;
  } faults[] = {{WB_FAKE_CRASH, WB_VERDICT_RUNTIME_ERROR},
                {WB_FAKE_HANG, WB_VERDICT_TIME_LIMIT},
                {WB_FAKE_CORRUPT, WB_VERDICT_RUNTIME_ERROR},
                {WB_FAKE_FINDING, WB_VERDICT_RUNTIME_ERROR}};
  struct wb_result result;
  struct made made;
  made_init(&made, "right");
  for (size_t i = 0; i < 4; i++) {
    struct fake_source source = {
        .options = {.fault = faults[i].fault, .fault_step = STEPS_BEFORE + STEPS_CASE + LAUNCH}};
    judge_with(&made, &source, &result);
    CHECK_STRING(wb_verdict_name(result.verdict), wb_verdict_name(faults[i].verdict));
    CHECK_STRING(wb_verdict_name(result.cases[0].verdict), "accepted");
    CHECK_STRING(wb_verdict_name(result.cases[1].verdict), wb_verdict_name(faults[i].verdict));
    CHECK_INT(result.n_cases, 3);
    CHECK(result.score < 1 && result.score > 0);
    wb_result_release(&result);
  }
}

/* The same in a worker of its own, for real. A fault is counted in the device's steps;
 * a reply that does not come as it should in replies: the greeting is the first, and a
 * launch has none. */
struct death {
  const char *form;
  bool reply;
  unsigned stride; /* where each takes a while */
};

static enum wb_verdict verdict_of_death(const struct death *death, unsigned nth) {
  static const char crash[] = "fault:crash:%u";
  unsigned step = nth;
  if (death->reply) step = nth == 0 ? 0 : nth - 1; /* the greeting */
  for (unsigned at = 0; death->reply && at < 3; at++)
    step += step >= STEPS_BEFORE + at * STEPS_CASE + LAUNCH;
  if (step > STEPS) return WB_VERDICT_ACCEPTED;
  /* While it compiled, the driver had the kernel's text already. */
  if (death->reply || strcmp(death->form, crash) == 0)
    return step < 2 ? WB_VERDICT_JUDGE_ERROR : WB_VERDICT_RUNTIME_ERROR;
  return verdict_of(WB_FAKE_IO, step, false, LAUNCH);
}

static void expect_death(const struct death *death, unsigned nth) {
  char selector[64];
  struct wb_result result;
  struct made made;
  made_init(&made, "right");
  snprintf(selector, sizeof selector, death->form, nth);
  struct fake_source source = {.worker = selector};
  judge_with(&made, &source, &result);
  const enum wb_verdict expected = verdict_of_death(death, nth);
  if (!CHECK_STRING(wb_verdict_name(result.verdict), wb_verdict_name(expected)))
    printf("# %s: %s\n", selector, result.detail);
  if (expected == WB_VERDICT_RUNTIME_ERROR && CHECK_INT(result.n_cases, 3)) {
    const char *last = result.cases[2].detail;
    CHECK(strstr(last, "not run, because") != NULL || strstr(last, "device") != NULL ||
          strstr(last, "process") != NULL);
  }
  if (!CHECK(no_children())) printf("# %s\n", selector);
  wb_result_release(&result);
}

static unsigned asked;
static bool answer;

static bool answer_works(void *data) {
  (void)data;
  asked++;
  return answer;
}

/* A driver that died, and whether it compiles anything at all. */
static void a_driver_that_compiles_nothing_is_the_machines_fault(void) {
  static const struct {
    const char *selector;
    bool works;
    const char *verdict;
    unsigned asked;
  } drivers[] = {{"fault:crash:2", false, "judge-error", 1},
                 {"fault:crash:2", true, "runtime-error", 1},
                 {"fault:crash:3", false, "judge-error", 1},
                 {"fault:crash:1", false, "judge-error", 0},
                 {"fault:crash:100", false, "accepted", 0}};
  for (size_t i = 0; i < sizeof drivers / sizeof drivers[0]; i++) {
    struct wb_result result;
    struct made made;
    struct fake_source source = {.worker = drivers[i].selector};
    made_init(&made, "right");
    struct wb_judge_job job = {.slug = "01-add",
                               .file = kernel_path,
                               .device = "fake",
                               .cases = made_source(&made),
                               .devices = {&source, open_fake, answer_works}};
    asked = 0;
    answer = drivers[i].works;
    wb_judge_run(&job, &result);
    if (!CHECK_STRING(wb_verdict_name(result.verdict), drivers[i].verdict))
      printf("# %s: %s\n", drivers[i].selector, result.detail);
    CHECK_INT(asked, drivers[i].asked);
    if (asked > 0 && !answer) CHECK_INT(result.cause, WB_ERR_MISSING);
    wb_result_release(&result);
  }
}

static void a_worker_that_dies_after_it_got_a_kernel_is_the_kernels_fault(void) {
  static const struct death deaths[] = {
      {"fault:crash:%u", false, 1}, {"fault:io:%u", false, 1},     {"mangle:short:%u", true, 1},
      {"mangle:trail:%u", true, 1}, {"mangle:status:%u", true, 3}, {"mangle:noise:%u", true, 3},
      {"mangle:close:%u", true, 9}, {"mangle:exit:%u", true, 3},
  };
  int before = open_descriptors();
  for (size_t i = 0; i < sizeof deaths / sizeof deaths[0]; i++)
    for (unsigned nth = 1; nth <= STEPS + 2; nth += deaths[i].stride) expect_death(&deaths[i], nth);
  CHECK_INT(open_descriptors(), before);
}

/* Anywhere: what the kernel did to the driver's heap may leave a lock held. */
static void a_worker_that_hangs_after_it_got_a_kernel_is_the_kernels_fault(void) {
  static const struct {
    unsigned step;
    const char *verdict;
    const char *detail; /* of the first case that has one; begins so */
  } hangs[] = {
      {1, "judge-error", NULL},
      {3, "runtime-error", "the device stopped answering when it had read the kernel"},
      {STEPS_BEFORE + LAUNCH, "time-limit", "the kernel ran longer than the 0.1 s that it may"},
      {STEPS_BEFORE + FINISH + 1, "runtime-error",
       "the device stopped answering after it had run the kernel"},
      {STEPS_BEFORE + STEPS_CASE, "runtime-error",
       "the device stopped answering after it had run the kernel"},
      {STEPS_BEFORE + STEPS_CASE + 1, "runtime-error",
       "the device stopped answering after it had run the kernel"},
  };
  for (size_t i = 0; i < sizeof hangs / sizeof hangs[0]; i++) {
    char selector[64];
    struct wb_result result;
    struct made made;
    struct fake_source source = {.worker = selector};
    size_t at = 0;
    made_init(&made, "right");
    snprintf(selector, sizeof selector, "fault:hang:%u", hangs[i].step);
    judge_with(&made, &source, &result);
    if (!CHECK_STRING(wb_verdict_name(result.verdict), hangs[i].verdict))
      printf("# %s: %s\n", selector, result.detail);
    while (at < result.n_cases && result.cases[at].detail[0] == '\0') at++;
    if (hangs[i].detail != NULL && CHECK(at < result.n_cases) &&
        !CHECK(wb_starts_with(result.cases[at].detail, hangs[i].detail)))
      printf("# %s: %s\n", selector, result.cases[at].detail);
    CHECK(no_children());
    wb_result_release(&result);
  }
}

static void hanging_worker_is_a_time_limit(void) {
  struct wb_result result;
  struct made made;
  struct fake_source source = {.worker = "fault:hang:7"};
  made_init(&made, "right");
  judge_with(&made, &source, &result);
  CHECK_STRING(wb_verdict_name(result.verdict), "time-limit");
  CHECK_STRING(result.cases[0].detail, "the kernel ran longer than the 0.1 s that it may");
  CHECK_STRING(result.cases[1].detail, "not run, because of what happened in \"four\"");
  CHECK_INT(result.n_cases, 3);
  CHECK(no_children());
  wb_result_release(&result);
}

int main(int argc, char **argv) {
  fake_worker_main(argc, argv);
  close(mkstemp(kernel_path));
  write_kernel(good_source, sizeof good_source - 1);
  tap_run("a right kernel is accepted on every case", right_kernel_is_accepted);
  tap_run("the source is what was judged, not a later save",
          the_source_is_what_was_judged_not_a_later_save);
  tap_run("a wrong kernel shows its first mismatch", wrong_kernel_shows_its_first_mismatch);
  tap_run("large outputs are compared to the end", large_outputs_are_compared_to_the_end);
  tap_run("a hidden case tells no values and no name", hidden_case_tells_no_values);
  tap_run("steps are counted with their hidden cases", steps_are_counted_with_hidden_cases);
  tap_run("a run may end with a step", a_run_may_end_with_a_step);
  tap_run("a step that there is not is refused", a_step_that_there_is_not_is_refused);
  tap_run("an output that nobody wrote is said to be", unwritten_output_is_said_to_be);
  tap_run("writes that stray into guard zones are findings", strayed_writes_are_findings);
  tap_run("an input that changed is a finding", changed_input_is_a_finding);
  tap_run("an input that the device keeps is not read", input_that_the_device_keeps_is_not_read);
  tap_run("a missing entry is a compile error that names what is there",
          missing_kernel_is_a_compile_error);
  tap_run("a parameter of another type is named, as expected and as it is",
          other_parameters_are_named);
  tap_run("empty, binary, broken and huge files are compile errors", files_that_are_no_kernels);
  tap_run("mistakes of a spec are judge errors with their place",
          mistakes_of_a_spec_are_the_judges);
  tap_run("a feature that the device lacks is a judge error", missing_feature_is_the_devices);
  tap_run("a budget is judged where the device counts, and only there",
          budgets_count_where_the_device_counts);
  tap_run("what is only over budget scores more than what is wrong",
          over_budget_scores_more_than_wrong);
  tap_run("a device that fails once a kernel ran there is the kernel's fault",
          a_device_that_fails_after_a_kernel_ran_is_the_kernels_fault);
  tap_run("faults of a launch are verdicts, and the cases before keep theirs",
          faults_of_a_launch_are_verdicts);
  tap_run("a worker that hangs in a launch is a time limit", hanging_worker_is_a_time_limit);
  tap_run("a driver that compiles nothing at all is the machine's fault",
          a_driver_that_compiles_nothing_is_the_machines_fault);
  tap_run("a worker that dies, or says nonsense, once it got a kernel is the kernel's fault",
          a_worker_that_dies_after_it_got_a_kernel_is_the_kernels_fault);
  tap_run("a worker that hangs once it got a kernel is the kernel's fault",
          a_worker_that_hangs_after_it_got_a_kernel_is_the_kernels_fault);
  unlink(kernel_path);
  return tap_finish();
}
