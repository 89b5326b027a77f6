/* What is said of specs that have a mistake which no kernel shows. Each spec has one. */
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/file.h"
#include "judge_client/client.h"
#include "tap.h"

static char course[] = "/tmp/wb-audit-XXXXXX";

/* Writes a puzzle; fields of its own are in `rest`. */
static void write_spec(const char *params, const char *cases, const char *rest) {
  struct wb_error err = {0};
  char *folder = wb_format("%s/puzzles/01-p", course);
  char *path = wb_path_join(folder, "puzzle.lua");
  char *text = wb_format(
      "local tensor = require 'tensor'\nreturn require('puzzle').kernel {\n"
      "  title = 'T', concept = 'C', entry = 'k',\n  params = { %s },\n  cases = { %s },\n%s }\n",
      params, cases, rest);
  CHECK_INT(wb_make_directories(folder, &err), WB_OK);
  CHECK_INT(wb_file_write_atomic(path, text, strlen(text), &err), WB_OK);
  free(text);
  free(path);
  free(folder);
}

#define OUT "{ name = 'out', kind = 'output', type = 'int', shape = { 'n' } }, "
#define A "{ name = 'a', kind = 'input', type = 'int', shape = { 'n' }, fill = 'random' }, "
#define B "{ name = 'b', kind = 'input', type = 'int', shape = { 'n' }, fill = 'random' }, "
#define N "{ name = 'n', kind = 'scalar', type = 'uint', value = 'n' }, "
#define CASE(name, n, global, local, more)                                                    \
  "{ name = '" name "', sizes = { n = " n " }, global = { " global " }, ['local'] = { " local \
  " }" more " }, "
#define HIDDEN ", visible = false"
#define CASES CASE("one", "4", "4", "4", "") CASE("two", "7", "10", "5", HIDDEN)
#define ADDS "  reference = function(case) return { out = case.a + 1 } end"

/* What the last audit said that the spec demands: "limits.time_ms 5 of 10000 at 8", "n: 4 7",
 * "out at 9: LEAST tolerance = …", a line each. */
static struct wb_str demands;

static void note_demands(const struct wb_puzzle_audit *audit) {
  wb_str_clear(&demands);
  for (size_t i = 0; i < audit->n_bounds; i++) {
    const struct wb_audit_bound *bound = &audit->bounds[i];
    wb_str_addf(&demands, "%s %s of %llu at %u\n", bound->field, bound->text,
                (unsigned long long)bound->usual, bound->line);
  }
  for (size_t i = 0; i < audit->n_variables; i++) {
    const struct wb_audit_variable *variable = &audit->variables[i];
    wb_str_addf(&demands, "%s:", variable->name);
    for (size_t k = 0; k < variable->n_values; k++)
      wb_str_addf(&demands, " %lld", (long long)variable->values[k]);
    wb_str_add(&demands, "\n");
  }
  for (size_t i = 0; i < audit->n_tolerances; i++) {
    const struct wb_audit_tolerance *tolerance = &audit->tolerances[i];
    wb_str_addf(&demands, "%s at %u, %s: ", tolerance->array, tolerance->line,
                tolerance->least > 1000 ? "loose" : "fitting");
    wb_audit_tolerance_words(tolerance, &demands);
    wb_str_add(&demands, "\n");
  }
}

static void expect_demand(const char *part) {
  if (!CHECK(strstr(demands.data, part) != NULL)) printf("# %s in\n# %s\n", part, demands.data);
}

