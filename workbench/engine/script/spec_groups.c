/* The field groups, and what it asks of cases and domain. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "script/domain.h"
#include "script/field.h"
#include "script/spec_fields.h"

#define GROUP_READER(name)                                            \
  static void name(lua_State *lua, const struct wb_spec_field *field, \
                   const struct wb_spec_place *at)

/* The number of the group of that name, from 1; 0: there is none. */
static uint32_t number_of(const struct wb_puzzle *puzzle, const char *name) {
  for (size_t i = 0; i < puzzle->n_groups; i++)
    if (puzzle->groups[i].name != NULL && strcmp(puzzle->groups[i].name, name) == 0)
      return (uint32_t)i + 1;
  return 0;
}

GROUP_READER(read_name) {
  const struct wb_path path = {at->path, field->name, 0};
  const struct wb_puzzle_group *own = at->of;
  wb_spec_read_text(lua, field, at);
  wb_spec_check_length(lua, &path, own->name, "a group's", 1);
  const uint32_t first = number_of(at->puzzle, own->name);
  if (first <= at->index)
    wb_field_fail(lua, &path, "'%s' is the name of groups[%d] too", own->name, (int)first);
}

GROUP_READER(read_points) {
  const struct wb_path path = {at->path, field->name, 0};
  struct wb_puzzle_group *own = at->of;
  if (wb_field_get(lua, at->table, field->name) == LUA_TNIL)
    wb_field_fail(lua, &path, "is missing; it must be a whole number from 1 to %d",
                  WB_SPEC_MAX_POINTS);
  own->points = (uint32_t)wb_field_integer(lua, -1, &path, 1, WB_SPEC_MAX_POINTS);
  lua_pop(lua, 1);
}

GROUP_READER(read_of) {
  static const char *const words[] = {"all", "each"};
  const struct wb_path path = {at->path, field->name, 0};
  struct wb_puzzle_group *own = at->of;
  char hint[WB_HINT_MAX], found[WB_VALUE_TEXT_MAX];
  const int type = wb_field_get(lua, at->table, field->name);
  const char *word = type == LUA_TSTRING ? lua_tostring(lua, -1) : type == LUA_TNIL ? "all" : "";
  own->each = strcmp(word, "each") == 0;
  if (!own->each && strcmp(word, "all") != 0)
    wb_field_fail(lua, &path,
                  "must be \"all\" (the points are for all cases together) or \"each\" (every case "
                  "brings its part), not %s%s",
                  wb_field_describe(lua, -1, found), wb_field_hint(word, words, 2, hint));
  lua_pop(lua, 1);
}

static const struct wb_spec_field fields[] = {
    {.name = "name",
     .read = read_name,
     .kept = WB_KEEPS_TEXT,
     .offset = offsetof(struct wb_puzzle_group, name),
     .lua = "string",
     .type = "string",
     .otherwise = "required",
     .meaning = "of this group alone, up to 60 characters; learners see it"},
    {.name = "points",
     .read = read_points,
     .lua = "integer # 1 to 1000",
     .type = "integer",
     .otherwise = "required",
     .meaning = "what it is worth, from 1 to 1,000"},
    {.name = "of",
     .read = read_of,
     .lua = "(\"all\"|\"each\")?",
     .type = "string",
     .otherwise = "`\"all\"`",
     .meaning = "`\"all\"`: the points are for all of its cases together. `\"each\"`: every case "
                "brings its part of them"},
    {.name = "needs",
     .read = wb_spec_read_text_if,
     .kept = WB_KEEPS_TEXT,
     .offset = offsetof(struct wb_puzzle_group, needs),
     .lua = "string? # the name of another group",
     .type = "string",
     .otherwise = "none",
     .meaning = "another group, without which this one brings nothing"},
};
const struct wb_spec_record wb_spec_group = {
    .heading = "## Groups",
    .class = "puzzle.Group",
    .fields = fields,
    .count = sizeof fields / sizeof fields[0],
};

