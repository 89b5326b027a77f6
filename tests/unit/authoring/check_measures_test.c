/* What is suggested of what right kernels need, from results that are made here. */
#include "authoring/check_measures.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "tap.h"

enum { CASES = 2 };

/* A puzzle under way, and what is measured of it so far. */
struct bench {
  struct wb_puzzle_summary summary;
  struct wb_check_puzzle puzzle;
  void *begun;
  struct wb_puzzle_audit audit;
};

static void begin(struct bench *bench) {
  static char slug[] = "01-p";
  *bench = (struct bench){.summary = {.slug = slug}};
  bench->puzzle = (struct wb_check_puzzle){.summary = &bench->summary, .slug = slug};
  bench->begun = wb_check_measures_step.begin(&bench->puzzle);
}

static void add_bound(struct bench *bench, const char *field, const char *text, uint64_t value,
                      uint64_t usual, unsigned line) {
  struct wb_puzzle_audit *audit = &bench->audit;
  if (audit->bounds == NULL) audit->bounds = wb_alloc(8 * sizeof *audit->bounds);
  audit->bounds[audit->n_bounds++] = (struct wb_audit_bound){.field = wb_strdup(field),
                                                             .text = wb_strdup(text),
                                                             .value = value,
                                                             .usual = usual,
                                                             .line = line};
}

/* The limits that each audit has. */
static void add_limits(struct bench *bench, uint64_t time_ms, uint64_t output_kb) {
  char *time = wb_format("%llu", (unsigned long long)time_ms);
  char *output = wb_format("%llu", (unsigned long long)output_kb);
  add_bound(bench, "limits.time_ms", time, time_ms, 10000, 7);
  add_bound(bench, "limits.output_kb", output, output_kb, 64, 8);
  add_bound(bench, "limits.steps", "100000000", 100000000, 100000000, 0);
  free(time);
  free(output);
}

/* An output `out`, whose tolerance is `least` times what rounding explains. */
static void add_tolerance(struct bench *bench, double least) {
  bench->audit.tolerances = wb_alloc(sizeof *bench->audit.tolerances);
  bench->audit.n_tolerances = 1;
  bench->audit.tolerances[0] = (struct wb_audit_tolerance){.array = wb_strdup("out"),
                                                           .line = 9,
                                                           .scale_by = wb_strdup("\"k\""),
                                                           .relative = 3e-7,
                                                           .absolute = 2e-7,
                                                           .least = least};
}

/* What a kernel does in each of its cases. */
struct deed {
  enum wb_verdict instead; /* of being accepted; 0: nothing */
  uint64_t reads[CASES], budget, time_ms, printed;
  double share; /* of the tolerance of `out` */
  bool unchecked;
};

static void fill_case(const struct deed *deed, size_t index, struct wb_case_result *one) {
  one->name = wb_strdup(index == 0 ? "small" : "large");
  one->visible = index == 0;
  one->counters.max_global_reads = deed->reads[index];
  one->budgets.max_global_reads = deed->budget;
  one->spent_ns = deed->time_ms * 1000000;
  one->text = wb_alloc(deed->printed + 1);
  memset(one->text, 'x', deed->printed);
  if (!(deed->share > 0)) return;
  one->deviations = wb_alloc(sizeof *one->deviations);
  one->n_deviations = 1;
  one->deviations[0] = (struct wb_output_deviation){
      .array = wb_strdup("out"), .relative = deed->share * 1e-4, .share = deed->share};
}

static struct wb_judgement judgement_of(const struct deed *deed) {
  struct wb_judgement judgement = {.status = WB_OK};
  struct wb_result *result = &judgement.result;
  result->verdict = deed->instead != 0 ? deed->instead : WB_VERDICT_ACCEPTED;
  result->checks = !deed->unchecked;
  result->n_cases = CASES;
  result->cases = wb_alloc(CASES * sizeof *result->cases);
  for (size_t i = 0; i < CASES; i++) fill_case(deed, i, &result->cases[i]);
  return judgement;
}

static void take_right(struct bench *bench, const char *part, bool first, struct deed deed) {
  struct wb_judgement judgement = judgement_of(&deed);
  wb_check_measures_take_right(bench->puzzle.measures, part, &judgement, first);
  wb_result_release(&judgement.result);
}

/* What is said, "budget-loose 5: message; remedy", a line an item; what is skipped with its
 * reason. The bench is released. */
