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
  tap_run("a course without one lets learners see all", a_course_without_one_lets_learners_see_all);
  tap_run("every field is read", every_field_is_read);
  tap_run("every mistake has its line", every_mistake_has_its_line);
  tap_run("a folder in its place is a mistake", a_folder_in_its_place_is_a_mistake);
  tap_run("a chapter that the course has not is a mistake",
          a_chapter_that_the_course_has_not_is_a_mistake);
  course_end();
  return tap_finish();
}
