/* The field assignments of course.lua. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/slug.h"
#include "base/str.h"
#include "base/timestamp.h"
#include "course/assignment.h"
#include "course/course.h"
#include "script/course_spec.h"
#include "script/spec_fields.h"

enum { NAME_LENGTH_MAX = 64, SLUG_MAX = 256, ATTEMPTS_MAX = 10000 };
static const double POINTS_MAX = 100000, NO_POINTS_YET = -1;

#define READER(name)                                                  \
  static void name(lua_State *lua, const struct wb_spec_field *field, \
                   const struct wb_spec_place *at)

/* Reads the field, a table of the record's fields, where it is there; whether it is. */
static bool read_table(lua_State *lua, const struct wb_spec_field *field,
                       const struct wb_spec_place *at, const struct wb_spec_record *record) {
  const struct wb_path path = {at->path, field->name, 0};
  const bool given = wb_field_get(lua, at->table, field->name) != LUA_TNIL;
  if (given) {
    struct wb_spec_place own = *at;
    own.table = lua_gettop(lua);
    own.path = &path;
    wb_spec_check_names(lua, record, &own);
    wb_spec_read_rows(lua, record, &own, false);
  }
  lua_pop(lua, 1);
  return given;
}

/* The value of one of `words`; 0, which is the first, where nothing is said. */
static unsigned read_choice(lua_State *lua, const struct wb_spec_field *field,
                            const struct wb_spec_place *at, const struct wb_words *words) {
  enum { MOST_WORDS = 8 };
  const struct wb_path path = {at->path, field->name, 0};
  const char *names[MOST_WORDS];
  char hint[WB_HINT_MAX], found[WB_VALUE_TEXT_MAX];
  unsigned value = 0, count = 0;
  const int type = wb_field_get(lua, at->table, field->name);
  const char *word = type == LUA_TSTRING ? lua_tostring(lua, -1) : NULL;
  for (; count < words->count && count < MOST_WORDS; count++)
    names[count] = wb_word_name(words, count);
  if (type != LUA_TNIL && word == NULL)
    wb_field_fail(lua, &path, "must be a string, not %s", wb_field_describe(lua, -1, found));
  if (word != NULL && !wb_word_parse(words, word, &value))
    wb_field_fail(lua, &path, "unknown word '%.40s'%s",
                  wb_script_is_shown(word, false) ? word : "?",
                  wb_field_hint(word, names, count, hint));
  lua_pop(lua, 1);
  return value;
}

/* ---- times ------------------------------------------------------------------------------ */

/* "15m" in seconds; 0 where nothing is said. */
static uint32_t read_duration(lua_State *lua, const struct wb_spec_field *field,
                              const struct wb_spec_place *at) {
  static const char units[] = "smhd";
  static const uint32_t lengths[] = {1, 60, 3600, 86400};
  const struct wb_path path = {at->path, field->name, 0};
  char found[WB_VALUE_TEXT_MAX];
  uint32_t seconds = 0;
  const int type = wb_field_get(lua, at->table, field->name);
  const char *text = type == LUA_TSTRING ? lua_tostring(lua, -1) : "";
  const size_t digits = strspn(text, "0123456789");
  const char *unit = text[digits] != '\0' ? strchr(units, text[digits]) : NULL;
  const bool right = digits > 0 && digits <= 5 && unit != NULL && strlen(text) == digits + 1 &&
                     lua_rawlen(lua, -1) == digits + 1 &&
                     strtoul(text, NULL, 10) * lengths[unit - units] < INT32_MAX;
  if (right)
    seconds = (uint32_t)strtoul(text, NULL, 10) * lengths[unit - units];
  else if (type != LUA_TNIL)
    wb_field_fail(
        lua, &path,
        "must be a time as \"15m\", \"2h\" or \"3d\" (s, m, h, d; up to 68 years), not %s",
        wb_field_describe(lua, -1, found));
  lua_pop(lua, 1);
  return seconds;
}

/* Into the text of the row's offset, and *seconds. */
static void read_timestamp(lua_State *lua, const struct wb_spec_field *field,
                           const struct wb_spec_place *at, int64_t *seconds) {
  const struct wb_path path = {at->path, field->name, 0};
  const char *fault;
  wb_spec_read_text_if(lua, field, at);
  const char *text = *(char **)(void *)((char *)at->of + field->offset);
  if (text != NULL && !wb_timestamp_parse(text, seconds, &fault))
    wb_field_fail(lua, &path, "'%.40s' %s", text, fault);
}

