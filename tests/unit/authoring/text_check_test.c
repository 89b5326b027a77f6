/* The course's own texts pass every check, and each mistake is reported by name and line. */
#include <stdlib.h>
#include <unistd.h>

#include "authoring/text_check.h"
#include "base/str.h"
#include "tap.h"

/* ---- the course ------------------------------------------------------------------------ */

static void print_faults(const struct wb_check_report *report) {
  for (size_t i = 0; i < report->count; i++)
    if (report->items[i].outcome != WB_CHECK_PASSED)
      printf("# %s %s:%u %s\n", report->items[i].check, report->items[i].file,
             report->items[i].line, report->items[i].message);
}

static void the_course_is_right(void) {
  struct wb_course course;
  struct wb_catalog catalog = {0};
  struct wb_check_report report = {0};
  struct wb_glossary glossary = {0};
  struct wb_error err;
  CHECK_INT(wb_course_open(&course, ".", NULL, &err), WB_OK);
  CHECK_INT(wb_catalog_load(course.root, &catalog, &err), WB_OK);
  wb_check_glossary(&report, &course, &catalog, &glossary);
  for (size_t i = 0; i < catalog.count; i++)
    wb_check_texts(&report, &course, &catalog, i, &glossary);
  print_faults(&report);
  CHECK(wb_check_count(&report, WB_CHECK_PASSED) > 10 * catalog.count);
  CHECK_INT(wb_check_count(&report, WB_CHECK_FAULT), 0);
  CHECK_INT(wb_check_count(&report, WB_CHECK_SUGGESTION), 0);
  CHECK_INT(wb_check_count(&report, WB_CHECK_SKIPPED), 0);
  wb_glossary_release(&glossary);
  wb_check_report_release(&report);
  wb_catalog_release(&catalog);
  wb_course_release(&course);
}

/* ---- mistakes: a course of two puzzles in a folder of its own ------------------------------ */

static char root[] = "/tmp/wb-texts-XXXXXX";
static const struct wb_course course = {.root = root};

static void write_file(const char *path, const char *text) {
  char *file = wb_path_join(root, path);
  char *folder = wb_path_dirname(file);
  struct wb_error err;
  CHECK_INT(wb_make_directories(folder, &err), WB_OK);
  CHECK_INT(wb_file_write_atomic(file, text, strlen(text), &err), WB_OK);
  free(folder);
  free(file);
}

static void write_course(void) {
  write_file("puzzles/01-add/lesson.md", "# Add\n\nA kernel runs for each item.\n");
  write_file("puzzles/01-add/explained.md", "# Why\n\nA kernel for each item.\n");
  write_file("puzzles/02-tile/lesson.md", "# Tile\n\nLocal memory, and a barrier.\n");
  write_file("puzzles/02-tile/explained.md", "# Why\n\nThe tile is shared.\n");
  write_file("puzzles/chapters/one.md", "# One\n\nKernels.\n");
  write_file("puzzles/glossary.md",
             "# Glossary\n\n## kernel\n\nA function.\n\n- CUDA: kernel\n- also: `__kernel`\n"
             "- apart from: kernel of corn\n- introduced: add\n\n"
             "## local memory\n\nFast.\n\n- CUDA: shared memory, `__shared__`\n- also: `__local`\n"
             "- introduced: tile\n\n## barrier\n\nA place to wait.\n\n- introduced: tile\n");
  write_file("kernels/01-add.cl",
             "__kernel void add(__global float *out,\n"
             "                  __global const float *a) {\n"
             "  size_t i = get_global_id(0);\n\n  // Your code here.\n}\n");
  write_file("solutions/01-add/accepted.cl",
             "__kernel void add(__global float *out, __global const float *a) {\n"
             "  size_t i = get_global_id(0);\n  if (i < 4) out[i] = a[i] + 10.0f;\n}\n");
}

#define WIDE "123456789 123456789 123456789 123456789 123456789 123456789 1"

static char *hints[] = {"Think of one item.", "Read `a[i]`.", "Write `out[i]`, with `a[i]` in it."};
static char *parameters[] = {"output float out[n]", "input float a[n]"};
static struct wb_puzzle_summary puzzles[] = {
    {.slug = "01-add",
     .title = "Add",
     .chapter = "One",
     .entry = "add",
     .hints = hints,
     .n_hints = 3,
     .parameters = parameters,
     .n_parameters = 2},
    {.slug = "02-tile",
     .title = "Tile",
     .chapter = "One",
     .entry = "tile",
     .hints = hints,
     .n_hints = 1},
};
static const struct wb_catalog catalog = {.items = puzzles, .count = 2};

