/* The same kernel under conditions that only authors ask for. */
#include <stdlib.h>
#include <unistd.h>

#include "base/file.h"
#include "judge_client/client.h"
#include "judge_run.h"
#include "tap.h"

static char course[] = "/tmp/wb-variants-XXXXXX";

#define OF_N                                                                              \
  "return require('puzzle').kernel {\n"                                                   \
  "  title = 'T', concept = 'C', entry = 'k',\n"                                          \
  "  params = { { name = 'out', kind = 'output', type = 'int', shape = { 'n' } },\n"      \
  "    { name = 'a', kind = 'input', type = 'int', shape = { 'n' }, fill = 'random' },\n" \
  "    { name = 'n', kind = 'scalar', type = 'uint', value = 'n' } },\n"

/* out[i] = a[i] + 1, in a visible case and in two hidden ones. */
static const char ADD[] = OF_N
    "  cases = {\n"
    "    { name = 'four', sizes = { n = 4 }, global = { 4 }, ['local'] = { 4 } },\n"
    "    { name = 'secret', sizes = { n = 6 }, global = { 8 }, ['local'] = { 4 }, visible = false "
    "},\n"
    "    { name = 'last', sizes = { n = 3 }, global = { 3 }, ['local'] = { 3 }, visible = false "
    "} },\n"
    "  reference = function(case) return { out = case.a + 1 } end }\n";

/* The first of its cases has very many work-items. */
static const char LARGE[] = OF_N
    "  cases = {\n"
    "    { name = 'large', sizes = { n = 20000 }, global = { 20000 }, ['local'] = { 100 } },\n"
    "    { name = 'six', sizes = { n = 6 }, global = { 8 }, ['local'] = { 4 } },\n"
    "    { name = 'four', sizes = { n = 4 }, global = { 4 }, ['local'] = { 4 }, visible = false "
    "} },\n"
    "  reference = function(case) return { out = case.a + 1 } end }\n";

static const char GUARDED[] =
    "__kernel void k(__global int *out, __global const int *a, uint n) {\n"
    "  size_t i = get_global_id(0);\n  if (i < n) out[i] = a[i] + 1;\n}\n";
static const char UNGUARDED[] =
    "__kernel void k(__global int *out, __global const int *a, uint n) {\n"
    "  size_t i = get_global_id(0);\n  out[i] = a[i] + 1;\n}\n";
static const char WRONG_FOR_SIX[] =
    "__kernel void k(__global int *out, __global const int *a, uint n) {\n"
    "  size_t i = get_global_id(0);\n  if (i < n) out[i] = a[i] + (n == 6 ? 2 : 1);\n}\n";
static const char STUCK_ON_FOUR[] =
    "__kernel void k(__global int *out, __global const int *a, uint n) {\n"
    "  size_t i = get_global_id(0);\n  volatile uint x = n;\n  while (x == 4) x = n;\n"
    "  if (i < n) out[i] = a[i] + 1;\n}\n";

/* out[i] = a[i], within a tenth; the second output must be exact. */
static const char NEAR[] =
    "return require('puzzle').kernel {\n"
    "  title = 'T', concept = 'C', entry = 'k',\n"
    "  params = { { name = 'out', kind = 'output', type = 'float', shape = { 4 } },\n"
    "    { name = 'same', kind = 'output', type = 'float', shape = { 4 } },\n"
    "    { name = 'a', kind = 'input', type = 'float', shape = { 4 }, fill = 'ones' } },\n"
    "  cases = { { name = 'one', global = { 4 }, ['local'] = { 4 } },\n"
    "    { name = 'two', global = { 4 }, ['local'] = { 2 }, visible = false } },\n"
    "  tolerance = { out = { atol = 0.1 }, same = { atol = 0 } },\n"
    "  reference = function(case) return { out = case.a, same = case.a } end }\n";
static const char NEARLY[] =
    "__kernel void k(__global float *out, __global float *same, __global const float *a) {\n"
    "  size_t i = get_global_id(0);\n"
    "  out[i] = a[i] + (i == 2 ? -0.0625f : 0.03125f);\n  same[i] = a[i];\n}\n";