/* The audit as lines, "accepted zeros" or "same-size 2: message"; owned by the caller. */
static char *audit(void) {
  struct wb_judge *judge = NULL;
  struct wb_error err = {0};
  struct wb_str text;
  bool done = false;
  wb_str_init(&text);
  enum wb_status status = wb_judge_audit(course, "01-p", &judge, &err);
  while (status == WB_OK && !done) {
    struct wb_event event = {0};
    struct pollfd item = {.fd = wb_judge_fd(judge), .events = POLLIN};
    status = wb_judge_next(judge, &event, &err);
    if (status == WB_OK && event.kind == WB_EVENT_NONE) poll(&item, 1, 20);
    if (event.kind == WB_EVENT_RESULT) wb_str_addf(&text, "error: %s\n", event.result->detail);
    if (event.audit != NULL) note_demands(event.audit);
    for (size_t i = 0; event.audit != NULL && i < event.audit->n_answers; i++)
      if (event.audit->answers[i].accepted)
        wb_str_addf(&text, "accepted %s\n", event.audit->answers[i].answer);
    for (size_t i = 0; event.audit != NULL && i < event.audit->n_remarks; i++) {
      const struct wb_audit_remark *remark = &event.audit->remarks[i];
      /* These specs declare no domain (tests/specs/broken have ranges). */
      if (remark->kind == WB_AUDIT_SIZE_RANGE || remark->kind == WB_AUDIT_VALUE_RANGE) continue;
      wb_str_addf(&text, "%s %d: %s", wb_word_name(&wb_audit_kinds, remark->kind),
                  (int)remark->number, remark->message);
      if (remark->kind == WB_AUDIT_NO_HIDDEN_CASE)
        CHECK_INT(remark->line, 0);
      else
        CHECK(remark->line >= 4 && remark->line <= 12);
      wb_str_addf(&text, "%s%s\n", remark->suggestion[0] != '\0' ? "; " : "", remark->suggestion);
    }
    done = event.kind == WB_EVENT_RESULT || event.kind == WB_EVENT_AUDIT;
    wb_event_release(&event);
  }
  if (!CHECK_INT(status, WB_OK)) printf("# %s\n", err.message);
  wb_judge_free(judge);
  return wb_str_detach(&text);
}

static void expect_audit(const char *expected) {
  char *got = audit();
  CHECK_STRING(got, expected);
  free(got);
}

static void expect_part(const char *part) {
  char *got = audit();
  if (!CHECK(strstr(got, part) != NULL)) printf("# %s\n", got);
  free(got);
}

static void nothing_is_said_of_a_good_spec(void) {
  write_spec(OUT A N, CASES, ADDS);
  expect_audit("");
}

static void trivial_answers_are_found(void) {
  write_spec(OUT A N, CASES, "  reference = function(case) return { out = case.a } end");
  expect_audit("accepted a copy of a\n");
  write_spec(OUT A N, CASES, "  reference = function(case) return { out = case.a * 0 } end");
  expect_part(
      "accepted zeros\naccepted the output of the case before\naccepted the outputs of the "
      "visible cases, zeros in others\naccepted the right output, one element further on");
  write_spec(OUT A N, CASES, "  reference = function(case) return { out = case.a * 0 + 1 } end");
  expect_part("accepted ones\n");
  write_spec("{ name = 'out', kind = 'inout', type = 'int', shape = { 'n' } }, ", CASES,
             "  reference = function(case) return { out = case.out } end");
  expect_audit("accepted nothing written\naccepted a copy of out\n");
  /* An input that ends before the output does is none that can be copied. */
  write_spec("{ name = 'out', kind = 'output', type = 'int', shape = { 'n + 4' } }, " A N, CASES,
             "  reference = function(case) local t = {} for i = 1, case.n + 4 do t[i] = i end "
             "return { out = t } end");
  expect_audit("");
}

static void hard_coded_outputs_are_found(void) {
  write_spec(OUT A N, CASE("one", "4", "4", "4", "") CASE("two", "7", "10", "5", ""), ADDS);
  expect_audit(
      "accepted the outputs of the visible cases, zeros in others\n"
      "no-hidden-case 0: no case is hidden: a kernel that has the visible outputs in it "
      "is accepted\n");
}

static void an_output_that_is_free_is_found(void) {
  write_spec(OUT "{ name = 'errors', kind = 'output', type = 'int', shape = { 1 } }, " A N, CASES,
             "  reference = function(case) return { out = case.a + 1, errors = 0 } end");
  expect_audit(
      "output-free 0: 'errors' is right with zeros, in every case\n"
      "output-free 0: 'errors' is right with the output of the case before, in every "
      "case\n"
      "output-free 0: 'errors' is right with the outputs of the visible cases, zeros in "
      "others, in every case\n");
}

