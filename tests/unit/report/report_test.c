#include "report/report.h"

#include <jansson.h>
#include <locale.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/file.h"
#include "report/summary.h"
#include "fixture.h"
#include "tap.h"
#include "text/columns.h"

/* Whole reports are compared with tests/unit/report/golden/NAME; GENERATE=1
 * writes those files anew. */
static char *golden_path(const char *name) {
  char *folder = wb_path_dirname(__FILE__);
  char *path = wb_format("%s/golden/%s", folder, name);
  free(folder);
  return path;
}

static void check_golden(const char *name, const char *got) {
  struct wb_str expected;
  char *path = golden_path(name);
  wb_str_init(&expected);
  if (getenv("GENERATE") != NULL)
    CHECK_INT(wb_file_write_atomic(path, got, strlen(got), NULL), WB_OK);
  CHECK_INT(wb_file_read(path, 1 << 20, &expected, NULL), WB_OK);
  CHECK_STRING(got, expected.data);
  wb_str_release(&expected);
  free(path);
}

static const struct wb_report_style plain = {.unicode = true, .width = 80};

static void check_run(const char *name, const struct fixture *f,
                      const struct wb_report_style *style) {
  struct wb_str out;
  wb_str_init(&out);
  wb_report_text(&f->result, fixture_source, NULL, style, &out);
  check_golden(name, out.data);
  wb_str_release(&out);
}

static void accepted(void) {
  struct fixture f;
  fixture_accepted(&f);
  check_run("accepted.txt", &f, &plain);
}

static void modelled(void) {
  struct fixture f;
  struct wb_line_cost lines[] = {
      {.line = 2,
       .column = 3,
       .memory = WB_MEMORY_GLOBAL,
       .access = WB_ACCESS_ATOMIC,
       .executions = 2,
       .cost = 66,
       .ideal = 2,
       .array = "out"},
      {.line = 9, .column = 5, .executions = 4, .cost = 6, .ideal = 4, .file = "include/tile.h"},
      {.line = 1,
       .memory = WB_MEMORY_LOCAL,
       .access = WB_ACCESS_READ,
       .executions = 1,
       .cost = 1,
       .ideal = 1}};
  fixture_accepted(&f);
  struct wb_counters *counters = &f.cases[0].counters;
  counters->subgroup = 32;
  counters->global_atomics = counters->max_global_atomics = 1;
  counters->global_transactions = 2;
  counters->ideal_transactions = 1;
  counters->distinct_pieces = 1;
  counters->local_accesses = 1;
  counters->atomic_conflicts = 64;
  counters->branches = 4;
  counters->divergent_branches = 2;
  counters->local_bytes = 128;
  counters->occupancy_percent = 75;
  counters->unmodelled = 3;
  f.cases[0].lines = lines;
  f.cases[0].n_lines = 3;
  check_run("modelled.txt", &f, &plain);
}

static void wrong_answer(void) {
  struct fixture f;
  fixture_wrong_answer(&f);
  check_run("wrong-answer.txt", &f, &plain);
}

static void unchecked_acceptance_says_less(void) {
  struct fixture f;
  struct wb_str out;
  fixture_accepted(&f);
  f.result.checks = false;
  wb_str_init(&out);
  wb_report_text(&f.result, fixture_source, NULL, &plain, &out);
  CHECK(strstr(out.data, "clean under every check") == NULL);
  CHECK(strstr(out.data, "compares outputs") != NULL);
  wb_str_release(&out);
}

static void acceptance_with_a_warning_is_not_called_clean(void) {
  struct fixture f;
  struct wb_str out;
  fixture_accepted(&f);
  f.findings[0] = (struct wb_finding){.kind = WB_SHIFT_TOO_WIDE,
                                      .severity = WB_SEVERITY_WARNING,
                                      .line = 3,
                                      .count = 1,
                                      .message = "shifts too far"};
  f.cases[2].findings = f.findings;
  f.cases[2].n_findings = 1;
  wb_str_init(&out);
  wb_report_text(&f.result, fixture_source, NULL, &plain, &out);
  CHECK(strstr(out.data, "clean") == NULL);
  CHECK(strstr(out.data, "there are warnings") != NULL);
  wb_str_release(&out);
}