static const char TOO_FAR[] =
    "__kernel void k(__global float *out, __global float *same, __global const float *a) {\n"
    "  size_t i = get_global_id(0);\n"
    "  out[i] = a[i] + (i == 2 ? -0.125f : 0.0625f);\n  same[i] = a[i];\n}\n";

static const char WRONG_FOR_LARGE[] =
    "__kernel void k(__global int *out, __global const int *a, uint n) {\n"
    "  short i = get_global_id(0);\n  if (i < n) out[i] = a[i] + (n > 9 ? 2 : 1);\n}\n";
/* Right if the last work-item comes last. */
static const char ORDERED[] =
    "__kernel void k(__global int *out, __global const int *a, uint n) {\n"
    "  size_t i = get_global_id(0);\n"
    "  if (i > 0 && i < n) atomic_xchg(&out[i], a[i] + 1);\n"
    "  if (i < n) atomic_xchg(&out[0], i == n - 1 ? a[0] + 1 : 7777);\n}\n";
static struct wb_run_options options_of(const char *puzzle, const char *text) {
  return (struct wb_run_options){.course = course,
                                 .puzzle = puzzle,
                                 .file = "k.cl",
                                 .source = text,
                                 .source_length = strlen(text)};
}

static void judge(const struct wb_run_options *options, struct wb_result *result) {
  struct wb_error err = {0};
  if (!CHECK_INT(judge_run(options, NULL, result, &err), WB_OK)) printf("# %s\n", err.message);
}

/* A zeroed one where there is none. */
static const struct wb_case_result *case_of(const struct wb_result *result, size_t index) {
  static const struct wb_case_result none;
  return CHECK(index < result->n_cases) && result->cases != NULL ? &result->cases[index] : &none;
}

/* Verdicts of the cases, "accepted wrong-answer", with the detail of a judge-error. */
static void expect_verdicts(const struct wb_run_options *options, const char *expected) {
  struct wb_result result;
  struct wb_str got;
  wb_str_init(&got);
  judge(options, &result);
  for (size_t i = 0; i < result.n_cases; i++)
    wb_str_addf(&got, "%s%s%s", i > 0 ? " " : "", wb_verdict_name(case_of(&result, i)->verdict),
                wb_case_was_run(case_of(&result, i)) ? "" : "(not run)");
  if (result.verdict == WB_VERDICT_JUDGE_ERROR) wb_str_addf(&got, ": %s", result.detail);
  const char *end = strchr(got.data, '\n');
  if (end != NULL) got.data[end - got.data] = '\0';
  CHECK_STRING(got.data, expected);
  wb_str_release(&got);
  wb_result_release(&result);
}

/* What a profile counts depends on it. */
static void a_width_of_sub_groups_is_chosen(void) {
  struct wb_run_options options = options_of("01-add", GUARDED);
  options.profile = true;
  for (uint32_t width = 0; width <= 64; width = width > 0 ? 2 * width : 1) {
    struct wb_result result;
    options.subgroup = width;
    judge(&options, &result);
    CHECK_INT(case_of(&result, 0)->counters.subgroup, width > 0 ? width : 32);
    wb_result_release(&result);
  }
  options.subgroup = 48;
  expect_verdicts(&options,
                  ": the judge ended with exit code 2 before its result: "
                  "workbench-judge: --subgroup needs a power of two up to 64: 48");
}

static void launches_are_changed(void) {
  struct wb_run_options options = options_of("01-add", GUARDED);
  options.launch_change = WB_LAUNCH_GROUP_MORE_X;
  expect_verdicts(&options, "accepted accepted accepted");
  options.source = UNGUARDED;
  options.source_length = strlen(UNGUARDED);
  expect_verdicts(&options, "runtime-error runtime-error runtime-error");
  options.only_case = 1;
  options.launch_change = WB_LAUNCH_AS_IT_IS;
  expect_verdicts(&options, "accepted");
}

static void a_launch_that_cannot_be_changed_is_not_run(void) {
  struct wb_run_options options = options_of("01-add", GUARDED);
  options.author = true;
  options.launch_change = WB_LAUNCH_GROUP_FEWER_X; /* two groups has the second case alone */
  expect_verdicts(&options, "accepted(not run) wrong-answer accepted(not run)");
  options.launch_change = WB_LAUNCH_SWAPPED_XY;
  expect_verdicts(&options,
                  "accepted(not run) accepted(not run) accepted(not run): no case has a launch "
                  "that can be changed so: x and y swapped");
}