static struct wb_check_report check_puzzle(size_t index) {
  struct wb_check_report report = {0};
  struct wb_glossary glossary = {0};
  wb_check_glossary(&report, &course, &catalog, &glossary);
  wb_check_texts(&report, &course, &catalog, index, &glossary);
  wb_glossary_release(&glossary);
  return report;
}

/* The one fault is that of `check`, at that place. */
static void check_one_fault(size_t index, const char *check, const char *file, unsigned line,
                            const char *words) {
  struct wb_check_report report = check_puzzle(index);
  const struct wb_check_item *fault = NULL;
  for (size_t i = 0; i < report.count && fault == NULL; i++)
    if (report.items[i].outcome == WB_CHECK_FAULT) fault = &report.items[i];
  if (wb_check_count(&report, WB_CHECK_FAULT) != 1) print_faults(&report);
  CHECK_INT(wb_check_count(&report, WB_CHECK_FAULT), 1);
  if (fault != NULL) {
    CHECK_STRING(fault->check, check);
    CHECK_STRING(fault->file, file);
    CHECK_INT(fault->line, line);
    if (!CHECK(strstr(fault->message, words) != NULL)) printf("# %s\n", fault->message);
  }
  wb_check_report_release(&report);
}

static void check_lesson(const char *markdown, const char *check, unsigned line,
                         const char *words) {
  write_file("puzzles/01-add/lesson.md", markdown);
  check_one_fault(0, check, "puzzles/01-add/lesson.md", line, words);
  write_course();
}

static void check_no_fault(const char *markdown) {
  write_file("puzzles/01-add/lesson.md", markdown);
  struct wb_check_report report = check_puzzle(0);
  print_faults(&report);
  CHECK_INT(wb_check_count(&report, WB_CHECK_FAULT), 0);
  wb_check_report_release(&report);
  write_course();
}

static void remove_page(const char *path) {
  char *file = wb_path_join(root, path);
  CHECK_INT(unlink(file), 0);
  free(file);
}

static void missing_pages_are_named(void) {
  static const struct {
    const char *path, *check;
  } pages[] = {{"puzzles/01-add/explained.md", "explanation-present"},
               {"puzzles/chapters/one.md", "chapter-present"}};
  write_course();
  for (size_t i = 0; i < 2; i++) {
    remove_page(pages[i].path);
    check_one_fault(0, pages[i].check, pages[i].path, 0, "is missing");
    write_course();
  }
  write_file("puzzles/01-add/explained.md", "\n");
  check_one_fault(0, "explanation-present", "puzzles/01-add/explained.md", 0, "is empty");
  write_course();
  write_file("solutions/01-add/right/other.cl", "");
  check_one_fault(0, "explanation-names", "puzzles/01-add/explained.md", 0, "right/other.cl");
  remove_page("solutions/01-add/right/other.cl");
}

static void pages_of_no_chapter_are_named(void) {
  struct wb_check_report report = {0};
  write_file("puzzles/chapters/onne.md", "# A\n");
  wb_check_chapters(&report, &course, &catalog);
  if (CHECK_INT(report.count, 1)) {
    CHECK_STRING(report.items[0].check, "chapter-known");
    CHECK_STRING(report.items[0].file, "puzzles/chapters/onne.md");
    CHECK_STRING(report.items[0].remedy, "Did you mean one.md?");
  }
  wb_check_report_release(&report);
  remove_page("puzzles/chapters/onne.md");
  wb_check_chapters(&report, &course, &catalog);
  CHECK_INT(wb_check_count(&report, WB_CHECK_PASSED), 1);
  wb_check_report_release(&report);
}

static void drawings_have_words_and_fit(void) {
  check_lesson("# A\n\n```\n|\n```\n", "drawing-words", 3, "no words");
  check_lesson(
      "# A\n\n<!-- drawing: x -->\n```\n"
      "123456789 123456789 123456789 123456789 123456789 123456789 1\n```\n",
      "drawing-width", 4, "61 columns wide, more than 60");
  check_no_fault(
      "# A\n\n<!-- drawing: x -->\n```\n"
      "123456789 123456789 123456789 123456789 123456789 123456789 \n```\n");
  check_no_fault(
      "# A\n\n<!-- drawing: arrows of three bytes each -->\n```\n"
      "▶▶▶▶▶▶▶▶▶▶▶▶▶▶▶▶▶▶▶▶▶▶▶▶▶▶▶▶▶▶▶▶▶▶▶▶▶▶▶▶\n```\n");
}

