/* course.lua: what it says, and what it says wrong. */
#include "script/course_spec.h"

#include "course.h"

#define BEGIN "local puzzle = require 'puzzle'\nreturn puzzle.course {\n"
#define GOOD "format = 1, name = 'a', title = 'A',\n"

static enum wb_status load_text(const char *text, struct wb_course_spec *spec,
                                struct wb_error *err) {
  err->where[0] = err->message[0] = '\0';
  course_write("course.lua", text, strlen(text));
  return wb_course_spec_load(course_root, spec, err);
}

static void a_course_without_one_lets_learners_see_all(void) {
  struct wb_course_spec spec;
  CHECK_INT(wb_course_spec_load(course_root, &spec, NULL), WB_OK);
  CHECK(!spec.exists && spec.name == NULL && spec.solutions == NULL && spec.hints_after == 0);
  wb_course_spec_release(&spec);
}

static void every_field_is_read(void) {
  struct wb_course_spec spec;
  struct wb_error err;
  CHECK_INT(load_text(BEGIN "format = 1, name = 'org.example.gpu-101', title = 'GPU 101',\n"
                            "version = '2', authors = { 'A', 'B' }, language = 'en',\n"
                            "license = 'MIT', chapters = { 'One', 'Two' },\n"
                            "hints = { after = 3, singly = true }, solutions = 'never',\n"
                            "pack = 'student' }\n",
                      &spec, &err),
            WB_OK);
  CHECK_STRING(spec.name, "org.example.gpu-101");
  CHECK_STRING(spec.title, "GPU 101");
  CHECK_STRING(spec.version, "2");
  CHECK_STRING(spec.language, "en");
  CHECK_STRING(spec.license, "MIT");
  CHECK_INT(spec.authors.count, 2);
  CHECK_STRING(spec.chapters.items[1], "Two");
  CHECK_INT(spec.hints_after, 3);
  CHECK(spec.hints_singly);
  CHECK_STRING(spec.solutions, "never");
  CHECK_STRING(spec.pack, "student");
  wb_course_spec_release(&spec);
}

#define PUZZLES "puzzles = { 'first' }"
#define HW1 "{ name = 'hw1', " PUZZLES

/* Folders of puzzles, with and without a spec. */
static void make_puzzles(void) {
  course_write("puzzles/01-first/puzzle.lua", "", 0);
  course_write("puzzles/02-second/puzzle.lua", "", 0);
  course_write("puzzles/03-third/lesson.md", "", 0);
}

static void every_field_of_an_assignment_is_read(void) {
  struct wb_course_spec spec;
  struct wb_error err;
  CHECK_INT(
      load_text(BEGIN GOOD
                "assignments = { { name = 'hw-1', title = 'One', puzzles = { 'second', "
                "'07-first' }, points = { ['01-second'] = 2.5 },\n"
                "opens = '2026-11-02T08:00:00+01:00', due = '2026-12-01T23:59Z',\n"
                "late = { grace = '15m', each = 'hour', factor = 0.25, closes = '3d', floor = "
                "0.5 }, attempts = { count = 'chosen', most = 3 },\n"
                "feedback = { hidden = 'after-due', attempts = 5 }, seed = 'person' } } }",
                &spec, &err),
      WB_OK);
  CHECK_INT(spec.n_assignments, 1);
  const struct wb_assignment *hw = spec.assignments;
  CHECK_STRING(hw->name, "hw-1");
  CHECK_STRING(hw->title, "One");
  CHECK_INT(hw->n_puzzles, 2);
  CHECK_STRING(hw->puzzles[0].slug, "02-second");
  CHECK(hw->puzzles[0].points == 2.5);
  CHECK_STRING(hw->puzzles[1].slug, "01-first");
  CHECK(hw->puzzles[1].points == 10 && wb_assignment_points(hw) == 12.5);
  CHECK_STRING(hw->opens_text, "2026-11-02T08:00:00+01:00");
  CHECK_INT(hw->opens, 1793602800);
  CHECK_STRING(hw->due_text, "2026-12-01T23:59Z");
  CHECK_INT(hw->due, 1796169540);
  CHECK(hw->has_late);
  CHECK_INT(hw->late.grace, 15 * 60);
  CHECK_INT(hw->late.each, WB_LATE_EACH_HOUR);
  CHECK(hw->late.factor == 0.25 && hw->late.floor == 0.5);
  CHECK_INT(hw->late.closes, 3 * 86400);
  CHECK_INT(hw->attempts_counted, WB_ATTEMPTS_CHOSEN);
  CHECK_INT(hw->attempts_most, 3);
  CHECK_INT(hw->hidden, WB_HIDDEN_AFTER_DUE);
  CHECK_INT(hw->feedback_attempts, 5);
  CHECK_INT(hw->seed, WB_SEEDS_OF_PERSON);
  wb_course_spec_release(&spec);
}