static void another_case_is_judged(void) {
  struct wb_run_options options = options_of("01-add", UNGUARDED);
  struct wb_result result;
  options.extra_case = "{ name = 'found', sizes = { n = 5 }, global = { 5 }, ['local'] = { 1 } }";
  expect_verdicts(&options, "accepted");
  options.extra_case = "{ name = 'found', sizes = { n = 5 }, global = { 6 }, ['local'] = { 1 } }";
  expect_verdicts(&options, "runtime-error");
  judge(&options, &result);
  CHECK_STRING(case_of(&result, 0)->name, "found");
  wb_result_release(&result);
  options.extra_case = "{ name = 'four' }";
  expect_verdicts(&options, ": extra case: case.name: 'four' is the name of cases[1] too");
}

static void an_author_sees_hidden_cases(void) {
  struct wb_run_options options = options_of("01-add", WRONG_FOR_SIX);
  struct wb_result result;
  judge(&options, &result);
  CHECK_STRING(case_of(&result, 1)->name, "hidden 2");
  CHECK(!case_of(&result, 1)->first_mismatch.present);
  CHECK_INT(case_of(&result, 2)->counters.global_reads, 0);
  wb_result_release(&result);
  options.author = true;
  judge(&options, &result);
  CHECK_STRING(case_of(&result, 1)->name, "secret");
  CHECK(!case_of(&result, 1)->visible);
  CHECK_STRING(case_of(&result, 1)->first_mismatch.position, "[0]");
  CHECK_INT(case_of(&result, 1)->n_previews, 1);
  CHECK_INT(case_of(&result, 2)->counters.global_reads, 3);
  wb_result_release(&result);
  options.only_case = 2;
  options.trace = true;
  judge(&options, &result);
  CHECK(result.trace != NULL);
  wb_result_release(&result);
}

static void an_author_sees_how_far_outputs_are_off(void) {
  struct wb_run_options options = options_of("02-near", NEARLY);
  struct wb_result result;
  judge(&options, &result);
  for (size_t i = 0; i < 2; i++) CHECK_INT(case_of(&result, i)->n_deviations, 0);
  wb_result_release(&result);
  options.author = true;
  judge(&options, &result);
  for (size_t i = 0; i < 2; i++) {
    const struct wb_case_result *one = case_of(&result, i);
    if (!CHECK_INT(one->n_deviations, 1)) continue;
    CHECK_STRING(one->deviations[0].array, "out");
    CHECK(one->deviations[0].relative == 0.0625);
    CHECK(one->deviations[0].absolute == 0);
    CHECK(one->deviations[0].share > 0.62 && one->deviations[0].share < 0.63);
  }
  wb_result_release(&result);
  options.source = TOO_FAR; /* what is wrong says nothing of a tolerance */
  options.source_length = strlen(TOO_FAR);
  judge(&options, &result);
  CHECK_INT(result.verdict, WB_VERDICT_WRONG_ANSWER);
  CHECK_INT(case_of(&result, 0)->n_deviations, 0);
  wb_result_release(&result);
}

static void cases_go_on_after_a_limit(void) {
  struct wb_run_options options = options_of("01-add", STUCK_ON_FOUR);
  options.time_limit_ms = 60;
  expect_verdicts(&options, "time-limit time-limit(not run) time-limit(not run)");
  options.every_case = true;
  expect_verdicts(&options, "time-limit accepted accepted");
}

/* Results stand in the order of the puzzle's cases, whichever were judged first. */
static void large_cases_are_spared_once_another_has_decided(void) {
  struct wb_run_options options = options_of("03-large", GUARDED);
  options.verdicts_only = true;
  expect_verdicts(&options, "accepted accepted accepted");
  options = options_of("03-large", WRONG_FOR_SIX);
  expect_verdicts(&options, "accepted wrong-answer accepted");
  options.verdicts_only = true;
  expect_verdicts(&options, "wrong-answer(not run) wrong-answer accepted");
  options = options_of("03-large", WRONG_FOR_LARGE);
  options.verdicts_only = true;
  expect_verdicts(&options, "wrong-answer accepted accepted");
  options = options_of("03-large", STUCK_ON_FOUR);
  options.step_limit = 5000;
  options.verdicts_only = true;
  expect_verdicts(&options, "time-limit(not run) accepted time-limit");
}

