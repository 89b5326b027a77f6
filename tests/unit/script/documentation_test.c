/* The tensor module's functions, the fields of specs, their manuals and what editors are told
 * agree. */
#include <lauxlib.h>

#include "course.h"
#include "base/str.h"
#include "script/spec_fields.h"
#include "script/tensor_lua.h"

static struct wb_str manual, annotations, spec_manual, course_manual, points_manual,
    spec_annotations;

static int check_names(lua_State *lua) {
  wb_tensor_lua_push_module(lua);
  lua_pushnil(lua);
  while (lua_next(lua, -2) != 0) {
    char text[80];
    const char *name = lua_tostring(lua, -2);
    snprintf(text, sizeof text, "function tensor.%s(", name);
    if (!CHECK(strstr(annotations.data, text) != NULL)) printf("# lua/tensor.lua lacks %s\n", name);
    bool found = false;
    for (const char *at = manual.data; (at = strstr(at, name)) != NULL && !found; at++)
      found = strchr("`. :", at[-1]) != NULL && strchr("`( )[", at[strlen(name)]) != NULL;
    if (!CHECK(found)) printf("# docs/tensors.md lacks %s\n", name);
    lua_pop(lua, 1);
  }
  return 0;
}

static int check_annotations(lua_State *lua) {
  static const char mark[] = "\nfunction tensor.";
  wb_tensor_lua_push_module(lua);
  for (const char *at = annotations.data; (at = strstr(at, mark)) != NULL;) {
    at += strlen(mark);
    lua_pushlstring(lua, at, strcspn(at, "("));
    if (!CHECK(lua_rawget(lua, -2) == LUA_TFUNCTION)) printf("# no function %.20s\n", at);
    lua_pop(lua, 1);
  }
  return 0;
}

static void run(lua_CFunction function) {
  static const struct wb_script_options none;
  struct wb_script *script = NULL;
  CHECK(wb_script_new(".", "test", &none, &script, NULL) == WB_OK);
  CHECK(wb_script_protect(script, function, NULL, NULL) == WB_OK);
  wb_script_free(script);
}

static void every_function_is_documented(void) { run(check_names); }
static void every_documented_function_exists(void) { run(check_annotations); }

/* ---- fields of specs ---- */

static size_t count_lines(const char *from, const char *to, const char *begin) {
  size_t count = 0;
  for (const char *at = from; at != NULL && at < to; at = strchr(at, '\n'), at += at != NULL)
    count += strncmp(at, begin, strlen(begin)) == 0;
  return count;
}

static const struct wb_spec_record *const records[] = {
    &wb_spec_kernel,  &wb_spec_parameter, &wb_spec_one_case, &wb_spec_tolerance,
    &wb_spec_budgets, &wb_spec_limits,    &wb_spec_stage};
static const struct wb_spec_record *const course_records[] = {
    &wb_spec_course, &wb_spec_course_hints, &wb_spec_assignment,
    &wb_spec_late,   &wb_spec_attempts,     &wb_spec_feedback};
enum {
  N_RECORDS = sizeof records / sizeof records[0],
  N_COURSE_RECORDS = sizeof course_records / sizeof course_records[0]
};

static void check_table(const struct wb_spec_record *record, const struct wb_str *page) {
  char *heading = wb_format("\n%s\n", record->heading);
  const char *at = strstr(page->data, heading);
  const char *table = at != NULL ? strstr(at, "| field | type | default | meaning |\n") : NULL;
  if (!CHECK(table != NULL)) printf("# the manual has no table under %s", heading);
  free(heading);
  for (size_t i = 0; table != NULL && i < record->count; i++) {
    const struct wb_spec_field *field = &record->fields[i];
    char *row = wb_format("\n| `%s` | %s | %s | %s |\n", field->name, field->type, field->otherwise,
                          field->meaning);
    const char *found = strstr(table, row);
    if (!CHECK(found != NULL && found < strstr(table, "\n\n")))
      printf("# the manual has no row:%s", row);
    free(row);
  }
  if (table != NULL) CHECK_INT(count_lines(table, strstr(table, "\n\n"), "| `"), record->count);
}