static char *conclude(struct bench *bench) {
  struct wb_str told;
  wb_str_init(&told);
  wb_check_measures_take_audit(bench->puzzle.measures, &bench->audit);
  wb_check_measures_step.conclude(&bench->puzzle, bench->begun);
  for (size_t i = 0; i < bench->puzzle.report.count; i++) {
    const struct wb_check_item *item = &bench->puzzle.report.items[i];
    if (item->outcome == WB_CHECK_SKIPPED)
      wb_str_addf(&told, "%s skipped: %s\n", item->check, item->message);
    if (item->outcome == WB_CHECK_SUGGESTION)
      wb_str_addf(&told, "%s %u: %s; %s\n%s", item->check, item->line, item->message, item->remedy,
                  item->detail);
  }
  wb_check_report_release(&bench->puzzle.report);
  wb_check_measures_step.release(bench->begun);
  CHECK(bench->puzzle.measures == NULL);
  return wb_str_detach(&told);
}

static void expect(struct bench *bench, const char *expected) {
  char *told = conclude(bench);
  CHECK_STRING(told, expected);
  free(told);
}

/* `budgets.max_global_reads = 9` and usual limits. */
static void begin_with_budget(struct bench *bench) {
  begin(bench);
  add_bound(bench, "budgets.max_global_reads", "9", 0, 0, 5);
  add_limits(bench, 10000, 64);
}

static void the_kernel_that_needs_most_counts(void) {
  struct bench bench;
  begin_with_budget(&bench);
  take_right(&bench, "accepted.cl", true, (struct deed){.reads = {2, 4}, .budget = 9});
  take_right(&bench, "right/b.cl", true, (struct deed){.reads = {3, 1}, .budget = 9});
  expect(&bench,
         "budget-loose 5: budgets.max_global_reads allows 9, and right kernels need fewer global "
         "reads by one work-item in every case; What they need is `max_global_reads = 4`. If more "
         "is meant to be right, add the kernel that needs it to right/.\n"
         "case 1 needs 3 of 9: small\ncase 2 needs 4 of 9: large (hidden)\n");
  begin_with_budget(&bench);
  take_right(&bench, "accepted.cl", true, (struct deed){.reads = {2, 4}, .budget = 9});
  take_right(&bench, "right/b.cl", true, (struct deed){.reads = {9, 1}, .budget = 9});
  expect(&bench, "");
}

static void other_runs_of_a_kernel_count_as_well(void) {
  struct bench bench;
  begin_with_budget(&bench);
  take_right(&bench, "accepted.cl", true, (struct deed){.reads = {2, 4}, .budget = 9});
  take_right(&bench, "accepted.cl", false, (struct deed){.reads = {2, 9}, .budget = 9});
  expect(&bench, "");
}

/* Another size than the budget's, where there is nothing better: what the author wrote, less what
 * is always left. */
static void an_expression_is_made_tighter(void) {
  struct bench bench;
  begin(&bench);
  add_bound(&bench, "budgets.max_global_reads", "\"n * k\"", 0, 0, 5);
  add_limits(&bench, 10000, 64);
  struct deed deed = {.reads = {5, 95}};
  struct wb_judgement judgement = judgement_of(&deed);
  judgement.result.cases[0].budgets.max_global_reads = 8;
  judgement.result.cases[1].budgets.max_global_reads = 98;
  wb_check_measures_take_right(bench.puzzle.measures, "accepted.cl", &judgement, true);
  wb_result_release(&judgement.result);
  char *told = conclude(&bench);
  CHECK(strstr(told, "`max_global_reads = \"n * k - 3\"`") != NULL);
  free(told);
}

/* Reads of parameter 2 by one work-item, with a limit of 9; a case without any has no row. */
static void take_right_of_array(struct bench *bench, const char *part,
                                const uint64_t reads[CASES]) {
  struct wb_judgement judgement = judgement_of(&(struct deed){.reads = {9, 9}});
  for (size_t i = 0; i < CASES; i++) {
    struct wb_case_result *one = &judgement.result.cases[i];
    if (reads[i] == 0) continue;
    one->arrays = wb_alloc(sizeof *one->arrays);
    one->n_arrays = 1;
    one->arrays[0] = (struct wb_array_count){.argument = 2,
                                             .memory = WB_MEMORY_GLOBAL,
                                             .access = WB_ACCESS_READ,
                                             .total = 100,
                                             .most = reads[i],
                                             .has_most_limit = true,
                                             .most_limit = 9};
  }
  wb_check_measures_take_right(bench->puzzle.measures, part, &judgement, true);
  wb_result_release(&judgement.result);
}

static void begin_with_array_budget(struct bench *bench) {
  begin(bench);
  add_bound(bench, "budgets.max_global_reads.a", "9", 0, 0, 5);
  bench->audit.bounds[0].parameter = 2;
  add_limits(bench, 10000, 64);
}