WB_SPEC_READER(groups) {
  const struct wb_path path = {at->path, field->name, 0};
  struct wb_puzzle *puzzle = at->puzzle;
  if (wb_field_get(lua, at->table, field->name) != LUA_TNIL) {
    const size_t count = wb_field_check_list(lua, -1, &path, WB_SPEC_MAX_GROUPS);
    if (count == 0)
      wb_field_fail(lua, &path, "is empty; a puzzle has 1 to %d groups, or no such field",
                    WB_SPEC_MAX_GROUPS);
    puzzle->groups = wb_alloc(count * sizeof *puzzle->groups);
    for (size_t i = 0; i < count; i++) {
      const struct wb_path item = {&path, NULL, (lua_Integer)i + 1};
      lua_rawgeti(lua, -1, item.index);
      const struct wb_spec_place own = {
          lua_gettop(lua), &item, puzzle, at->spec, i, &puzzle->groups[puzzle->n_groups++]};
      at->spec->group_lines[i] = wb_field_path_line(lua, &item);
      wb_spec_check_names(lua, &wb_spec_group, &own);
      wb_spec_read_rows(lua, &wb_spec_group, &own, false);
      lua_pop(lua, 1);
    }
  }
  lua_pop(lua, 1);
}

/* ---- what names a group ------------------------------------------------------------------ */

/* The number of the group that is named at the path. */
static uint32_t find_group(lua_State *lua, const struct wb_path *path,
                           const struct wb_puzzle *puzzle, const char *name) {
  const char *names[WB_SPEC_MAX_GROUPS];
  char hint[WB_HINT_MAX];
  const uint32_t number = number_of(puzzle, name);
  for (size_t i = 0; i < puzzle->n_groups; i++) names[i] = puzzle->groups[i].name;
  if (puzzle->n_groups == 0)
    wb_field_fail(lua, path, "is '%.80s', and the puzzle has no groups", name);
  if (number == 0)
    wb_field_fail(lua, path, "unknown group '%.80s'%s", name,
                  wb_field_hint(name, names, puzzle->n_groups, hint));
  return number;
}

/* Each needs one at most, so that a way that is longer than the list goes round. */
static void check_circle(lua_State *lua, const struct wb_path *path, const struct wb_puzzle *puzzle,
                         size_t index) {
  uint32_t at = puzzle->groups[index].needed;
  for (size_t i = 0; i < puzzle->n_groups && at > 0; i++) {
    if (at == index + 1)
      wb_field_fail(lua, path, "goes in a circle: '%s' needs itself%s", puzzle->groups[index].name,
                    i > 0 ? ", by way of others" : "");
    at = puzzle->groups[at - 1].needed;
  }
}

static void check_needs(lua_State *lua, struct wb_puzzle *puzzle) {
  const struct wb_path groups = {NULL, "groups", 0};
  for (int round = 0; round < 2; round++)
    for (size_t i = 0; i < puzzle->n_groups; i++) {
      struct wb_puzzle_group *group = &puzzle->groups[i];
      const struct wb_path item = {&groups, NULL, (lua_Integer)i + 1};
      const struct wb_path needs = {&item, "needs", 0};
      if (group->needs == NULL) continue;
      if (round == 0)
        group->needed = find_group(lua, &needs, puzzle, group->needs);
      else
        check_circle(lua, &needs, puzzle, i);
    }
}

static uint32_t group_of_case(lua_State *lua, const struct wb_puzzle *puzzle,
                              const struct wb_spec_case *one, size_t index) {
  const struct wb_path cases = {NULL, "cases", 0};
  const struct wb_path item = {&cases, NULL, (lua_Integer)index + 1};
  const struct wb_path group = {&item, "group", 0};
  if (one->group != NULL) return find_group(lua, &group, puzzle, one->group);
  return one->step > 0 ? number_of(puzzle, puzzle->steps.items[one->step - 1]) : 0;
}

void wb_spec_check_groups(lua_State *lua, struct wb_puzzle *puzzle, const struct wb_spec *spec) {
  const struct wb_path domain = {NULL, "domain", 0};
  const struct wb_path group = {&domain, "group", 0};
  check_needs(lua, puzzle);
  if (puzzle->n_groups > 0)
    puzzle->case_groups = wb_alloc(spec->n_cases * sizeof *puzzle->case_groups);
  for (size_t i = 0; i < spec->n_cases; i++) {
    const uint32_t number = group_of_case(lua, puzzle, &spec->cases[i], i);
    if (puzzle->n_groups > 0) puzzle->case_groups[i] = number;
  }
  puzzle->drawn_group = (uint32_t)puzzle->n_groups;
  if (spec->domain != NULL && spec->domain->group != NULL)
    puzzle->drawn_group = find_group(lua, &group, puzzle, spec->domain->group);
}

uint32_t wb_puzzle_case_group(const struct wb_puzzle *puzzle, size_t index) {
  if (puzzle->n_groups == 0) return 0;
  if (index > puzzle->n_cases) return puzzle->drawn_group;
  const uint32_t own = index < puzzle->n_cases ? puzzle->case_groups[index] : 0;
  return own > 0 ? own : (uint32_t)puzzle->n_groups;
}