static const char NO_PARAMETERS[] = "__kernel void k(void) {}\n";

static void results_stand_in_the_order_of_the_cases(void) {
  static const char *const TEXTS[] = {GUARDED, WRONG_FOR_SIX, WRONG_FOR_LARGE, NO_PARAMETERS};
  for (size_t i = 0; i < sizeof TEXTS / sizeof TEXTS[0]; i++) {
    struct wb_run_options options = options_of("03-large", TEXTS[i]);
    struct wb_result result;
    options.verdicts_only = true;
    judge(&options, &result);
    CHECK_INT(result.n_cases, 3);
    CHECK_STRING(case_of(&result, 0)->name, "large");
    CHECK_STRING(case_of(&result, 1)->name, "six");
    CHECK_STRING(case_of(&result, 2)->name, "hidden 3");
    wb_result_release(&result);
  }
}

/* Whatever is accepted in the first order is launched in the others all the same. */
static void verdicts_do_not_depend_on_what_else_is_wanted(void) {
  struct wb_run_options options = options_of("01-add", ORDERED);
  struct wb_result result;
  expect_verdicts(&options, "runtime-error runtime-error runtime-error");
  options.verdicts_only = true;
  judge(&options, &result);
  for (size_t i = 0; i < result.n_cases; i++) {
    CHECK_INT(case_of(&result, i)->verdict, WB_VERDICT_RUNTIME_ERROR);
    CHECK(case_of(&result, i)->n_findings == 1 &&
          case_of(&result, i)->findings[0].kind == WB_ORDER_DEPENDENCE);
  }
  wb_result_release(&result);
}

/* The puzzle's own limits are far beyond what this takes. */
static void loops_are_limited_by_their_steps(void) {
  struct wb_run_options options = options_of("01-add", STUCK_ON_FOUR);
  struct wb_result result;
  options.step_limit = 5000;
  judge(&options, &result);
  CHECK_INT(result.verdict, WB_VERDICT_TIME_LIMIT);
  CHECK(strstr(case_of(&result, 0)->detail, "more than 5000 steps") != NULL);
  wb_result_release(&result);
}

static void seeds_give_other_data(void) {
  struct wb_run_options options = options_of("01-add", WRONG_FOR_SIX);
  char *seen[10];
  options.author = true;
  options.has_seed = true;
  for (size_t i = 0; i < 10; i++) {
    struct wb_result result;
    options.seed = i + 1;
    judge(&options, &result);
    struct wb_str text;
    wb_str_init(&text);
    for (size_t k = 0; k < result.n_cases; k++)
      for (size_t n = 0; n < case_of(&result, k)->previews[0].n; n++)
        wb_str_addf(&text, "%s ", case_of(&result, k)->previews[0].expected[n]);
    seen[i] = wb_str_detach(&text);
    for (size_t k = 0; k < i; k++) CHECK(strcmp(seen[k], seen[i]) != 0);
    wb_result_release(&result);
  }
  for (size_t i = 0; i < 10; i++) free(seen[i]);
}

/* All of it in one process, in an order in which one could spoil the next. */
static void one_judge_takes_them_in_turn(void) {
  struct wb_judge *one = NULL;
  struct wb_error err = {0};
  for (int round = 0; round < 8; round++) {
    struct wb_run_options options = options_of("01-add", UNGUARDED);
    const bool extra = round % 2 == 1;
    struct wb_result result;
    options.keeps_on = true;
    options.only_case = extra ? 0 : 1;
    options.author = round % 4 == 3;
    if (extra)
      options.extra_case = "{ name = 'x', sizes = { n = 2 }, global = { 3 }, ['local'] = { 1 } }";
    CHECK_INT(
        one == NULL ? wb_judge_start(&options, &one, &err) : wb_judge_again(one, &options, &err),
        WB_OK);
    CHECK_INT(judge_wait(one, NULL, &result, &err), WB_OK);
    CHECK_STRING(wb_verdict_name(result.verdict), extra ? "runtime-error" : "accepted");
    wb_result_release(&result);
  }
  wb_judge_free(one);
}