static void given_files_fit(void) {
  char *files[] = {"tile.cl", "data.bin"};
  puzzles[0].files = files;
  puzzles[0].n_files = 2;
  write_file("puzzles/01-add/data.bin", WIDE);
  write_file("puzzles/01-add/tile.cl", "// short\n" WIDE "\n");
  check_one_fault(0, "file-width", "puzzles/01-add/tile.cl", 2, "61 columns wide, more than 60");
  write_file("puzzles/01-add/tile.cl", "// ▶▶▶▶▶▶▶▶▶▶▶▶▶▶▶▶▶▶▶▶▶▶▶▶▶▶▶▶▶▶▶▶▶▶▶▶▶▶▶▶\n\n");
  check_no_fault("# A\n");
  remove_page("puzzles/01-add/tile.cl");
  remove_page("puzzles/01-add/data.bin");
  puzzles[0].n_files = 0;
  write_file("kernels/01-add.cl", "\n\n" WIDE);
  check_one_fault(0, "file-width", "kernels/01-add.cl", 3, "61 columns wide");
  write_course();
}

static void links_lead_somewhere(void) {
  check_lesson("# A\n\ntext\n[b](../03-none/lesson.md)\n", "page-links", 4, "no such file");
  check_lesson("# A\n\n[b](#c)\n", "page-links", 3, "heading that is not there");
  check_lesson("# A\n\n[b](../02-tile/lesson.md#none)\n", "page-links", 3,
               "heading that is not there");
  check_lesson("# A\n\n[b](javascript:alert(1))\n", "page-links", 3, "neither");
  check_lesson("# A\n\n[b](/etc/passwd)\n", "page-links", 3, "neither");
  check_lesson("# A\n\n[b](../../../x/lesson.md)\n", "page-links", 3, "neither");
  check_lesson("# A\n\n[b](../../kernels/01-add.cl)\n", "page-links", 3, "no page of the course");
  check_lesson("# A\n\n![b](b.png)\n", "page-links", 3, "picture");
  check_no_fault(
      "# A b\n\n[b](#a-b) [c](../02-tile/lesson.md#tile) <https://example.org/x>"
      " [d](../glossary.md#kernel) [e](../chapters/one.md)\n");
}

static void words_come_after_their_introduction(void) {
  check_lesson("# A\n\nA kernel\nwith *local\nmemory*.\n", "page-words", 4, "\"local memory\"");
  check_lesson("# A\n\nA kernel with `__local float *t`.\n", "page-words", 3, "02-tile");
  check_lesson("# Barriers\n\nA kernel.\n", "page-words", 1, "\"barrier\"");
  check_lesson("# A\n\n- kernel\n- BARRIER\n", "page-words", 4, "\"barrier\"");
  check_lesson("# A\n\nThe barrier's price, for a kernel.\n", "page-words", 3, "\"barrier\"");
  /* What only looks like it. */
  check_no_fault(
      "# A\n\nA kernel of corn in localmemory, barrierless, non-barrier, `__local_x`,\n"
      "`local` memory.\n\n```c\nbarrier(0); // local memory\n```\n");
}

static void the_glossary_is_checked(void) {
  write_file("puzzles/glossary.md", "## kernel\n\nA function.\n\n- introduced: nobody\n");
  check_one_fault(0, "glossary-valid", "puzzles/glossary.md", 1, "\"nobody\", which is not there");
  write_file("puzzles/glossary.md", "# G\n\n## halo\n\nAn edge.\n\n- introduced: add\n");
  check_one_fault(0, "glossary-valid", "puzzles/glossary.md", 3, "do not use it");
  write_file("puzzles/glossary.md", "## a\n\nB.\n\n## a\n\nC.\n");
  check_one_fault(0, "glossary-valid", "puzzles/glossary.md", 5, "twice");
  write_file("puzzles/glossary.md", "## a\n\n- CUDA: b\n");
  check_one_fault(0, "glossary-valid", "puzzles/glossary.md", 1, "no meaning");
  write_file("puzzles/glossary.md", "## a\n\nB.\n\n- Cuda: b\n");
  check_one_fault(0, "glossary-valid", "puzzles/glossary.md", 5, "none of CUDA");
  write_file("puzzles/glossary.md", "## a\n\nB.\n\n- Metal: -\n");
  check_one_fault(0, "glossary-valid", "puzzles/glossary.md", 5, "no line for Metal");
  write_file("puzzles/glossary.md", "## a\n\nB.\n\n- CUDA: c\n- HIP: c\n");
  check_one_fault(0, "glossary-valid", "puzzles/glossary.md", 1, "leave it out");
  write_file("puzzles/glossary.md", "## a\n\nB.\n\n- CUDA: b,\n  c\n");
  check_one_fault(0, "glossary-valid", "puzzles/glossary.md", 6, "before its list");
  write_course();
}