static void a_compiler_warning_is_a_warning_too(void) {
  static const enum wb_verdict right[] = {WB_VERDICT_ACCEPTED, WB_VERDICT_OVER_BUDGET};
  struct wb_diagnostic warning = {
      .line = 2, .severity = WB_SEVERITY_WARNING, .message = "format specifies type int"};
  for (size_t i = 0; i < 2; i++) {
    struct fixture f;
    struct wb_str out;
    fixture_accepted(&f);
    f.result.verdict = right[i];
    f.result.diagnostics = &warning;
    f.result.n_diagnostics = 1;
    wb_str_init(&out);
    wb_report_text(&f.result, fixture_source, NULL, &plain, &out);
    CHECK(strstr(out.data, "clean") == NULL);
    CHECK(strstr(out.data, "there are warnings") != NULL);
    wb_str_release(&out);
  }
}

static void unwritten_output(void) {
  char *got[] = {"10", "11", WB_NEVER_WRITTEN, WB_NEVER_WRITTEN};
  struct fixture f;
  fixture_wrong_answer(&f);
  f.preview.got = got;
  f.cases[1].first_mismatch.got = WB_NEVER_WRITTEN;
  f.cases[1].detail = "out[2] was never written";
  f.cases[1].text = NULL;
  check_run("unwritten.txt", &f, &plain);
}

static void runtime_error(void) {
  struct fixture f;
  fixture_runtime_error(&f);
  check_run("runtime-error.txt", &f, &plain);
}

static void compile_error(void) {
  struct fixture f;
  fixture_compile_error(&f);
  check_run("compile-error.txt", &f, &plain);
}

static void narrow_ascii(void) {
  struct wb_report_style style = {.width = 40};
  struct fixture f;
  fixture_wrong_answer(&f);
  check_run("narrow-wrong-answer.txt", &f, &style);
  fixture_runtime_error(&f);
  check_run("narrow-runtime-error.txt", &f, &style);
}

static void ascii_is_ascii(void) {
  struct wb_report_style style = {.width = 80};
  void (*const fixtures[])(struct fixture *) = {fixture_accepted, fixture_wrong_answer,
                                                fixture_runtime_error, fixture_compile_error};
  for (size_t i = 0; i < sizeof fixtures / sizeof fixtures[0]; i++) {
    struct fixture f;
    struct wb_str out;
    fixtures[i](&f);
    wb_str_init(&out);
    wb_report_text(&f.result, fixture_source, NULL, &style, &out);
    for (size_t k = 0; k < out.length; k++)
      if ((out.data[k] < ' ' && out.data[k] != '\n') || out.data[k] > '~') CHECK_INT(k, -1);
    wb_str_release(&out);
  }
}

static void hidden_cases_show_no_values(void) {
  struct fixture f;
  struct wb_str out;
  fixture_wrong_answer(&f);
  f.cases[1].verdict = WB_VERDICT_ACCEPTED; /* only the hidden one is wrong */
  f.cases[1].n_previews = 0;
  wb_str_init(&out);
  wb_report_text(&f.result, fixture_source, NULL, &plain, &out);
  CHECK(strstr(out.data, "case 3 (hidden): wrong-answer, 2 elements differ") != NULL);
  CHECK(strstr(out.data, "expected") == NULL);
  CHECK(strstr(out.data, "secret") == NULL);
  CHECK(strstr(out.data, "says hi") == NULL);
  CHECK(strstr(out.data, "12") == NULL);
  CHECK(strstr(out.data, "marked element") == NULL);
  CHECK(strstr(out.data, "Hidden cases have other sizes") != NULL);
  wb_str_release(&out);
}

/* The last paragraph, on one line, of a report where only the hidden case fails, and so. */
static void hidden_advice(enum wb_verdict verdict, struct wb_finding *finding, struct wb_str *out) {
  struct fixture f;
  fixture_wrong_answer(&f);
  f.cases[1].verdict = WB_VERDICT_ACCEPTED;
  f.cases[1].n_previews = 0;
  f.cases[2].verdict = f.result.verdict = verdict;
  f.cases[2].findings = finding;
  f.cases[2].n_findings = finding != NULL;
  struct wb_str text;
  wb_str_init(&text);
  wb_report_text(&f.result, fixture_source, NULL, &(struct wb_report_style){.width = 1000}, &text);
  wb_str_add(out, strrchr(text.data, '>') != NULL ? strrchr(text.data, '>') : text.data);
  CHECK(strstr(text.data, "secret") == NULL);
  wb_str_release(&text);
}