static void write_puzzle(const char *slug, const char *spec) {
  struct wb_error err = {0};
  char *folder = wb_format("%s/puzzles/%s", course, slug);
  char *path = wb_path_join(folder, "puzzle.lua");
  CHECK_INT(wb_make_directories(folder, &err), WB_OK);
  CHECK_INT(wb_file_create(path, spec, strlen(spec), &err), WB_OK);
  free(path);
  free(folder);
}

/* The guard's two, the store's, in one judge: the list comes through it, and each number means what
 * the list says. */
static void mutants_are_judged(void) {
  struct wb_run_options options = options_of("01-add", GUARDED);
  struct wb_result listed, plain;
  options.lists_mutants = options.fingerprint = true;
  judge(&options, &listed);
  options.lists_mutants = false;
  judge(&options, &plain);
  CHECK_INT(plain.mutants.count, 0);
  CHECK_STRING(plain.fingerprint, listed.fingerprint);
  CHECK_INT(listed.mutants.invalid, 0);
  if (!CHECK_INT(listed.mutants.count, 7)) return;
  static const char *const VERDICTS[] = {
      "accepted runtime-error accepted",         /* `<` becomes `<=` */
      "wrong-answer runtime-error wrong-answer", /* `>=` */
      "accepted runtime-error accepted",         /* `i < n` is always true */
      "wrong-answer wrong-answer wrong-answer",  /* always false */
      "wrong-answer wrong-answer wrong-answer",  /* `+` becomes `-` */
      "wrong-answer wrong-answer wrong-answer",  /* the store is skipped */
      "wrong-answer wrong-answer wrong-answer"}; /* in the last group */
  for (size_t i = 0; i < listed.mutants.count; i++) {
    struct wb_result result;
    options.mutant = listed.mutants.items[i].number;
    expect_verdicts(&options, VERDICTS[i]);
    judge(&options, &result);
    CHECK_STRING(result.fingerprint, listed.mutants.items[i].fingerprint);
    wb_result_release(&result);
  }
  options.mutant = 99;
  expect_verdicts(&options, ": there is no mutant 99 of this text");
  wb_result_release(&listed);
  wb_result_release(&plain);
}

int main(void) {
  if (access(WB_TEST_BUILD "/workbench-emulator", X_OK) != 0) {
    tap_skip("workbench-emulator is not built");
    return tap_finish();
  }
  if (mkdtemp(course) == NULL) return 1;
  char *lua = wb_path_join(course, "lua"), *ours = realpath(WB_TEST_BUILD "/../lua", NULL);
  if (symlink(ours, lua) != 0) return 1;
  write_puzzle("01-add", ADD);
  write_puzzle("02-near", NEAR);
  write_puzzle("03-large", LARGE);
  tap_run("a width of sub-groups is chosen", a_width_of_sub_groups_is_chosen);
  tap_run("launches are changed", launches_are_changed);
  tap_run("a launch that cannot be changed is not run", a_launch_that_cannot_be_changed_is_not_run);
  tap_run("another case is judged in place of the puzzle's", another_case_is_judged);
  tap_run("an author sees hidden cases, a learner does not", an_author_sees_hidden_cases);
  tap_run("an author sees how far outputs are off", an_author_sees_how_far_outputs_are_off);
  tap_run("loops are limited by their steps", loops_are_limited_by_their_steps);
  tap_run("cases go on after a limit where they are to", cases_go_on_after_a_limit);
  tap_run("large cases are spared once another has decided",
          large_cases_are_spared_once_another_has_decided);
  tap_run("results stand in the order of the cases", results_stand_in_the_order_of_the_cases);
  tap_run("verdicts do not depend on what else is wanted",
          verdicts_do_not_depend_on_what_else_is_wanted);
  tap_run("every seed gives other data", seeds_give_other_data);
  tap_run("mutants of the compiler's are judged by their numbers", mutants_are_judged);
  tap_run("one judge takes them in turn", one_judge_takes_them_in_turn);
  char *command = wb_format("rm -rf %s", course);
  const int cleaned = system(command);
  free(command);
  free(lua);
  free(ours);
  return cleaned != 0 ? cleaned : tap_finish();
}