static void check_hints_of(char *first, char *second, const char *check, const char *words) {
  char *own[] = {first, second};
  puzzles[0].hints = own;
  puzzles[0].n_hints = second != NULL ? 2 : first != NULL ? 1 : 0;
  if (check != NULL) {
    check_one_fault(0, check, "puzzles/01-add/puzzle.lua", 0, words);
  } else {
    struct wb_check_report report = check_puzzle(0);
    print_faults(&report);
    CHECK_INT(wb_check_count(&report, WB_CHECK_FAULT), 0);
    wb_check_report_release(&report);
  }
  puzzles[0].hints = hints;
  puzzles[0].n_hints = 3;
}

static void hints_climb_and_hold_no_solution(void) {
  check_hints_of(NULL, NULL, "hints-present", "no hints");
  check_hints_of("Read.", "...", "hints-present", "hint 2 is empty");
  check_hints_of("Read it.", "Read, it!", "hints-present", "hint 2 says the same as hint 1");
  check_hints_of("Write `out[i]`, from `a[i]`.", "Read `a[i]`.", "hints-climb",
                 "hint 1 has 3 names and numbers");
  check_hints_of("Read.", "It is `out[i] = a[i] + 10;`.", "hints-closed", "holds the solution");
  check_hints_of("Read.", "Let out[i] = a[i] + 10 do it.", "hints-closed", "holds the solution");
  check_hints_of("Read.", "It is:\n\n    out [i]=a[ i ]+10.0f ;\n", "hints-closed",
                 "holds the solution");
  check_hints_of("Read.", "Then a barrier, with `out[i]`.", "hints-words",
                 "hint 2 uses \"barrier\"");
  /* Parts of it, and what the starter says already, are no solution. */
  check_hints_of("Read.", "`out[i]` gets `a[i] + 10`, if `i < 4`; `size_t i = get_global_id(0);`.",
                 NULL, NULL);
}

/* ---- code ------------------------------------------------------------------------------------ */

static void check_source(const char *markdown, const char *expected, bool must_fail) {
  struct wb_page_codes codes = {0};
  write_file("puzzles/01-add/lesson.md", markdown);
  wb_page_codes_find(&course, &catalog, 0, &codes);
  if (CHECK_INT(codes.count, 1)) {
    CHECK_STRING(codes.items[0].source, expected);
    CHECK_STRING(codes.items[0].part, "lesson.md:4");
    CHECK_INT(codes.items[0].line, 5);
    CHECK_INT(codes.items[0].must_fail, must_fail);
  }
  wb_page_codes_release(&codes);
  write_course();
}

static void code_becomes_a_file(void) {
  static const char head[] =
      "__kernel void add(__global float *out,\n"
      "                  __global const float *a) {\n"
      "  size_t i = get_global_id(0);\n\n  // Your code here.\n";
  char *expected = wb_format("%s{ int b;\n{\n#line 5\nout[i] = b;\n\n}}}\n", head);
  check_source("# A\n\n<!-- code: int b; -->\n```c\nout[i] = b;\n```\n", expected, false);
  free(expected);
  expected = wb_format("%s{ \n{\n#line 5\nif (i) {\n\n}\n}}}\n", head);
  check_source("# A\n\n<!-- code: does not compile -->\n```c\nif (i) {\n```\n", expected, true);
  free(expected);
  check_source("# A\n\nb\n```cl\n__kernel void add(int a) {\n```\n",
               "#line 5\n__kernel void add(int a) {\n\n}\n", false);
  expected = wb_format("#line 5\n__kernel void b(int a) {}\n\n%s}\n", head);
  check_source("# A\n\nb\n```c\n__kernel void b(int a) {}\n```\n", expected, false);
  free(expected);
}

static void check_code_result(bool must_fail, const struct wb_result *result,
                              enum wb_check_outcome outcome, unsigned line) {
  struct wb_check_report report = {0};
  const struct wb_page_code code = {
      .part = "lesson.md:3", .file = "l", .line = 4, .must_fail = must_fail};
  wb_check_page_code(&report, "01-add", &code, result);
  if (CHECK_INT(report.count, 1)) {
    CHECK_INT(report.items[0].outcome, outcome);
    CHECK_INT(report.items[0].line, line);
  }
  wb_check_report_release(&report);
}