static void advice_fits_what_hidden_cases_show(void) {
  struct wb_finding finding = {.kind = WB_OUT_OF_BOUNDS, .line = 2, .count = 1};
  static const struct {
    enum wb_verdict verdict;
    int kind; /* -1: no finding */
    const char *words;
  } expected[] = {
      {WB_VERDICT_WRONG_ANSWER, -1, "other sizes, other groups and other data"},
      {WB_VERDICT_RUNTIME_ERROR, WB_OUT_OF_BOUNDS, "would this line go wrong"},
      {WB_VERDICT_RUNTIME_ERROR, WB_INVALID_LAUNCH, "whatever size it is launched with"},
      {WB_VERDICT_RUNTIME_ERROR, -1, "Fix the first finding first"},
      {WB_VERDICT_TIME_LIMIT, -1, "It takes too long only in hidden cases"},
      {WB_VERDICT_MEMORY_LIMIT, -1, "which array grows with the size"},
      {WB_VERDICT_OUTPUT_LIMIT, -1, "It prints too much only in hidden cases"},
      {WB_VERDICT_OVER_BUDGET, -1, "a hidden case costs too much"},
  };
  for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
    struct wb_str out;
    wb_str_init(&out);
    if (expected[i].kind >= 0) finding.kind = (enum wb_finding_kind)expected[i].kind;
    hidden_advice(expected[i].verdict, expected[i].kind >= 0 ? &finding : NULL, &out);
    if (!CHECK(strstr(out.data, expected[i].words) != NULL)) printf("# %zu: %s\n", i, out.data);
    wb_str_release(&out);
  }
}

static void color_only_wraps(void) {
  struct wb_report_style colored = {.color = true, .unicode = true, .width = 80};
  struct fixture f;
  struct wb_str with, without, stripped;
  fixture_runtime_error(&f);
  wb_str_init(&with);
  wb_str_init(&without);
  wb_str_init(&stripped);
  wb_report_text(&f.result, fixture_source, NULL, &colored, &with);
  wb_report_text(&f.result, fixture_source, NULL, &plain, &without);
  CHECK(strchr(without.data, '\033') == NULL);
  CHECK(strstr(with.data, "\033[1;31m") != NULL);
  for (const char *c = with.data; *c != '\0'; c++) {
    if (*c == '\033')
      c += strcspn(c, "m");
    else
      wb_str_add_char(&stripped, *c);
  }
  CHECK_STRING(stripped.data, without.data);
  wb_str_release(&stripped);
  wb_str_release(&without);
  wb_str_release(&with);
}

/* A result with nothing in it, as after a judge that died at once. */
static void bare_result_is_reported(void) {
  struct wb_result result = {.verdict = WB_VERDICT_JUDGE_ERROR, .detail = "the judge is gone"};
  struct wb_str out;
  wb_str_init(&out);
  wb_report_text(&result, NULL, NULL, &plain, &out);
  CHECK(strstr(out.data, "the judge is gone") != NULL);
  CHECK(strstr(out.data, "workbench doctor") != NULL);
  wb_report_json(&result, &out);
  wb_str_release(&out);
}

/* The column where `needle` last stands in a text of several lines, or -1. */
static long column_of(const char *text, char needle) {
  const char *found = strrchr(text, needle);
  const char *start = found;
  if (found == NULL) return -1;
  while (start > text && start[-1] != '\n') start--;
  return (long)wb_text_width_n(start, (size_t)(found - start));
}

static void long_lines_are_cut_around_the_caret(void) {
  struct wb_document document = {0};
  struct wb_finding finding = {.kind = WB_OUT_OF_BOUNDS, .line = 1, .column = 151, .count = 1};
  char source[301];
  struct wb_str out;
  memset(source, 'x', 300);
  source[150] = 'Y';
  source[300] = '\0';
  wb_report_finding(&(struct wb_unique_finding){.finding = &finding}, "a.cl", source, 60,
                    &document);
  CHECK(document.n_lines >= 3);
  for (size_t i = 0; i < document.n_lines; i++) CHECK(wb_line_width(&document.lines[i]) <= 60);
  wb_str_init(&out);
  wb_styled_to_ansi(&document, &plain, &out);
  CHECK(column_of(out.data, 'Y') > 0);
  CHECK_INT(column_of(out.data, '^'), column_of(out.data, 'Y'));
  wb_str_release(&out);
  wb_document_release(&document);
}

static void finding_without_a_place(void) {
  struct wb_document document = {0};
  struct wb_str out;
  struct wb_finding finding = {
      .kind = WB_INVALID_LAUNCH, .count = 1, .message = "the local size 3 does not divide 8"};
  wb_str_init(&out);
  wb_report_finding(&(struct wb_unique_finding){.finding = &finding}, "a.cl", fixture_source, 80,
                    &document);
  wb_styled_to_ansi(&document, &plain, &out);
  CHECK_STRING(out.data, "error: invalid-launch\n  the local size 3 does not divide 8\n");
  wb_str_release(&out);
  wb_document_release(&document);
}