static void cases_that_are_alike_are_found(void) {
  write_spec(OUT A N,
             CASE("one", "4", "4", "4", "") CASE("two", "4", "8", "2", HIDDEN)
                 CASE("three", "3", "4", "4", HIDDEN) CASE("four", "7", "10", "5", HIDDEN),
             ADDS);
  expect_audit(
      "same-size 2: the hidden case \"two\" has the sizes of the visible case \"one\"\n"
      "same-launch 3: the hidden case \"three\" has the launch of the visible case "
      "\"one\"\n");
  write_spec(OUT A N,
             CASE("one", "4", "4", "4", "") CASE("two", "7", "10", "5", HIDDEN ", seed = 3")
                 CASE("three", "7", "10", "5", HIDDEN ", seed = 3"),
             ADDS);
  expect_audit("same-case 3: the case \"three\" is the case \"two\" once more\n");
}

static void parameters_that_are_alike_are_found(void) {
  write_spec(OUT A B N
             "{ name = 'm', kind = 'scalar', type = 'uint', value = 'n' }, "
             "{ name = 'k', kind = 'scalar', type = 'int', value = 3 }, ",
             CASES,
             "  inputs = function(case) return { b = case.a } end,\n"
             "  reference = function(case) return { out = case.a + case.b * case.k } end");
  expect_audit(
      "same-everywhere 0: 'a' and 'b' hold the same in every case: no case tells them "
      "apart\n"
      "same-everywhere 0: 'n' and 'm' hold the same in every case: no case tells them "
      "apart\n"
      "never-varies 0: 'k' is 3 in every case: a kernel that has the number in it is "
      "accepted\n");
}

static void references_are_asked_twice(void) {
  write_spec(OUT A N, CASES,
             "  reference = (function() local calls = 0\n"
             "    return function(case) calls = calls + 1\n"
             "      return { out = case.a + calls } end end)()");
  expect_part("not-repeatable 1: case \"one\": out[0] is ");
  write_spec("{ name = 'out', kind = 'output', type = 'float', shape = { 'n' } }, " A N, CASES,
             "  reference = function(case) local t = {}\n"
             "    for i = 1, case.n do t[i] = i == 3 and 0 / 0 or i end return { out = t } end");
  expect_part("nan 1: case \"one\": the reference gives a NaN for out[2]\n");
}

static void a_second_reference_is_compared(void) {
  write_spec(OUT A N, CASES,
             ADDS ",\n  second_reference = function(case) return { out = case.a - -1 } end");
  expect_audit("");
  write_spec(OUT A N, CASES,
             "  inputs = function(case) local t = {} for i = 1, case.n do t[i] = i end\n"
             "    return { a = t } end,\n" ADDS
             ",\n  second_reference = function(case) local t = {}\n"
             "    for i = 1, case.n do t[i] = i == 6 and 0 or i + 1 end return { out = t } end");
  expect_audit(
      "second-reference 2: case \"two\": out[5] is 7 by the reference, and by the second "
      "one 0\n");
  write_spec(OUT A N, CASES,
             ADDS ",\n  second_reference = function(case) return { out = { 1 } } end");
  expect_part(
      "error: puzzles/01-p/puzzle.lua:7: the second reference of case \"one\": out: expected 4");
  write_spec(OUT A N, CASES, ADDS ",\n  second_referenc = function(case) end");
  expect_part("unknown field; did you mean 'second_reference'?");
}

/* Sums of 64 random products that nearly cancel need more than a sum of positive ones. */
static void tolerances_are_measured(void) {
#define FLOATS                                                                         \
  "{ name = 'out', kind = 'output', type = 'float', shape = { 1 } }, "                 \
  "{ name = 'a', kind = 'input', type = 'float', shape = { 'n' }, fill = { 'random', " \
  "100, 200 } }, " N
#define SUM                                                                            \
  "  reference = function(case) local s = 0\n"                                         \
  "    for i = 0, case.n - 1 do s = s + (i % 2 == 0 and 1 or -1) * case.a:at(i) end\n" \
  "    return { out = { s } } end,\n"
#define SUMS CASE("one", "64", "64", "64", "") CASE("two", "100", "200", "50", HIDDEN)
  write_spec(FLOATS, SUMS, SUM "  tolerance = { rtol = 1e-9 }");
  expect_part("tolerance-tight ");
  expect_part("which is more than its tolerance allows; tolerance = { out = { rtol = ");
  write_spec(FLOATS, SUMS, SUM "  tolerance = { rtol = 0.5, atol = 100 }");
  expect_audit("");
  expect_demand("out at 9, loose: tolerance = { out = { rtol = ");
  write_spec(FLOATS, SUMS, SUM "  tolerance = { rtol = 0, atol = 0 }"); /* the author knows */
  expect_audit("");
  write_spec(FLOATS, SUMS, SUM "  tolerance = { rtol = 1e-4, atol = 1e-3 }");
  expect_audit("");
  expect_demand("out at 9, fitting: ");
  write_spec(FLOATS, SUMS, SUM "  tolerance = { out = { ulp = 100000000 } }");
  expect_audit("");
  expect_demand("out at 9, loose: tolerance = { out = { ulp = ");
}

