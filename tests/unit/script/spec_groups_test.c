/* The groups of a spec, and which of them each case counts in. Mistakes: tests/specs/bad. */
#include "course.h"
#include "script/student_spec.h"

/* A puzzle with these fields beside its parameters, and with cases of 1, 2 and 3 elements, the last
 * one hidden, whose further fields are given. */
static char *spec_with(const char *fields, const char *first, const char *second,
                       const char *third) {
  return wb_format(
      "local puzzle = require 'puzzle'\n"
      "return puzzle.kernel { title = 'T', concept = 'C', entry = 'k', %s\n"
      "  params = { { name = 'out', kind = 'output', type = 'int', shape = { 'n' } } },\n"
      "  cases = {\n"
      "    { name = 'one', sizes = { n = 1 }, global = { 1 }, ['local'] = { 1 }, %s },\n"
      "    { name = 'two', sizes = { n = 2 }, global = { 2 }, ['local'] = { 1 }, %s },\n"
      "    { name = 'SECRET', sizes = { n = 3 }, global = { 3 }, ['local'] = { 1 }, visible = "
      "false, %s } },\n"
      "  reference = function(case)\n"
      "    local out = {}\n"
      "    for i = 1, case.n do out[i] = i end\n"
      "    return { out = out }\n"
      "  end }\n",
      fields, first, second, third);
}

static struct wb_puzzle *load(const char *text) {
  struct wb_error err;
  struct wb_puzzle *puzzle = course_load(text, strlen(text), NULL, &err);
  if (!CHECK(puzzle != NULL)) printf("# %s: %s\n", err.where, err.message);
  return puzzle;
}

static struct wb_puzzle *load_with(const char *fields, const char *first, const char *second,
                                   const char *third) {
  char *text = spec_with(fields, first, second, third);
  struct wb_puzzle *puzzle = load(text);
  free(text);
  return puzzle;
}

#define GROUPS                                                                     \
  "groups = { { name = 'a', points = 1 }, { name = 'b', points = 4, of = 'each', " \
  "needs = 'c' }, { name = 'c', points = 2, of = 'all' } }, "

static void check_groups(const struct wb_puzzle *puzzle, uint32_t first, uint32_t second,
                         uint32_t third) {
  CHECK_INT(wb_puzzle_case_group(puzzle, 0), first);
  CHECK_INT(wb_puzzle_case_group(puzzle, 1), second);
  CHECK_INT(wb_puzzle_case_group(puzzle, 2), third);
}

static void groups_are_read(void) {
  struct wb_str words;
  struct wb_puzzle *puzzle = load_with(GROUPS, "group = 'b'", "group = 'a'", "group = 'c'");
  if (puzzle == NULL) return;
  wb_str_init(&words);
  CHECK_INT(puzzle->n_groups, 3);
  CHECK_STRING(puzzle->groups[1].name, "b");
  CHECK_INT(puzzle->groups[1].points, 4);
  CHECK(puzzle->groups[1].each && !puzzle->groups[0].each && !puzzle->groups[2].each);
  CHECK_INT(puzzle->groups[1].needed, 3); /* one that comes later */
  CHECK_INT(puzzle->groups[0].needed, 0);
  check_groups(puzzle, 2, 1, 3);
  CHECK_INT(wb_puzzle_group_line(puzzle, 1), 2);
  wb_puzzle_outline_group(puzzle, 1, &words);
  CHECK_STRING(words.data, "b: 4 points, each case brings its part, only with all of c");
  wb_str_clear(&words);
  wb_puzzle_outline_group(puzzle, 0, &words);
  CHECK_STRING(words.data, "a: 1 point");
  wb_str_release(&words);
  wb_puzzle_free(puzzle);
}

static void a_puzzle_without_groups_has_none(void) {
  struct wb_puzzle *puzzle = load_with("", "", "", "");
  if (puzzle == NULL) return;
  check_groups(puzzle, 0, 0, 0);
  CHECK_INT(puzzle->drawn_group, 0);
  wb_puzzle_free(puzzle);
}