static void code_must_compile_unless_it_says_so(void) {
  struct wb_diagnostic error = {.line = 6, .severity = WB_SEVERITY_ERROR};
  struct wb_result wrong = {.verdict = WB_VERDICT_WRONG_ANSWER, .detail = ""};
  struct wb_result bad = {
      .verdict = WB_VERDICT_COMPILE_ERROR, .detail = "", .diagnostics = &error, .n_diagnostics = 1};
  struct wb_result ours = {.verdict = WB_VERDICT_JUDGE_ERROR, .detail = "no device"};
  check_code_result(false, NULL, WB_CHECK_PASSED, 4);
  check_code_result(false, &wrong, WB_CHECK_PASSED, 4);
  check_code_result(false, &bad, WB_CHECK_FAULT, 6);
  check_code_result(true, &bad, WB_CHECK_PASSED, 4);
  check_code_result(true, NULL, WB_CHECK_FAULT, 4);
  check_code_result(false, &ours, WB_CHECK_SKIPPED, 4);
}

/* `count` lines of a code block, or words, after a heading. */
static void write_long(const char *path, const char *heading, const char *one, size_t count,
                       const char *end) {
  struct wb_str text;
  wb_str_init(&text);
  wb_str_add(&text, heading);
  for (size_t i = 0; i < count; i++) wb_str_add(&text, one);
  wb_str_add(&text, end);
  write_file(path, text.data);
  wb_str_release(&text);
}

/* What is suggested of the first puzzle, as "lesson-long lesson.md: message"; "" where nothing is.
 */
static void check_suggestion(const char *wanted) {
  struct wb_check_report report = check_puzzle(0);
  char *got = wb_strdup("");
  for (size_t i = 0; i < report.count; i++) {
    const struct wb_check_item *item = &report.items[i];
    if (item->outcome != WB_CHECK_SUGGESTION) continue;
    free(got);
    got = wb_format("%s %s: %s", item->check, item->part, item->message);
  }
  CHECK_STRING(got, wanted);
  free(got);
  wb_check_report_release(&report);
}

static void lengths_are_suggested(void) {
  const char *lesson = "puzzles/01-add/lesson.md", *explained = "puzzles/01-add/explained.md";
  write_course();
  check_suggestion("");
  /* The title stands above the page. */
  write_long(lesson, "# Add\n\n<!-- drawing: Lines. -->\n```\n", "x\n", 40, "```\n");
  check_suggestion("");
  write_long(lesson, "# Add\n\n<!-- drawing: Lines. -->\n```\n", "x\n", 41, "```\n");
  check_suggestion(
      "lesson-long lesson.md: it takes 41 rows of 80 columns: more than two screens of 80x24");
  write_course();
  write_long(explained, "# Why\n\n", "so ", 249, "\n");
  check_suggestion("");
  write_long(explained, "# Why\n\n", "so ", 250, "\n");
  check_suggestion(
      "explanation-long explained.md: it has 251 words outside of code and drawings: more than "
      "250");
  write_long(explained, "# Why\n\nSo.\n\n```c\n", "int so;\n", 300, "```\n");
  check_suggestion("");
  write_course();
}

int main(void) {
  if (mkdtemp(root) == NULL) return 1;
  write_course();
  tap_run("the course's own texts are right", the_course_is_right);
  tap_run("pages that are missing are named", missing_pages_are_named);
  tap_run("pages of no chapter are named", pages_of_no_chapter_are_named);
  tap_run("drawings have words and fit", drawings_have_words_and_fit);
  tap_run("starters and given files fit", given_files_fit);
  tap_run("links lead somewhere", links_lead_somewhere);
  tap_run("words come after their introduction", words_come_after_their_introduction);
  tap_run("the glossary is checked", the_glossary_is_checked);
  tap_run("hints climb, and hold no solution", hints_climb_and_hold_no_solution);
  tap_run("code becomes a file that is compiled", code_becomes_a_file);
  tap_run("code must compile, unless the page says otherwise", code_must_compile_unless_it_says_so);
  tap_run("texts that are long are suggested to be shorter", lengths_are_suggested);
  char *command = wb_format("rm -rf %s", root);
  const int removed = system(command);
  free(command);
  return removed == 0 ? tap_finish() : 1;
}