static void what_an_assignment_leaves_out_is_usual(void) {
  struct wb_course_spec spec;
  struct wb_error err;
  CHECK_INT(load_text(BEGIN GOOD "assignments = { " HW1 " }, { name = 'hw2', " PUZZLES " } } }",
                      &spec, &err),
            WB_OK);
  CHECK_INT(spec.n_assignments, 2);
  const struct wb_assignment *hw = wb_assignment_named(spec.assignments, 2, "hw2");
  CHECK(hw != NULL && hw->title == NULL && hw->due_text == NULL && hw->opens_text == NULL);
  CHECK(!hw->has_late && hw->attempts_most == 0 && hw->feedback_attempts == 0);
  CHECK_INT(hw->attempts_counted, WB_ATTEMPTS_BEST);
  CHECK_INT(hw->hidden, WB_HIDDEN_VERDICT);
  CHECK_INT(hw->seed, WB_SEEDS_OF_SPEC);
  CHECK(wb_assignment_puzzle(hw, "01-first")->points == 10);
  CHECK(wb_assignment_puzzle(hw, "02-second") == NULL);
  CHECK(wb_assignment_named(spec.assignments, 2, "hw3") == NULL);
  wb_course_spec_release(&spec);
}

static const struct mistake {
  const char *text, *where, *message;
} mistakes[] = {
    {BEGIN GOOD "titel = 'B' }", "course.lua:4", "titel: unknown field; did you mean 'title'?"},
    {BEGIN "name = 'a', title = 'A' }", "course.lua:2", "format: is missing; write format = 1"},
    {BEGIN "format = 2,\nfuture = 1 }", "course.lua:3", "format 2, for a newer workbench"},
    {BEGIN "format = 0, name = 'a', title = 'A' }", "course.lua:3", "does not know any more"},
    {BEGIN "format = '1' }", "course.lua:3", "format: must be"},
    {BEGIN "format = 1, title = 'A' }", "course.lua:2", "name: "},
    {BEGIN "format = 1, name = 'a' }", "course.lua:2", "title: "},
    {BEGIN "format = 1, title = 'A',\nname = '../a' }", "course.lua:4", "is no name for a course"},
    {BEGIN "format = 1, title = 'A',\nname = '.a' }", "course.lua:4", "is no name for a course"},
    {BEGIN "format = 1, title = 'A',\nname = 'Big' }", "course.lua:4", "is no name for a course"},
    {BEGIN GOOD "solutions = 'solvd' }", "course.lua:4",
     "solutions: unknown word 'solvd'; did you mean 'solved'?"},
    {BEGIN GOOD "pack = 'teacher' }", "course.lua:4", "pack: unknown word 'teacher'"},
    {BEGIN GOOD "hints = {\nafte = 1 } }", "course.lua:5",
     "hints.afte: unknown field; did you mean 'after'?"},
    {BEGIN GOOD "hints = { after = -1 } }", "course.lua:4", "hints.after: "},
    {BEGIN GOOD "hints = 'late' }", "course.lua:4", "hints: "},
    {BEGIN GOOD "authors = 'me' }", "course.lua:4", "authors: "},
    {BEGIN GOOD "title = 'B' }", "course.lua:4", "'title' is given twice, on line 3 too"},
    {BEGIN GOOD "assignments = 'hw1' }", "course.lua:4", "assignments: must be a list"},
    {BEGIN GOOD "assignments = {\n" HW1 ",\nlat = {} } } }", "course.lua:6",
     "assignments[1].lat: unknown field; did you mean 'late'?"},
    {BEGIN GOOD "assignments = { {" PUZZLES "} } }", "course.lua:4", "assignments[1].name: "},
    {BEGIN GOOD "assignments = { " HW1 ",\nseed = 'persons' } } }", "course.lua:5",
     "assignments[1].seed: unknown word 'persons'; did you mean 'person'?"},
    {BEGIN GOOD "assignments = { " HW1 ",\nseed = 7 } } }", "course.lua:5",
     "assignments[1].seed: must be a string, not the number 7"},
    {BEGIN GOOD "assignments = { { name = 'HW 1', " PUZZLES "} } }", "course.lua:4",
     "'HW 1' is no name for an assignment"},
    {BEGIN GOOD "assignments = { { name = '-1', " PUZZLES "} } }", "course.lua:4", "is no name"},
    {BEGIN GOOD "assignments = { " HW1 " },\n" HW1 " } } }", "course.lua:5",
     "assignments[2].name: 'hw1' is the name of another assignment, too"},
    {BEGIN GOOD "assignments = { { name = 'a' } } }", "course.lua:4",
     "assignments[1].puzzles: is missing"},
    {BEGIN GOOD "assignments = { { name = 'a', puzzles = {} } } }", "course.lua:4", "is empty"},
    {BEGIN GOOD "assignments = { { name = 'a', puzzles = { 'first',\n'secnd' } } } }",
     "course.lua:5",
     "assignments[1].puzzles[2]: the course has no puzzle 'secnd'; did you mean 'second'?"},
    {BEGIN GOOD "assignments = { { name = 'a', puzzles = { 'third' } } } }", "course.lua:4",
     "the course has no puzzle 'third'"},
    {BEGIN GOOD "assignments = { { name = 'a', puzzles = { '../../x' } } } }", "course.lua:4",
     "the course has no puzzle '../../x'"},
    {BEGIN GOOD "assignments = { { name = 'a', puzzles = { '1' } } } }", "course.lua:4",
     "'1' is a number, which another puzzle may have"},
    {BEGIN GOOD "assignments = { { name = 'a', puzzles = { 1 } } } }", "course.lua:4",
     "must be a puzzle's name, not the number 1"},
    {BEGIN GOOD "assignments = { { name = 'a', puzzles = { 'first', '01-first' } } } }",
     "course.lua:4", "assignments[1].puzzles[2]: '01-first' is there twice"},
    {BEGIN GOOD "assignments = { " HW1 ", points = {\nsecond = 1 } } } }", "course.lua:5",
     "assignments[1].points.second: '02-second' is not one of the assignment's puzzles"},
    {BEGIN GOOD "assignments = { " HW1 ", points = { fist = 1 } } } }", "course.lua:4",
     "has no puzzle 'fist'; did you mean 'first'?"},
    {BEGIN GOOD "assignments = { " HW1 ", points = { first = 1, ['01-first'] = 1 } } } }",
     "course.lua:4", "points for the second time"},
    {BEGIN GOOD "assignments = { " HW1 ", points = { first = -1 } } } }", "course.lua:4",
     "is out of range"},
    {BEGIN GOOD "assignments = { " HW1 ", points = { 10 } } } }", "course.lua:4",
     "points are written"},
    {BEGIN GOOD "assignments = { " HW1 ", points = 10 } } }", "course.lua:4", "must be a table"},
    {BEGIN GOOD "assignments = { " HW1 ",\ndue = '2026-12-01T23:59:00' } } }", "course.lua:5",
     "due: '2026-12-01T23:59:00' has no offset from UTC"},
    {BEGIN GOOD "assignments = { " HW1 ", due = '1 December' } } }", "course.lua:4",
     "is not a date with a time and an offset"},
    {BEGIN GOOD "assignments = { " HW1 ", due = '2026-02-29T00:00Z' } } }", "course.lua:4",
     "is a day or a time that there is not"},
    {BEGIN GOOD "assignments = { " HW1 ", opens = '2026-12-01T23:59+00:00',\n"
                "due = '2026-12-02T00:30+01:00' } } }",
     "course.lua:5", "due: '2026-12-02T00:30+01:00' is not after opens"},
    {BEGIN GOOD "assignments = { " HW1 ", late = {} } } }", "course.lua:4",
     "assignments[1].late: is there, and no due"},
    {BEGIN GOOD "assignments = { " HW1 ", late = { grace = '15' } } } }", "course.lua:4",
     "late.grace: must be a time as"},
    {BEGIN GOOD "assignments = { " HW1 ", late = { grace = '99999d' } } } }", "course.lua:4",
     "late.grace: must be a time as"},
    {BEGIN GOOD "assignments = { " HW1 ", late = { grace = 900 } } } }", "course.lua:4",
     "late.grace: must be a time as"},
    {BEGIN GOOD "assignments = { " HW1 ", late = { each = 'dya' } } } }", "course.lua:4",
     "late.each: unknown word 'dya'; did you mean 'day'?"},
    {BEGIN GOOD "assignments = { " HW1 ", late = { factor = 1.5 } } } }", "course.lua:4",
     "late.factor: 1.5 is out of range (0 to 1)"},
    {BEGIN GOOD "assignments = { " HW1 ", late = { grace = '1h', closes = '60m' } } } }",
     "course.lua:4", "late.closes: is not after the end of grace"},
    {BEGIN GOOD "assignments = { " HW1 ", late = { ['until'] = '3d' } } } }", "course.lua:4",
     "late.until: unknown field"},
    {BEGIN GOOD "assignments = { " HW1 ", attempts = { most = 0 } } } }", "course.lua:4",
     "attempts.most: 0 is out of range"},
    {BEGIN GOOD "assignments = { " HW1 ", attempts = { count = 1 } } } }", "course.lua:4",
     "attempts.count: must be a string, not the number 1"},
    {BEGIN GOOD "assignments = { " HW1 ", feedback = { hidden = 'after-due' } } } }",
     "course.lua:4", "feedback.hidden: is \"after-due\", and the assignment has no due"},
    {"return { format = 1 }", "course.lua", "must end with: return puzzle.course"},
    {"return puzzle.kernel {}", "course.lua:1", "puzzle"},
    {"x =", "course.lua:1", "near"},
};

