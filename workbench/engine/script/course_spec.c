#include "script/course_spec.h"

#include <lauxlib.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "base/str.h"
#include "course/course.h"
#include "script/modules.h"
#include "script/spec_fields.h"

static const char label[] = "course.lua";

#define COURSE_READER(name)                                           \
  static void name(lua_State *lua, const struct wb_spec_field *field, \
                   const struct wb_spec_place *at)

/* ---- readers ---------------------------------------------------------------------------- */

/* Read before all others: a newer course may have fields that nobody here can know. */
static void check_format(lua_State *lua, int table) {
  const struct wb_path path = {NULL, "format", 0};
  if (wb_field_get(lua, table, path.name) == LUA_TNIL)
    wb_field_fail(lua, &path, "is missing; write format = %d", WB_COURSE_FORMAT);
  const int64_t format = wb_field_integer(lua, -1, &path, 0, INT32_MAX);
  lua_pop(lua, 1);
  if (format > WB_COURSE_FORMAT)
    wb_field_fail(lua, &path,
                  "this course is of format %lld, for a newer workbench; this one (%s) knows "
                  "format %d. Update the workbench",
                  (long long)format, WB_VERSION, WB_COURSE_FORMAT);
  if (format < WB_COURSE_FORMAT_FIRST)
    wb_field_fail(lua, &path,
                  "this course is of format %lld, which this workbench (%s) does not know any "
                  "more; it knows format %d. Ask for a newer copy of the course",
                  (long long)format, WB_VERSION, WB_COURSE_FORMAT);
}

COURSE_READER(read_format) {
  (void)field;
  check_format(lua, at->table);
}

/* It becomes a folder's name. */
COURSE_READER(read_name) {
  static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789";
  const struct wb_path path = {at->path, field->name, 0};
  const struct wb_course_spec *spec = at->of;
  wb_spec_read_text(lua, field, at);
  const size_t length = strlen(spec->name);
  if (length > 64 || strspn(spec->name, letters) == 0 ||
      strspn(spec->name, "abcdefghijklmnopqrstuvwxyz0123456789.-") != length)
    wb_field_fail(lua, &path,
                  "'%.80s' is no name for a course: it has small letters, digits, '-' and '.', "
                  "begins with a letter or digit, and has at most 64 of them, as "
                  "\"org.example.gpu-101\"",
                  spec->name);
}

/* One of `words`, or nothing. */
static void read_word(lua_State *lua, const struct wb_spec_field *field,
                      const struct wb_spec_place *at, const struct wb_words *words) {
  enum { MOST_WORDS = 8 };
  const struct wb_path path = {at->path, field->name, 0};
  const char *names[MOST_WORDS];
  char hint[WB_HINT_MAX];
  unsigned value, count = 0;
  wb_spec_read_text_if(lua, field, at);
  const char *word = *(char **)(void *)((char *)at->of + field->offset);
  if (word == NULL || wb_word_parse(words, word, &value)) return;
  for (; count < words->count && count < MOST_WORDS; count++)
    names[count] = wb_word_name(words, count);
  wb_field_fail(lua, &path, "unknown word '%.40s'%s", word,
                wb_field_hint(word, names, count, hint));
}

COURSE_READER(read_solutions) { read_word(lua, field, at, &wb_solutions_words); }

COURSE_READER(read_pack) {
  static const struct wb_word rows[] = {{.name = "student"}};
  static const struct wb_words words = WB_WORDS(rows);
  read_word(lua, field, at, &words);
}

COURSE_READER(read_after) {
  const struct wb_path path = {at->path, field->name, 0};
  struct wb_course_spec *spec = at->of;
  if (wb_field_get(lua, at->table, field->name) != LUA_TNIL)
    spec->hints_after = (unsigned)wb_field_integer(lua, -1, &path, 0, 1000);
  lua_pop(lua, 1);
}

COURSE_READER(read_singly) {
  const struct wb_path path = {at->path, field->name, 0};
  struct wb_course_spec *spec = at->of;
  if (wb_field_get(lua, at->table, field->name) != LUA_TNIL)
    spec->hints_singly = wb_field_boolean(lua, -1, &path);
  lua_pop(lua, 1);
}