static void finding_in_a_header_shows_no_line_of_ours(void) {
  struct wb_document document = {0};
  struct wb_str out;
  struct wb_finding finding = {.kind = WB_DATA_RACE,
                               .line = 2,
                               .column = 3,
                               .count = 1,
                               .file = "include/tile.h",
                               .message = "a race",
                               .other = {.present = true, .line = 4, .access = WB_ACCESS_WRITE}};
  wb_str_init(&out);
  wb_report_finding(&(struct wb_unique_finding){.finding = &finding}, "a.cl", fixture_source, 80,
                    &document);
  wb_styled_to_ansi(&document, &plain, &out);
  CHECK(strstr(out.data, "at include/tile.h:2:3") != NULL);
  CHECK(strstr(out.data, "include/tile.h:4") != NULL);
  CHECK(strstr(out.data, "tile[8]") == NULL);
  wb_str_release(&out);
  wb_document_release(&document);
}

/* Two dimensions, more values than fit, and a mismatch in the middle. */
static void previews_break_into_blocks(void) {
  char *expected[WB_PREVIEW_MAX], *got[WB_PREVIEW_MAX];
  bool differs[WB_PREVIEW_MAX] = {false};
  struct fixture f;
  fixture_wrong_answer(&f);
  for (int i = 0; i < WB_PREVIEW_MAX; i++) {
    expected[i] = wb_format("%d", i * 100);
    got[i] = wb_format("%d", i == 37 ? -1 : i * 100);
  }
  differs[37] = true;
  f.preview = (struct wb_preview){.array = "out",
                                  .type = "int",
                                  .rank = 2,
                                  .shape = {10, 16},
                                  .first = 32,
                                  .total = 160,
                                  .n = WB_PREVIEW_MAX,
                                  .expected = expected,
                                  .got = got,
                                  .differs = differs};
  f.cases[1].first_mismatch.index = 69;
  f.cases[1].first_mismatch.position = "[4][5]";
  f.cases[1].mismatches = 1;
  check_run("blocks.txt", &f, &plain);
  for (int i = 0; i < WB_PREVIEW_MAX; i++) {
    free(expected[i]);
    free(got[i]);
  }
}

static void style_of_a_pipe(void) {
  int ends[2];
  CHECK_INT(pipe(ends), 0);
  setenv("COLUMNS", "66", 1);
  struct wb_report_style style = wb_report_style_of(ends[1]);
  CHECK(!style.color);
  CHECK_INT(style.width, 66);
  CHECK(!style.unicode); /* the locale is still C */
  if (setlocale(LC_CTYPE, "C.UTF-8") != NULL) CHECK(wb_report_style_of(ends[1]).unicode);
  close(ends[0]);
  close(ends[1]);
}

int main(void) {
  tap_run("an accepted run says so, and what next", accepted);
  tap_run("what was modelled is told, with the lines that waste", modelled);
  tap_run("a wrong answer shows the first mismatch side by side", wrong_answer);
  tap_run("a device that does not check promises less", unchecked_acceptance_says_less);
  tap_run("acceptance with a warning is not called clean",
          acceptance_with_a_warning_is_not_called_clean);
  tap_run("nor is one that the compiler warns of", a_compiler_warning_is_a_warning_too);
  tap_run("an element that nobody wrote is told as that", unwritten_output);
  tap_run("findings show their lines, and a race both of them", runtime_error);
  tap_run("a compile error shows the line and a caret", compile_error);
  tap_run("reports fit forty columns of ASCII", narrow_ascii);
  tap_run("an ASCII report has ASCII alone, whatever a kernel printed", ascii_is_ascii);
  tap_run("hidden cases show no values", hidden_cases_show_no_values);
  tap_run("advice fits what hidden cases show", advice_fits_what_hidden_cases_show);
  tap_run("colour changes nothing but colour", color_only_wraps);
  tap_run("a result with nothing in it is reported", bare_result_is_reported);
  tap_run("long source lines are cut around the caret", long_lines_are_cut_around_the_caret);
  tap_run("a finding may have no place", finding_without_a_place);
  tap_run("a finding in a header quotes no line of the kernel",
          finding_in_a_header_shows_no_line_of_ours);
  tap_run("previews of matrices break into blocks at the mismatch", previews_break_into_blocks);
  tap_run("a pipe gets no colour", style_of_a_pipe);
  return tap_finish();
}