/* What rounding explains of numbers that were no floats is their own rounding; and what stands in
 * any order is not measured. */
static void tolerances_of_whole_numbers_are_measured(void) {
  write_spec("{ name = 'out', kind = 'output', type = 'float', shape = { 'n' } }, " A N, CASES,
             "  tolerance = { atol = 1, scale_by = 'n' },\n"
             "  reference = function(case) return { out = case.a:astype('float') + 5 } end");
  expect_audit("");
  expect_demand(
      "out at 6, loose: tolerance = { out = { rtol = 2e-07, atol = 0, scale_by = \"n\" } }");
  write_spec(
      "{ name = 'out', kind = 'output', type = 'float', order = 'any', shape = { 'n' } }, " A N,
      CASES,
      "  tolerance = { atol = 1 },\n"
      "  reference = function(case) return { out = case.a:astype('float') + 5 } end");
  free(audit());
  CHECK(strstr(demands.data, "out at") == NULL);
}

static void what_the_spec_demands_is_told(void) {
  write_spec(OUT A N, CASES,
             ADDS
             ",\n  budgets = { barriers = 0,\n    max_global_reads = 'n + 2' },\n"
             "  limits = { steps = 500 }");
  expect_audit("");
  CHECK_STRING(demands.data,
               "budgets.max_global_reads \"n + 2\" of 0 at 8\n"
               "budgets.barriers 0 of 0 at 7\n"
               "limits.time_ms 10000 of 10000 at 0\n"
               "limits.memory_mb 512 of 512 at 0\n"
               "limits.output_kb 64 of 64 at 0\n"
               "limits.steps 500 of 100000000 at 9\n"
               "n: 4 7\n"
               "global_x: 4 10\nlocal_x: 4 5\nglobal_x / local_x: 1 2\n");
}

static void a_spec_that_fails_says_so(void) {
  write_spec(OUT A N, CASES, "  reference = function(case) error('hidden ' .. case.n) end");
  expect_part("error: puzzles/01-p/puzzle.lua:6: the reference of case \"one\": hidden 4");
}

int main(void) {
  wb_str_init(&demands);
  if (mkdtemp(course) == NULL) return 1;
  char *lua = wb_path_join(course, "lua"), *ours = realpath(WB_TEST_BUILD "/../lua", NULL);
  if (symlink(ours, lua) != 0) return 1;
  tap_run("nothing is said of a good spec", nothing_is_said_of_a_good_spec);
  tap_run("trivial answers that are accepted are found", trivial_answers_are_found);
  tap_run("hard-coded outputs are found where no case is hidden", hard_coded_outputs_are_found);
  tap_run("an output that is free is found", an_output_that_is_free_is_found);
  tap_run("cases that are alike are found", cases_that_are_alike_are_found);
  tap_run("parameters that are alike are found", parameters_that_are_alike_are_found);
  tap_run("references are asked twice, and may give no NaN", references_are_asked_twice);
  tap_run("a second reference is compared", a_second_reference_is_compared);
  tap_run("tolerances are measured", tolerances_are_measured);
  tap_run("tolerances of whole numbers are measured", tolerances_of_whole_numbers_are_measured);
  tap_run("what the spec demands is told", what_the_spec_demands_is_told);
  tap_run("a spec that fails says so", a_spec_that_fails_says_so);
  char *command = wb_format("rm -rf %s", course);
  const int cleaned = system(command);
  free(command);
  free(lua);
  free(ours);
  wb_str_release(&demands);
  return cleaned != 0 ? cleaned : tap_finish();
}