static const struct wb_spec_field hint_fields[] = {
    {.name = "after",
     .read = read_after,
     .lua = "integer? # judged runs before each further hint",
     .type = "integer",
     .otherwise = "0",
     .meaning =
         "how many runs of a puzzle must be judged before its first hint is given, and again "
         "before each further one"},
    {.name = "singly",
     .read = read_singly,
     .lua = "boolean? # never all at once",
     .type = "boolean",
     .otherwise = "`false`",
     .meaning = "hints are never shown all at once, only those that were given already and the "
                "next one"},
};
const struct wb_spec_record wb_spec_course_hints = {
    .heading = "### Hints",
    .class = "puzzle.CourseHints",
    .fields = hint_fields,
    .count = sizeof hint_fields / sizeof hint_fields[0],
};

COURSE_READER(read_hints) {
  const struct wb_path path = {at->path, field->name, 0};
  if (wb_field_get(lua, at->table, field->name) != LUA_TNIL) {
    struct wb_spec_place own = *at;
    own.table = lua_gettop(lua);
    own.path = &path;
    wb_spec_check_names(lua, &wb_spec_course_hints, &own);
    wb_spec_read_rows(lua, &wb_spec_course_hints, &own, false);
  }
  lua_pop(lua, 1);
}

/* ---- rows ------------------------------------------------------------------------------- */

#define TEXT(member) .kept = WB_KEEPS_TEXT, .offset = offsetof(struct wb_course_spec, member)
#define TEXTS(member) .kept = WB_KEEPS_TEXTS, .offset = offsetof(struct wb_course_spec, member)

static const struct wb_spec_field fields[] = {
    {.name = "format",
     .read = read_format,
     .lua = "integer # 1",
     .type = "integer",
     .otherwise = "required",
     .meaning = "the format of the course's files: 1"},
    {.name = "name",
     .read = read_name,
     TEXT(name),
     .lua = "string # \"org.example.gpu-101\"",
     .type = "string",
     .otherwise = "required",
     .meaning = "who the course is, for `--course` and for the progress of a course that comes as "
                "an archive: small letters, digits, `-` and `.`; never changed, and no other "
                "course's"},
    {.name = "title",
     .read = wb_spec_read_text,
     TEXT(title),
     .lua = "string",
     .type = "string",
     .otherwise = "required",
     .meaning = "what people call it"},
    {.name = "version",
     .read = wb_spec_read_text_if,
     TEXT(version),
     .lua = "string?",
     .type = "string",
     .otherwise = "none",
     .meaning = "which edition it is"},
    {.name = "authors",
     .read = wb_spec_read_words,
     TEXTS(authors),
     .lua = "string[]?",
     .type = "list of strings",
     .otherwise = "`{}`",
     .meaning = "who wrote it"},
    {.name = "language",
     .read = wb_spec_read_text_if,
     TEXT(language),
     .lua = "string? # \"en\"",
     .type = "string",
     .otherwise = "none",
     .meaning = "of its lessons, as `en` or `pt-BR`"},
    {.name = "license",
     .read = wb_spec_read_text_if,
     TEXT(license),
     .lua = "string? # \"CC-BY-4.0\"",
     .type = "string",
     .otherwise = "none",
     .meaning = "under which others may use it"},
    {.name = "chapters",
     .read = wb_spec_read_words,
     TEXTS(chapters),
     .lua = "string[]? # what specs may name as their chapter",
     .type = "list of strings",
     .otherwise = "any",
     .meaning = "the chapters that there are; a puzzle that names another has a mistake"},
    {.name = "hints",
     .read = read_hints,
     .lua = "puzzle.CourseHints?",
     .type = "table",
     .otherwise = "any time",
     .meaning = "when learners get hints, [below](#hints)"},
    {.name = "solutions",
     .read = read_solutions,
     TEXT(solutions),
     .lua = "(\"asked\"|\"solved\"|\"never\")?",
     .type = "string",
     .otherwise = "`\"asked\"`",
     .meaning = "when learners see our solution: `asked`, once they say that they want it; "
                "`solved`, after they have solved the puzzle; `never`"},
    {.name = "assignments",
     .read = wb_spec_read_assignments,
     .lua = "puzzle.Assignment[]?",
     .type = "list",
     .otherwise = "`{}`",
     .meaning = "what is to be handed in, and when, [below](#assignments)"},
    {.name = "pack",
     .read = read_pack,
     TEXT(pack),
     .lua = "\"student\"? # in a student's pack alone",
     .type = "string",
     .otherwise = "none",
     .meaning = "`student` in a course that [`pack --student`](#packs) made: its hidden cases and "
                "solutions are left out"},
};
const struct wb_spec_record wb_spec_course = {
    .heading = "## Fields",
    .class = "puzzle.Course",
    .fields = fields,
    .count = sizeof fields / sizeof fields[0],
};