READER(read_opens) { read_timestamp(lua, field, at, &((struct wb_assignment *)at->of)->opens); }
READER(read_due) { read_timestamp(lua, field, at, &((struct wb_assignment *)at->of)->due); }

/* ---- names and puzzles -------------------------------------------------------------------- */

READER(read_name) {
  const struct wb_path path = {at->path, field->name, 0};
  wb_spec_read_text(lua, field, at);
  const char *name = ((const struct wb_assignment *)at->of)->name;
  const size_t length = strlen(name);
  if (length > NAME_LENGTH_MAX || name[0] == '-' ||
      strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-") != length)
    wb_field_fail(lua, &path,
                  "'%.80s' is no name for an assignment: it has small letters, digits and '-', "
                  "begins with a letter or digit, and has at most %d of them, as \"hw1\"",
                  name, NAME_LENGTH_MAX);
}

/* The course's slug for a puzzle's slug or name; false: there is none. */
static bool find_puzzle(lua_State *lua, const char *wanted, char slug[SLUG_MAX]) {
  const struct wb_course course = {.root = wb_script_of(lua)->course};
  char *found = wb_slug_is_number(wanted) ? NULL : wb_course_slug_named(&course, wanted);
  const bool fits = found != NULL && snprintf(slug, SLUG_MAX, "%s", found) < SLUG_MAX;
  free(found);
  return fits;
}

static _Noreturn void fail_no_puzzle(lua_State *lua, const struct wb_path *path,
                                     const char *wanted) {
  const struct wb_course course = {.root = wb_script_of(lua)->course};
  struct wb_names slugs;
  char hint[WB_HINT_MAX];
  if (wb_slug_is_number(wanted))
    wb_field_fail(lua, path,
                  "'%.40s' is a number, which another puzzle may have one day; write the puzzle's "
                  "name",
                  wanted);
  wb_names_init(&slugs);
  wb_course_slugs(&course, &slugs, NULL);
  for (size_t i = 0, count = slugs.count; i < count; i++)
    wb_names_add(&slugs, wb_slug_name(slugs.items[i]));
  wb_field_hint(wanted, (const char *const *)slugs.items, slugs.count, hint);
  wb_names_release(&slugs);
  wb_field_fail(lua, path, "the course has no puzzle '%.80s'%s",
                wb_script_is_shown(wanted, false) ? wanted : "?", hint);
}

READER(read_puzzles) {
  const struct wb_path path = {at->path, field->name, 0};
  struct wb_assignment *assignment = at->of;
  char slug[SLUG_MAX], found[WB_VALUE_TEXT_MAX];
  wb_field_get(lua, at->table, field->name);
  const size_t count = wb_field_check_list(lua, -1, &path, WB_ASSIGNMENT_PUZZLES_MAX);
  if (count == 0) wb_field_fail(lua, &path, "is empty; an assignment has at least one puzzle");
  assignment->puzzles = wb_alloc(count * sizeof *assignment->puzzles);
  for (size_t i = 0; i < count; i++) {
    const struct wb_path item = {&path, NULL, (lua_Integer)i + 1};
    lua_rawgeti(lua, -1, item.index);
    if (lua_type(lua, -1) != LUA_TSTRING)
      wb_field_fail(lua, &item, "must be a puzzle's name, not %s",
                    wb_field_describe(lua, -1, found));
    if (!find_puzzle(lua, lua_tostring(lua, -1), slug))
      fail_no_puzzle(lua, &item, lua_tostring(lua, -1));
    if (wb_assignment_puzzle(assignment, slug) != NULL)
      wb_field_fail(lua, &item, "'%.80s' is there twice", slug);
    assignment->puzzles[assignment->n_puzzles++] =
        (struct wb_assignment_puzzle){wb_strdup(slug), NO_POINTS_YET};
    lua_pop(lua, 1);
  }
  lua_pop(lua, 1);
}

/* Key and value are on top of Lua's stack. */
static void read_points_of_puzzle(lua_State *lua, const struct wb_path *path,
                                  struct wb_assignment *assignment) {
  char slug[SLUG_MAX], found[WB_VALUE_TEXT_MAX];
  struct wb_assignment_puzzle *puzzle = NULL;
  if (lua_type(lua, -2) != LUA_TSTRING)
    wb_field_fail(lua, path, "has points for %s; points are written [\"puzzle\"] = 10",
                  wb_field_describe(lua, -2, found));
  const char *wanted = lua_tostring(lua, -2);
  const struct wb_path item = {path, wanted, 0};
  if (!find_puzzle(lua, wanted, slug)) fail_no_puzzle(lua, &item, wanted);
  for (size_t i = 0; i < assignment->n_puzzles; i++)
    if (strcmp(assignment->puzzles[i].slug, slug) == 0) puzzle = &assignment->puzzles[i];
  if (puzzle == NULL)
    wb_field_fail(lua, &item, "'%.80s' is not one of the assignment's puzzles", slug);
  if (puzzle->points != NO_POINTS_YET)
    wb_field_fail(lua, &item, "gives '%.80s' points for the second time", slug);
  puzzle->points = wb_field_number(lua, -1, &item, 0, POINTS_MAX);
}

READER(read_points) {
  const struct wb_path path = {at->path, field->name, 0};
  struct wb_assignment *assignment = at->of;
  char found[WB_VALUE_TEXT_MAX];
  const int type = wb_field_get(lua, at->table, field->name);
  if (type != LUA_TNIL && type != LUA_TTABLE)
    wb_field_fail(lua, &path, "must be a table, not %s", wb_field_describe(lua, -1, found));
  if (type == LUA_TTABLE) {
    lua_pushnil(lua);
    while (lua_next(lua, -2) != 0) {
      read_points_of_puzzle(lua, &path, assignment);
      lua_pop(lua, 1);
    }
  }
  lua_pop(lua, 1);
  for (size_t i = 0; i < assignment->n_puzzles; i++)
    if (assignment->puzzles[i].points == NO_POINTS_YET)
      assignment->puzzles[i].points = WB_ASSIGNMENT_USUAL_POINTS;
}

/* ---- lateness --------------------------------------------------------------------------- */

READER(read_grace) { ((struct wb_assignment *)at->of)->late.grace = read_duration(lua, field, at); }

READER(read_each) {
  ((struct wb_assignment *)at->of)->late.each =
      (enum wb_late_each)read_choice(lua, field, at, &wb_late_each_words);
}

/* From 0 to 1; 0 where nothing is said. */
static double read_share(lua_State *lua, const struct wb_spec_field *field,
                         const struct wb_spec_place *at) {
  const struct wb_path path = {at->path, field->name, 0};
  const bool given = wb_field_get(lua, at->table, field->name) != LUA_TNIL;
  const double share = given ? wb_field_number(lua, -1, &path, 0, 1) : 0;
  lua_pop(lua, 1);
  return share;
}

READER(read_factor) { ((struct wb_assignment *)at->of)->late.factor = read_share(lua, field, at); }
READER(read_floor) { ((struct wb_assignment *)at->of)->late.floor = read_share(lua, field, at); }

/* After `grace`, which must be over before. */
READER(read_closes) {
  const struct wb_path path = {at->path, field->name, 0};
  struct wb_late_rule *late = &((struct wb_assignment *)at->of)->late;
  late->closes = read_duration(lua, field, at);
  const bool given = wb_field_get(lua, at->table, field->name) != LUA_TNIL;
  lua_pop(lua, 1);
  if (given && late->closes <= late->grace)
    wb_field_fail(lua, &path, "is not after the end of grace; both are counted from due");
}

static const struct wb_spec_field late_fields[] = {
    {.name = "grace",
     .read = read_grace,
     .lua = "string? # \"15m\"",
     .type = "string",
     .otherwise = "`\"0m\"`",
     .meaning =
         "how long after `due` a submission is still on time, as `15m` (`s`, `m`, `h`, `d`)"},
    {.name = "each",
     .read = read_each,
     .lua = "(\"day\"|\"hour\")?",
     .type = "string",
     .otherwise = "`\"day\"`",
     .meaning = "what is counted after that: days of 24 hours, or hours, each once it has begun"},
    {.name = "factor",
     .read = read_factor,
     .lua = "number? # of the points, for each",
     .type = "number",
     .otherwise = "0",
     .meaning = "which part of the points that were reached each of them takes away"},
    {.name = "closes",
     .read = read_closes,
     .lua = "string? # \"3d\"",
     .type = "string",
     .otherwise = "never",
     .meaning = "how long after `due` nothing is taken any more: what comes later gets 0 points"},
    {.name = "floor",
     .read = read_floor,
     .lua = "number? # of the points",
     .type = "number",
     .otherwise = "0",
     .meaning = "which part of the points is left at least, until it closes"},
};
const struct wb_spec_record wb_spec_late = {
    .heading = "### Late submissions",
    .class = "puzzle.Late",
    .fields = late_fields,
    .count = sizeof late_fields / sizeof late_fields[0],
};

READER(read_late) {
  const struct wb_path path = {at->path, field->name, 0};
  struct wb_assignment *assignment = at->of;
  assignment->has_late = read_table(lua, field, at, &wb_spec_late);
  if (assignment->has_late && assignment->due_text == NULL)
    wb_field_fail(lua, &path, "is there, and no due; without it nothing is late");
}

/* ---- attempts and feedback ---------------------------------------------------------------- */

/* A number from 1; 0 where nothing is said. */
static uint32_t read_count(lua_State *lua, const struct wb_spec_field *field,
                           const struct wb_spec_place *at) {
  const struct wb_path path = {at->path, field->name, 0};
  const bool given = wb_field_get(lua, at->table, field->name) != LUA_TNIL;
  const int64_t count = given ? wb_field_integer(lua, -1, &path, 1, ATTEMPTS_MAX) : 0;
  lua_pop(lua, 1);
  return (uint32_t)count;
}

READER(read_attempts_count) {
  ((struct wb_assignment *)at->of)->attempts_counted =
      (enum wb_attempts_counted)read_choice(lua, field, at, &wb_attempts_counted_words);
}

READER(read_most) { ((struct wb_assignment *)at->of)->attempts_most = read_count(lua, field, at); }

static const struct wb_spec_field attempts_fields[] = {
    {.name = "count",
     .read = read_attempts_count,
     .lua = "(\"best\"|\"last\"|\"chosen\")?",
     .type = "string",
     .otherwise = "`\"best\"`",
     .meaning = "which of a person's attempts counts: the `best` one, the `last` one, or the one "
                "that was `chosen`; always one as a whole, never the best of each puzzle"},
    {.name = "most",
     .read = read_most,
     .lua = "integer?",
     .type = "integer",
     .otherwise = "any",
     .meaning = "how many attempts are judged: the first ones"},
};
const struct wb_spec_record wb_spec_attempts = {
    .heading = "### Attempts",
    .class = "puzzle.Attempts",
    .fields = attempts_fields,
    .count = sizeof attempts_fields / sizeof attempts_fields[0],
};

READER(read_hidden) {
  const struct wb_path path = {at->path, field->name, 0};
  struct wb_assignment *assignment = at->of;
  assignment->hidden =
      (enum wb_hidden_feedback)read_choice(lua, field, at, &wb_hidden_feedback_words);
  if (assignment->hidden == WB_HIDDEN_AFTER_DUE && assignment->due_text == NULL)
    wb_field_fail(lua, &path, "is \"after-due\", and the assignment has no due");
}

READER(read_feedback_attempts) {
  ((struct wb_assignment *)at->of)->feedback_attempts = read_count(lua, field, at);
}

static const struct wb_spec_field feedback_fields[] = {
    {.name = "hidden",
     .read = read_hidden,
     .lua = "(\"verdict\"|\"count\"|\"after-due\"|\"never\")?",
     .type = "string",
     .otherwise = "`\"verdict\"`",
     .meaning = "what students are told of hidden cases: number and `verdict` of each, the `count` "
                "of those that are right, number and verdict `after-due`, or `never` more than how "
                "many there are"},
    {.name = "attempts",
     .read = read_feedback_attempts,
     .lua = "integer?",
     .type = "integer",
     .otherwise = "all",
     .meaning = "how many of a person's attempts are told that: the first ones"},
};
const struct wb_spec_record wb_spec_feedback = {
    .heading = "### Feedback",
    .class = "puzzle.Feedback",
    .fields = feedback_fields,
    .count = sizeof feedback_fields / sizeof feedback_fields[0],
};

READER(read_attempts) { read_table(lua, field, at, &wb_spec_attempts); }
READER(read_feedback) { read_table(lua, field, at, &wb_spec_feedback); }

READER(read_seed) {
  ((struct wb_assignment *)at->of)->seed =
      (enum wb_seed_kind)read_choice(lua, field, at, &wb_seed_kind_words);
}

/* ---- assignments -------------------------------------------------------------------------- */

#define TEXT(member) .kept = WB_KEEPS_TEXT, .offset = offsetof(struct wb_assignment, member)

static const struct wb_spec_field fields[] = {
    {.name = "name",
     .read = read_name,
     TEXT(name),
     .lua = "string # \"hw1\"",
     .type = "string",
     .otherwise = "required",
     .meaning = "what commands call it: small letters, digits and `-`"},
    {.name = "title",
     .read = wb_spec_read_text_if,
     TEXT(title),
     .lua = "string?",
     .type = "string",
     .otherwise = "none",
     .meaning = "what people call it"},
    {.name = "puzzles",
     .read = read_puzzles,
     .lua = "string[]",
     .type = "list of strings",
     .otherwise = "required",
     .meaning = "its puzzles, each by its name (`map`) or slug (`01-map`), whose number may be an "
                "old one"},
    {.name = "points",
     .read = read_points,
     .lua = "table<string, number>? # [\"01-map\"] = 10",
     .type = "table",
     .otherwise = "10 each",
     .meaning = "puzzle → points for a [score](scoring.md) of 1; part of the score is "
                "part of the points"},
    {.name = "opens",
     .read = read_opens,
     TEXT(opens_text),
     .lua = "string? # \"2026-11-01T08:00:00+01:00\"",
     .type = "string",
     .otherwise = "none",
     .meaning = "from when on it is to be worked on: a date with a time and an offset from UTC"},
    {.name = "due",
     .read = read_due,
     TEXT(due_text),
     .lua = "string? # \"2026-12-01T23:59:00+01:00\"",
     .type = "string",
     .otherwise = "none",
     .meaning = "when it is to be handed in, likewise"},
    {.name = "late",
     .read = read_late,
     .lua = "puzzle.Late?",
     .type = "table",
     .otherwise = "costs nothing",
     .meaning = "what a late submission costs, [below](#late-submissions)"},
    {.name = "attempts",
     .read = read_attempts,
     .lua = "puzzle.Attempts?",
     .type = "table",
     .otherwise = "the best of all",
     .meaning = "which attempt counts, [below](#attempts)"},
    {.name = "feedback",
     .read = read_feedback,
     .lua = "puzzle.Feedback?",
     .type = "table",
     .otherwise = "verdicts",
     .meaning = "what students are told of hidden cases, [below](#feedback)"},
    {.name = "seed",
     .read = read_seed,
     .lua = "(\"spec\"|\"course\"|\"person\")?",
     .type = "string",
     .otherwise = "`\"spec\"`",
     .meaning = "which inputs hidden cases have when it is graded, [below](#hidden-inputs)"},
};
const struct wb_spec_record wb_spec_assignment = {
    .heading = "## Assignments",
    .class = "puzzle.Assignment",
    .fields = fields,
    .count = sizeof fields / sizeof fields[0],
};

/* What its fields, and those of the ones before it, say together. */
static void check_assignment(lua_State *lua, const struct wb_path *path,
                             const struct wb_course_spec *spec, size_t index) {
  const struct wb_assignment *assignment = &spec->assignments[index];
  const struct wb_path name = {path, "name", 0}, due = {path, "due", 0};
  if (wb_assignment_named(spec->assignments, index, assignment->name) != NULL)
    wb_field_fail(lua, &name, "'%s' is the name of another assignment, too", assignment->name);
  if (assignment->opens_text != NULL && assignment->due_text != NULL &&
      assignment->due <= assignment->opens)
    wb_field_fail(lua, &due, "'%.40s' is not after opens, '%.40s'", assignment->due_text,
                  assignment->opens_text);
}

void wb_spec_read_assignments(lua_State *lua, const struct wb_spec_field *field,
                              const struct wb_spec_place *at) {
  const struct wb_path path = {at->path, field->name, 0};
  struct wb_course_spec *spec = at->of;
  size_t count = 0;
  if (wb_field_get(lua, at->table, field->name) != LUA_TNIL)
    count = wb_field_check_list(lua, -1, &path, WB_ASSIGNMENTS_MAX);
  spec->assignments = wb_alloc(count * sizeof *spec->assignments);
  spec->n_assignments = count;
  for (size_t i = 0; i < count; i++) {
    const struct wb_path item = {&path, NULL, (lua_Integer)i + 1};
    lua_rawgeti(lua, -1, item.index);
    const struct wb_spec_place own = {
        .table = lua_gettop(lua), .path = &item, .index = i, .of = &spec->assignments[i]};
    wb_spec_check_names(lua, &wb_spec_assignment, &own);
    wb_spec_read_rows(lua, &wb_spec_assignment, &own, false);
    check_assignment(lua, &item, spec, i);
    lua_pop(lua, 1);
  }
  lua_pop(lua, 1);
}