static void check_class(const struct wb_spec_record *record) {
  char *begin = wb_format("---@class %s\n", record->class);
  const char *class = strstr(spec_annotations.data, begin);
  if (!CHECK(class != NULL)) printf("# lua/puzzle.lua lacks %s", begin);
  free(begin);
  for (size_t i = 0; class != NULL && i < record->count; i++) {
    const struct wb_spec_field *field = &record->fields[i];
    char *line = wb_format("\n---@field %s %s\n", field->name, field->lua);
    const char *found = strstr(class, line);
    if (!CHECK(found != NULL && found < strstr(class, "\n\n")))
      printf("# lua/puzzle.lua has no line:%s", line);
    free(line);
  }
  if (class != NULL)
    CHECK_INT(count_lines(class, strstr(class, "\n\n"), "---@field "), record->count);
}

static void the_manual_has_every_field_of_a_spec(void) {
  for (size_t i = 0; i < N_RECORDS; i++) check_table(records[i], &spec_manual);
  for (size_t i = 0; i < N_COURSE_RECORDS; i++) check_table(course_records[i], &course_manual);
  check_table(&wb_spec_group, &points_manual);
}

static void editors_know_every_field_of_a_spec(void) {
  for (size_t i = 0; i < N_RECORDS; i++) check_class(records[i]);
  for (size_t i = 0; i < N_COURSE_RECORDS; i++) check_class(course_records[i]);
  check_class(&wb_spec_group);
}

/* ---- fills ---- */

/* How many lines of the text begin so, from `at` up to what ends its paragraph. */
static void check_lines(const char *at, const char *end, const char *begin, const char *where) {
  if (CHECK(at != NULL)) CHECK_INT(count_lines(at, strstr(at, end), begin), WB_FILL_KIND_COUNT);
  if (at == NULL) printf("# no fills in %s\n", where);
}

static void every_fill_is_in_the_manual_and_known_to_editors(void) {
  const char *table = strstr(spec_manual.data, "\n| fill | content |\n");
  const char *alias = strstr(spec_annotations.data, "\n---@alias puzzle.Fill\n");
  check_lines(table, "\n\n", "| `", "docs/puzzle-spec.md");
  check_lines(alias, "\n\n", "---| ", "lua/puzzle.lua");
  for (size_t i = 0; i < WB_FILL_KIND_COUNT; i++) {
    const struct wb_spec_fill_form *fill = &wb_spec_fills[i];
    char *row = wb_format("\n| `%s` | %s |\n", fill->form, fill->meaning);
    char *line = wb_format("\n---| %s\n", fill->lua);
    if (!CHECK(strstr(spec_manual.data, row) != NULL))
      printf("# docs/puzzle-spec.md has no row:%s", row);
    if (!CHECK(strstr(spec_annotations.data, line) != NULL))
      printf("# lua/puzzle.lua has no line:%s", line);
    free(row);
    free(line);
  }
}

int main(void) {
  wb_str_init(&manual);
  wb_str_init(&annotations);
  wb_str_init(&spec_manual);
  wb_str_init(&course_manual);
  wb_str_init(&points_manual);
  wb_str_init(&spec_annotations);
  if (wb_file_read("docs/tensors.md", 1 << 20, &manual, NULL) != WB_OK ||
      wb_file_read("lua/tensor.lua", 1 << 20, &annotations, NULL) != WB_OK ||
      wb_file_read("docs/puzzle-spec.md", 1 << 20, &spec_manual, NULL) != WB_OK ||
      wb_file_read("docs/courses.md", 1 << 20, &course_manual, NULL) != WB_OK ||
      wb_file_read("docs/scoring.md", 1 << 20, &points_manual, NULL) != WB_OK ||
      wb_file_read("lua/puzzle.lua", 1 << 20, &spec_annotations, NULL) != WB_OK) {
    printf("Bail out! run this from the repository's root\n");
    return 2;
  }
  tap_run("every function of the module is in the manual and known to editors",
          every_function_is_documented);
  tap_run("every function that editors are told of exists", every_documented_function_exists);
  tap_run("the manual has every field of a spec and of course.lua, and no other",
          the_manual_has_every_field_of_a_spec);
  tap_run("editors know every field of a spec and of course.lua, and no other",
          editors_know_every_field_of_a_spec);
  tap_run("the manual and editors have every fill, and no other",
          every_fill_is_in_the_manual_and_known_to_editors);
  wb_str_release(&course_manual);
  wb_str_release(&points_manual);
  wb_str_release(&spec_manual);
  wb_str_release(&spec_annotations);
  wb_str_release(&manual);
  wb_str_release(&annotations);
  return tap_finish();
}