static void every_mistake_has_its_line(void) {
  for (size_t i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++) {
    struct wb_course_spec spec;
    struct wb_error err;
    CHECK_INT(load_text(mistakes[i].text, &spec, &err), WB_ERR_SPEC);
    CHECK_STRING(err.where, mistakes[i].where);
    if (!CHECK(strstr(err.message, mistakes[i].message) != NULL))
      printf("# %s\n#  has no: %s\n", err.message, mistakes[i].message);
    wb_course_spec_release(&spec);
  }
}

static void a_folder_in_its_place_is_a_mistake(void) {
  struct wb_course_spec spec;
  struct wb_error err = {0};
  char *path = wb_path_join(course_root, "course.lua");
  remove(path);
  CHECK_INT(wb_make_directories(path, NULL), WB_OK);
  CHECK_INT(wb_course_spec_load(course_root, &spec, &err), WB_ERR_SPEC);
  CHECK_STRING(err.where, "course.lua");
  wb_course_spec_release(&spec);
  remove(path);
  free(path);
}

static void a_chapter_that_the_course_has_not_is_a_mistake(void) {
  struct wb_course_spec spec;
  struct wb_error err = {0};
  char *text = course_spec("return { out = case.a }");
  const char *place = strstr(text, "entry = 'k',");
  struct wb_str whole;
  wb_str_init(&whole);
  wb_str_addf(&whole, "%.*schapter = 'Oe', %s", (int)(place - text), text, place);
  struct wb_puzzle *puzzle = course_load(whole.data, whole.length, NULL, &err);
  CHECK(puzzle != NULL);
  CHECK_INT(load_text(BEGIN GOOD "chapters = { 'One', 'Two' } }", &spec, &err), WB_OK);
  CHECK_INT(wb_course_spec_check_chapter(&spec, puzzle, &err), WB_ERR_SPEC);
  CHECK_STRING(err.where, COURSE_LABEL ":3");
  CHECK_STRING(err.message, "chapter: course.lua has no chapter 'Oe'; did you mean 'One'?");
  wb_course_spec_release(&spec);
  CHECK_INT(load_text(BEGIN GOOD "chapters = { 'Oe' } }", &spec, &err), WB_OK);
  CHECK_INT(wb_course_spec_check_chapter(&spec, puzzle, &err), WB_OK);
  wb_course_spec_release(&spec);
  CHECK_INT(load_text(BEGIN GOOD "}", &spec, &err), WB_OK);
  CHECK_INT(wb_course_spec_check_chapter(&spec, puzzle, &err), WB_OK);
  wb_course_spec_release(&spec);
  wb_puzzle_free(puzzle);
  wb_str_release(&whole);
  free(text);
}

int main(void) {
  course_begin();
  make_puzzles();
  tap_run("a course without one lets learners see all", a_course_without_one_lets_learners_see_all);
  tap_run("every field is read", every_field_is_read);
  tap_run("every field of an assignment is read", every_field_of_an_assignment_is_read);
  tap_run("what an assignment leaves out is usual", what_an_assignment_leaves_out_is_usual);
  tap_run("every mistake has its line", every_mistake_has_its_line);
  tap_run("a folder in its place is a mistake", a_folder_in_its_place_is_a_mistake);
  tap_run("a chapter that the course has not is a mistake",
          a_chapter_that_the_course_has_not_is_a_mistake);
  course_end();
  return tap_finish();
}