/* ---- loading ------------------------------------------------------------------------------ */

struct loading {
  struct wb_course_spec *spec;
  const char *path;
};

static int read_course(lua_State *lua) {
  const struct loading *loading = lua_touserdata(lua, 1);
  wb_script_push_main(lua, loading->path);
  lua_call(lua, 0, 1);
  if (!wb_modules_is_made_by(lua, -1, WB_MADE_BY_COURSE))
    wb_script_fail(lua, 0, "must end with: return puzzle.course { … }");
  const struct wb_spec_place at = {.table = lua_gettop(lua), .of = loading->spec};
  check_format(lua, at.table);
  wb_spec_check_names(lua, &wb_spec_course, &at);
  wb_spec_read_rows(lua, &wb_spec_course, &at, false);
  return 0;
}

enum wb_status wb_course_spec_load(const char *course, struct wb_course_spec *spec,
                                   struct wb_error *err) {
  struct wb_script *script = NULL;
  enum wb_status status = WB_OK;
  *spec = (struct wb_course_spec){0};
  wb_names_init(&spec->authors);
  wb_names_init(&spec->chapters);
  char *path = wb_path_join(course, label);
  struct loading loading = {spec, path};
  if (!wb_file_exists(path)) {
    wb_file_states_add(&spec->files, path);
    goto out;
  }
  spec->exists = true;
  if (!wb_is_regular_file(path)) {
    status = wb_fail_at(err, WB_ERR_SPEC, label, "is not a file with Lua text");
    goto out;
  }
  status = wb_script_new(course, label, &(struct wb_script_options){0}, &script, err);
  if (status == WB_OK) status = wb_script_protect(script, read_course, &loading, err);
  if (status == WB_OK) {
    spec->files = script->files;
    script->files = (struct wb_file_states){.count = 0};
  }
  wb_script_free(script);
out:
  free(path);
  return status;
}

void wb_course_spec_release(struct wb_course_spec *spec) {
  wb_spec_release_rows(&wb_spec_course, spec);
  wb_assignments_free(spec->assignments, spec->n_assignments);
  wb_file_states_release(&spec->files);
  *spec = (struct wb_course_spec){0};
}

/* ---- what specs must agree with ------------------------------------------------------------ */

enum wb_status wb_course_spec_check_chapter(const struct wb_course_spec *spec,
                                            const struct wb_puzzle *puzzle, struct wb_error *err) {
  const struct wb_names *chapters = &spec->chapters;
  if (chapters->count == 0 || puzzle->chapter == NULL || wb_names_have(chapters, puzzle->chapter))
    return WB_OK;
  const char *near =
      wb_nearest(puzzle->chapter, (const char *const *)chapters->items, chapters->count);
  char where[WB_ERROR_WHERE_MAX];
  const struct wb_spec_path_step step = {"chapter", 0};
  snprintf(where, sizeof where, "%s:%d", puzzle->script->label,
           wb_lines_find(puzzle->script->lines, &step, 1));
  return wb_fail_at(err, WB_ERR_SPEC, where, "chapter: course.lua has no chapter '%.80s'%s%s%s",
                    puzzle->chapter, near != NULL ? "; did you mean '" : "",
                    near != NULL ? near : "", near != NULL ? "'?" : "");
}