static void a_budget_of_one_array_is_measured_alone(void) {
  struct bench bench;
  begin_with_array_budget(&bench);
  take_right_of_array(&bench, "accepted.cl", (uint64_t[]){2, 4});
  take_right_of_array(&bench, "right/b.cl", (uint64_t[]){3, 1});
  expect(&bench,
         "budget-loose 5: budgets.max_global_reads.a allows 9, and right kernels need fewer global "
         "reads by one work-item in every case; What they need is `max_global_reads = { a = 4 }`. "
         "If more is meant to be right, add the kernel that needs it to right/.\n"
         "case 1 needs 3 of 9: small\ncase 2 needs 4 of 9: large (hidden)\n");
  begin_with_array_budget(&bench);
  take_right_of_array(&bench, "accepted.cl", (uint64_t[]){2, 9});
  expect(&bench, "");
  /* Where nobody reads it, what it is allowed there is not known. */
  begin_with_array_budget(&bench);
  take_right_of_array(&bench, "accepted.cl", (uint64_t[]){2, 0});
  expect(&bench, "");
}

/* A wrong kernel that must be over budget: of what it does more, what is of one work-item. */
static void take_wrong(struct bench *bench, struct deed deed, uint64_t total) {
  struct wb_judgement judgement = judgement_of(&deed);
  for (size_t i = 0; i < CASES; i++) judgement.result.cases[i].counters.global_reads = total;
  wb_check_measures_take_wrong(bench->puzzle.measures, "wrong/w.cl", &judgement.result);
  wb_result_release(&judgement.result);
}

static void a_budget_is_missing(void) {
  struct bench bench;
  begin(&bench);
  add_limits(&bench, 10000, 64);
  take_right(&bench, "accepted.cl", true, (struct deed){.reads = {2, 3}});
  take_wrong(&bench, (struct deed){.reads = {2, 4}}, 0);
  expect(&bench,
         "budget-missing 7: wrong/w.cl must be over budget, and no budget limits what it does more "
         "than right kernels: 4 global reads by one work-item in case 2, where they need 3; Add "
         "`budgets = { max_global_reads = 3 }`, which right kernels hold.\n");
  begin(&bench);
  add_bound(&bench, "budgets.max_global_reads", "4", 0, 0, 5);
  add_limits(&bench, 10000, 64);
  take_right(&bench, "accepted.cl", true, (struct deed){.reads = {2, 4}, .budget = 4});
  take_wrong(&bench, (struct deed){.reads = {2, 4}}, 7);
  expect(&bench,
         "budget-missing 5: wrong/w.cl must be over budget, and no budget limits what it does more "
         "than right kernels: 7 global reads in case 1, where they need 0; Add to `budgets`: "
         "`global_reads = 0`, which right kernels hold.\n");
  /* It does nothing more than they do, or is not accepted: a budget is no answer. */
  begin(&bench);
  add_limits(&bench, 10000, 64);
  take_right(&bench, "accepted.cl", true, (struct deed){.reads = {2, 3}});
  take_wrong(&bench, (struct deed){.reads = {2, 9}, .instead = WB_VERDICT_WRONG_ANSWER}, 0);
  take_wrong(&bench, (struct deed){.reads = {2, 3}}, 0);
  expect(&bench, "");
}

static const char NOT_ALL[] =
    "budget-loose skipped: not all right kernels are accepted\n"
    "budget-missing skipped: not all right kernels are accepted\n"
    "limit-near skipped: not all right kernels are accepted\n"
    "limit-far skipped: not all right kernels are accepted\n"
    "tolerance-near skipped: not all right kernels are accepted\n";

static void nothing_is_said_unless_all_are_accepted(void) {
  struct bench bench;
  begin_with_budget(&bench);
  take_right(&bench, "accepted.cl", true, (struct deed){.reads = {2, 4}, .budget = 9});
  take_right(&bench, "right/b.cl", true, (struct deed){.instead = WB_VERDICT_OVER_BUDGET});
  expect(&bench, NOT_ALL);
  begin_with_budget(&bench);
  expect(&bench, NOT_ALL);
  /* A run under other conditions that fails is told elsewhere. */
  begin_with_budget(&bench);
  take_right(&bench, "accepted.cl", true, (struct deed){.reads = {9, 4}, .budget = 9});
  take_right(&bench, "accepted.cl", false, (struct deed){.instead = WB_VERDICT_WRONG_ANSWER});
  expect(&bench, "");
}

static void a_device_that_counts_nothing_says_nothing(void) {
  struct bench bench;
  begin_with_budget(&bench);
  take_right(&bench, "accepted.cl", true, (struct deed){.unchecked = true, .time_ms = 9999});
  char *told = conclude(&bench);
  CHECK(strstr(told, "limit-near skipped: the device does not count") != NULL);
  CHECK(strstr(told, "tolerance-near") == NULL);
  free(told);
}