static void a_case_that_names_no_group_has_that_of_its_step(void) {
  struct wb_puzzle *puzzle = load_with(
      "steps = { 'first', 'second' }, groups = { { name = 'second', points = 1 }, { name "
      "= 'first', points = 2 }, { name = 'extra', points = 1 } },",
      "step = 1", "step = 2", "step = 2, group = 'extra'");
  if (puzzle == NULL) return;
  check_groups(puzzle, 2, 1, 3);
  wb_puzzle_free(puzzle);
}

/* No case is without weight: check says what is wrong. */
static void a_case_without_any_group_counts_in_the_last(void) {
  struct wb_puzzle *puzzle = load_with(GROUPS, "group = 'a'", "", "group = 'b'");
  if (puzzle == NULL) return;
  check_groups(puzzle, 1, 3, 2);
  CHECK_INT(puzzle->case_groups[1], 0);
  wb_puzzle_free(puzzle);
}

#define DOMAIN "domain = { sizes = { n = { 1, 9 } }, ['local'] = { 1 }, global = { 'n' } %s },"

static void drawn_cases_count_in_the_last_group_or_the_one_that_the_domain_names(void) {
  static const struct {
    const char *domain;
    uint32_t group;
  } domains[] = {{"", 3}, {", group = 'a'", 1}};
  for (size_t i = 0; i < 2; i++) {
    char *fields = wb_format(GROUPS DOMAIN, domains[i].domain);
    struct wb_puzzle *puzzle = load_with(fields, "group = 'b'", "group = 'b'", "group = 'b'");
    struct wb_error err;
    free(fields);
    if (puzzle == NULL) continue;
    CHECK_INT(puzzle->drawn_group, domains[i].group);
    CHECK_INT(wb_puzzle_draw(puzzle, &err), WB_OK);
    CHECK_INT(wb_puzzle_case_group(puzzle, puzzle->n_cases + 1), domains[i].group);
    check_groups(puzzle, 2, 2, 2);
    wb_puzzle_free(puzzle);
  }
}

static void a_students_pack_keeps_groups_and_no_hidden_case(void) {
  struct wb_puzzle *author = load_with(GROUPS, "group = 'b'", "group = 'c'", "group = 'a'");
  struct wb_str text;
  struct wb_error err;
  if (author == NULL) return;
  wb_str_init(&text);
  CHECK_INT(wb_student_spec_write(author, &text, &err), WB_OK);
  CHECK(strstr(text.data, "SECRET") == NULL);
  struct wb_puzzle *student = load(text.data);
  if (student != NULL) {
    CHECK_INT(student->n_groups, 3);
    CHECK_INT(student->n_cases, 2);
    CHECK_INT(student->left_out, 1);
    CHECK_STRING(student->groups[1].name, "b");
    CHECK_INT(student->groups[1].points, 4);
    CHECK_INT(student->groups[1].needed, 3);
    CHECK(student->groups[1].each && !student->groups[2].each);
    CHECK_INT(wb_puzzle_case_group(student, 0), 2);
    CHECK_INT(wb_puzzle_case_group(student, 1), 3);
  }
  wb_puzzle_free(student);
  wb_puzzle_free(author);
  wb_str_release(&text);
}

int main(void) {
  course_begin();
  tap_run("groups are read", groups_are_read);
  tap_run("a puzzle without groups has none", a_puzzle_without_groups_has_none);
  tap_run("a case that names no group has that of its step",
          a_case_that_names_no_group_has_that_of_its_step);
  tap_run("a case without any group counts in the last",
          a_case_without_any_group_counts_in_the_last);
  tap_run("drawn cases count in the last group, or the one that the domain names",
          drawn_cases_count_in_the_last_group_or_the_one_that_the_domain_names);
  tap_run("a student's pack keeps groups, and no hidden case",
          a_students_pack_keeps_groups_and_no_hidden_case);
  course_end();
  return tap_finish();
}