/* Of several runs the fastest counts: a machine may be busy. */
static void a_limit_of_time_is_near(void) {
  struct bench bench;
  begin(&bench);
  add_limits(&bench, 1000, 64);
  take_right(&bench, "accepted.cl", true, (struct deed){.time_ms = 20});
  take_right(&bench, "right/slow.cl", true, (struct deed){.time_ms = 900});
  take_right(&bench, "right/slow.cl", false, (struct deed){.time_ms = 260});
  expect(&bench,
         "limit-near 7: limits.time_ms is 1000, and right/slow.cl takes 260 ms; "
         "Allow several times what the kernels here need: others may be right as well.\n");
  begin(&bench);
  add_limits(&bench, 1000, 64);
  take_right(&bench, "right/slow.cl", true, (struct deed){.time_ms = 900});
  take_right(&bench, "right/slow.cl", false, (struct deed){.time_ms = 240});
  expect(&bench, "");
}

static void a_limit_of_time_is_far(void) {
  struct bench bench;
  begin(&bench);
  add_limits(&bench, 60000, 64);
  take_right(&bench, "accepted.cl", true, (struct deed){.time_ms = 400});
  expect(&bench,
         "limit-far 7: limits.time_ms is 60000, and right kernels need less than a 20th of the "
         "usual 10000; Leave it out: kernels that do not end are stopped sooner then.\n");
  begin(&bench);
  add_limits(&bench, 60000, 64);
  take_right(&bench, "accepted.cl", true, (struct deed){.time_ms = 600});
  expect(&bench, "");
}

static void a_limit_of_output_is_near_or_far(void) {
  struct bench bench;
  begin(&bench);
  add_limits(&bench, 10000, 1);
  take_right(&bench, "accepted.cl", true, (struct deed){.printed = 600});
  expect(&bench,
         "limit-near 8: limits.output_kb is 1, and right kernels print 0.6 KiB; Allow several "
         "times what the kernels here need: others may be right as well.\n");
  begin(&bench);
  add_limits(&bench, 10000, 65);
  take_right(&bench, "accepted.cl", true, (struct deed){.printed = 600});
  expect(&bench,
         "limit-far 8: limits.output_kb is 65, and right kernels need less than a 20th of the "
         "usual 64; Leave it out: kernels that do not end are stopped sooner then.\n");
}

static void right_kernels_say_what_a_tolerance_must_be(void) {
  struct bench bench;
  begin(&bench);
  add_limits(&bench, 10000, 64);
  add_tolerance(&bench, 5000);
  take_right(&bench, "accepted.cl", true, (struct deed){.share = 0.001});
  take_right(&bench, "right/b.cl", true, (struct deed){.share = 0.005});
  expect(&bench,
         "tolerance-loose 9: the tolerance of 'out' is at least 5000 times what rounding explains, "
         "in every case: it may hide a mistake; right kernels use 0.5 % of it; "
         "tolerance = { out = { rtol = 2e-06, atol = 2e-07, scale_by = \"k\" } }\n");
  /* One that needs it has it. */
  begin(&bench);
  add_limits(&bench, 10000, 64);
  add_tolerance(&bench, 5000);
  take_right(&bench, "accepted.cl", true, (struct deed){.share = 0.02});
  expect(&bench, "");
}

static void a_tolerance_is_nearly_used_up(void) {
  struct bench bench;
  begin(&bench);
  add_limits(&bench, 10000, 64);
  add_tolerance(&bench, 3);
  take_right(&bench, "accepted.cl", true, (struct deed){.share = 0.2});
  take_right(&bench, "right/b.cl", false, (struct deed){.share = 0.8});
  expect(&bench,
         "tolerance-near 9: right/b.cl uses 80 % of the tolerance of 'out' in case \"small\"; "
         "tolerance = { out = { rtol = 0.0004, atol = 2e-07, scale_by = \"k\" } }\n");
}

int main(void) {
  tap_run("the kernel that needs most counts", the_kernel_that_needs_most_counts);
  tap_run("other runs of a kernel count as well", other_runs_of_a_kernel_count_as_well);
  tap_run("an expression is made tighter", an_expression_is_made_tighter);
  tap_run("a budget of one array is measured alone", a_budget_of_one_array_is_measured_alone);
  tap_run("a budget is missing", a_budget_is_missing);
  tap_run("nothing is said unless all right kernels are accepted",
          nothing_is_said_unless_all_are_accepted);
  tap_run("a device that counts nothing says nothing", a_device_that_counts_nothing_says_nothing);
  tap_run("a limit of time is near: the fastest run counts", a_limit_of_time_is_near);
  tap_run("a limit of time is far", a_limit_of_time_is_far);
  tap_run("a limit of output is near, or far", a_limit_of_output_is_near_or_far);
  tap_run("right kernels say what a tolerance must be", right_kernels_say_what_a_tolerance_must_be);
  tap_run("a tolerance is nearly used up", a_tolerance_is_nearly_used_up);
  return tap_finish();
}
