/* The field `domain`: what a puzzle promises to be right for. */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "finding/launch_change.h"
#include "script/domain.h"
#include "script/field.h"
#include "script/spec_fields.h"

#define DOMAIN_READER(name)                                           \
  static void name(lua_State *lua, const struct wb_spec_field *field, \
                   const struct wb_spec_place *at)

static void release_range(struct wb_domain_range *range) { wb_quantity_release(&range->value); }

void wb_spec_domain_free(struct wb_spec_domain *domain, size_t n_params) {
  if (domain == NULL) return;
  wb_spec_release_rows(&wb_spec_domain_fields, domain);
  for (size_t i = 0; i < domain->n_sizes; i++) {
    free(domain->sizes[i].name);
    release_range(&domain->sizes[i].range);
  }
  for (unsigned d = 0; d < 3; d++) release_range(&domain->local[d]);
  for (size_t i = 0; i < n_params && domain->values != NULL; i++) {
    wb_quantity_release(&domain->values[i].low);
    wb_quantity_release(&domain->values[i].high);
    free(domain->values[i].words);
  }
  free(domain->values);
  for (size_t i = 0; i < domain->n_conditions; i++) {
    wb_quantity_release(&domain->conditions[i].text);
    free(domain->conditions[i].words);
  }
  free(domain);
}

/* ---- sizes and groups ---- */

/* { 1, 1000 }, one number, or an expression. */
static void read_range(lua_State *lua, const struct wb_path *path, int64_t least,
                       struct wb_domain_range *out) {
  if (lua_type(lua, -1) != LUA_TTABLE) {
    wb_field_quantity(lua, -1, path, &out->value);
    out->follows = true;
    return;
  }
  const struct wb_path low = {path, NULL, 1}, high = {path, NULL, 2};
  if (wb_field_check_list(lua, -1, path, 2) != 2)
    wb_field_fail(lua, path, "must be { least, most }, a number or an expression");
  lua_rawgeti(lua, -1, 1);
  out->low = wb_field_integer(lua, -1, &low, least, INT64_C(1) << 40);
  lua_pop(lua, 1);
  lua_rawgeti(lua, -1, 2);
  out->high = wb_field_integer(lua, -1, &high, out->low, INT64_C(1) << 40);
  lua_pop(lua, 1);
}

static int by_name(const void *a, const void *b) {
  return strcmp(((const struct wb_domain_size *)a)->name, ((const struct wb_domain_size *)b)->name);
}

/* Those of the cases, and no others. */
static void check_size_names(lua_State *lua, const struct wb_path *path,
                             const struct wb_spec *spec) {
  const char *names[WB_SPEC_MAX_SIZES];
  for (size_t i = 0; i < spec->cases[0].n_sizes; i++) names[i] = spec->cases[0].sizes[i].name;
  wb_field_check_record(lua, -1, path, names, spec->cases[0].n_sizes);
  for (size_t i = 0; i < spec->cases[0].n_sizes; i++) {
    const struct wb_path own = {path, names[i], 0};
    if (wb_field_get(lua, -1, names[i]) == LUA_TNIL)
      wb_field_fail(lua, &own, "is missing; every size of the cases has a range or an expression");
    lua_pop(lua, 1);
  }
}

DOMAIN_READER(read_sizes) {
  const struct wb_path path = {at->path, field->name, 0};
  struct wb_spec_domain *out = at->of;
  if (wb_field_get(lua, at->table, field->name) == LUA_TNIL) {
    lua_newtable(lua);
    lua_replace(lua, -2);
  }
  check_size_names(lua, &path, at->spec);
  lua_pushnil(lua);
  while (lua_next(lua, -2) != 0) {
    const struct wb_path name = {&path, lua_tostring(lua, -2), 0};
    struct wb_domain_size *size = &out->sizes[out->n_sizes];
    size->name = wb_strdup(name.name);
    out->n_sizes++;
    read_range(lua, &name, -(INT64_C(1) << 40), &size->range);
    lua_pop(lua, 1);
  }
  lua_pop(lua, 1);
  qsort(out->sizes, out->n_sizes, sizeof out->sizes[0], by_name); /* Lua's order varies */
}

/* A list for each dimension, of as many as the first case has. */
static unsigned check_dimensions(lua_State *lua, const struct wb_path *path,
                                 const struct wb_spec *spec) {
  if (lua_type(lua, -1) == LUA_TNIL)
    wb_field_fail(lua, path, "is missing; it has an entry for each dimension of a launch");
  const unsigned count = (unsigned)wb_field_check_list(lua, -1, path, 3);
  if (count != spec->cases[0].dimensions)
    wb_field_fail(lua, path, "has %u dimension%s, but cases have %u", count, count == 1 ? "" : "s",
                  spec->cases[0].dimensions);
  return count;
}

DOMAIN_READER(read_local) {
  const struct wb_path path = {at->path, field->name, 0};
  struct wb_spec_domain *out = at->of;
  const bool is_text = wb_field_get(lua, at->table, field->name) == LUA_TSTRING;
  out->dimensions = at->spec->cases[0].dimensions;
  if (at->puzzle->kernel_chooses && !(is_text && strcmp(lua_tostring(lua, -1), "kernel") == 0))
    wb_field_fail(lua, &path, "must be \"kernel\", as in the cases");
  out->local_by_kernel = at->puzzle->kernel_chooses;
  if (!out->local_by_kernel) check_dimensions(lua, &path, at->spec);
  for (unsigned d = 0; d < out->dimensions && !out->local_by_kernel; d++) {
    const struct wb_path item = {&path, NULL, (lua_Integer)d + 1};
    lua_rawgeti(lua, -1, item.index);
    read_range(lua, &item, 1, &out->local[d]);
    if (!out->local[d].follows && out->local[d].high > WB_LAUNCH_GROUP_MAX)
      wb_field_fail(lua, &item, "a group has at most %d work-items", WB_LAUNCH_GROUP_MAX);
    lua_pop(lua, 1);
  }
  lua_pop(lua, 1);
}

DOMAIN_READER(read_global) {
  const struct wb_path path = {at->path, field->name, 0};
  struct wb_spec_domain *out = at->of;
  wb_field_get(lua, at->table, field->name);
  const unsigned count = check_dimensions(lua, &path, at->spec);
  for (unsigned d = 0; d < count; d++) {
    const struct wb_path item = {&path, NULL, (lua_Integer)d + 1};
    lua_rawgeti(lua, -1, item.index);
    wb_field_quantity(lua, -1, &item, &out->global[d]);
    lua_pop(lua, 1);
  }
  lua_pop(lua, 1);
}

DOMAIN_READER(read_spare) {
  const struct wb_path path = {at->path, field->name, 0};
  struct wb_spec_domain *out = at->of;
  if (wb_field_get(lua, at->table, field->name) != LUA_TNIL)
    out->spare = (unsigned)wb_field_integer(lua, -1, &path, 0, WB_DOMAIN_MAX_SPARE);
  lua_pop(lua, 1);
}

DOMAIN_READER(read_subgroup) {
  const struct wb_path path = {at->path, field->name, 0};
  struct wb_spec_domain *out = at->of;
  struct wb_domain_range range = {.low = 0};
  if (wb_field_get(lua, at->table, field->name) != LUA_TNIL) {
    read_range(lua, &path, 1, &range);
    if (range.follows || range.high > 64 || (range.low & (range.low - 1)) != 0 ||
        (range.high & (range.high - 1)) != 0)
      wb_field_fail(lua, &path, "must be { least, most }, powers of two from 1 to 64");
    out->narrow = (uint32_t)range.low;
    out->wide = (uint32_t)range.high;
  }
  lua_pop(lua, 1);
}

/* ---- values ---- */

static double greatest_of(enum wb_scalar type) {
  if (type == WB_DOUBLE) return 0x1.fffffffffffffp1023;
  if (type == WB_FLOAT) return 0x1.fffffep127;
  return type == WB_HALF
             ? 65504
             : ldexp(1, 8 * (int)wb_scalar_size(type) - (wb_scalar_is_signed(type) ? 1 : 0)) - 1;
}

static struct wb_quantity real_quantity(const struct wb_path *path, double value) {
  char text[WB_PATH_TEXT_MAX];
  return (struct wb_quantity){
      .kind = WB_QUANTITY_REAL, .real = value, .path = wb_strdup(wb_field_path_text(path, text))};
}

/* "any": every number that the type has. */
static void read_word(lua_State *lua, const struct wb_path *path, enum wb_scalar type,
                      struct wb_domain_values *out) {
  static const char *const words[] = {"any", "any but NaN", "any finite"};
  const char *word = lua_tostring(lua, -1);
  const bool is_float = wb_scalar_is_float(type);
  char hint[WB_HINT_MAX];
  size_t which = 0;
  while (which < 3 && strcmp(words[which], word) != 0) which++;
  if (which == 3 || (which == 0) == is_float)
    wb_field_fail(lua, path, "unknown values '%.40s'%s; there are { least, most }, %s", word,
                  wb_field_hint(word, words, 3, hint),
                  is_float ? "\"any but NaN\" and \"any finite\"" : "and \"any\"");
  const double most = which == 1 ? HUGE_VAL : greatest_of(type);
  const double least = is_float ? -most : wb_scalar_is_signed(type) ? -most - 1 : 0;
  out->words = wb_strdup(word);
  out->low = real_quantity(path, least);
  out->high = real_quantity(path, most);
}

/* { least, most, step } */
static void read_ends(lua_State *lua, const struct wb_path *path, struct wb_domain_values *out) {
  const size_t count = wb_field_check_list(lua, -1, path, 3);
  if (count < 2) wb_field_fail(lua, path, "must be { least, most } or { least, most, step }");
  struct wb_quantity *ends[] = {&out->low, &out->high};
  for (int i = 0; i < 2; i++) {
    const struct wb_path item = {path, NULL, i + 1};
    lua_rawgeti(lua, -1, item.index);
    wb_field_quantity(lua, -1, &item, ends[i]);
    lua_pop(lua, 1);
  }
  if (count == 3) {
    const struct wb_path item = {path, NULL, 3};
    lua_rawgeti(lua, -1, 3);
    out->step = wb_field_number(lua, -1, &item, 0x1p-40, 0x1p40);
    lua_pop(lua, 1);
  }
}

DOMAIN_READER(read_values) {
  const struct wb_path path = {at->path, field->name, 0};
  const struct wb_puzzle *puzzle = at->puzzle;
  struct wb_spec_domain *out = at->of;
  const char *names[WB_SPEC_MAX_PARAMS];
  size_t count = 0;
  out->values = wb_alloc((puzzle->n_params + 1) * sizeof *out->values);
  for (size_t i = 0; i < puzzle->n_params; i++)
    if (wb_param_has_input(puzzle->params[i].kind)) names[count++] = puzzle->params[i].name;
  if (wb_field_get(lua, at->table, field->name) != LUA_TNIL) {
    wb_field_check_record(lua, -1, &path, names, count);
    for (size_t i = 0; i < puzzle->n_params; i++) {
      const struct wb_path own = {&path, puzzle->params[i].name, 0};
      const int type = wb_field_get(lua, -1, own.name);
      out->values[i].given = type != LUA_TNIL;
      if (type == LUA_TSTRING)
        read_word(lua, &own, puzzle->params[i].type.scalar, &out->values[i]);
      else if (type != LUA_TNIL)
        read_ends(lua, &own, &out->values[i]);
      lua_pop(lua, 1);
    }
  }
  lua_pop(lua, 1);
}

/* ---- conditions ---- */

/* One, or { condition, words }. */
static void read_condition(lua_State *lua, const struct wb_path *path,
                           struct wb_domain_condition *out) {
  if (lua_type(lua, -1) == LUA_TTABLE) {
    const struct wb_path words = {path, NULL, 2};
    if (wb_field_check_list(lua, -1, path, 2) != 2)
      wb_field_fail(lua, path, "must be a condition, or { condition, words for learners }");
    lua_rawgeti(lua, -1, 2);
    wb_field_text(lua, -1, &words, false, &out->words);
    lua_pop(lua, 1);
    lua_rawgeti(lua, -1, 1);
  } else {
    lua_pushvalue(lua, -1);
  }
  wb_field_quantity(lua, -1, path, &out->text);
  if (out->text.kind != WB_QUANTITY_TEXT || strpbrk(out->text.text, "<>=") == NULL)
    wb_field_fail(lua, path, "must compare two expressions, as \"k <= local_x + 1\"");
  lua_pop(lua, 1);
}

DOMAIN_READER(read_conditions) {
  const struct wb_path path = {at->path, field->name, 0};
  struct wb_spec_domain *out = at->of;
  if (wb_field_get(lua, at->table, field->name) != LUA_TNIL) {
    const size_t count = wb_field_check_list(lua, -1, &path, WB_DOMAIN_MAX_CONDITIONS);
    for (size_t i = 0; i < count; i++) {
      const struct wb_path item = {&path, NULL, (lua_Integer)i + 1};
      lua_rawgeti(lua, -1, item.index);
      out->n_conditions++;
      read_condition(lua, &item, &out->conditions[i]);
      lua_pop(lua, 1);
    }
  }
  lua_pop(lua, 1);
}

DOMAIN_READER(read_work) {
  const struct wb_path path = {at->path, field->name, 0};
  struct wb_spec_domain *out = at->of;
  if (wb_field_get(lua, at->table, field->name) != LUA_TNIL)
    wb_field_quantity(lua, -1, &path, &out->work);
  lua_pop(lua, 1);
}

static const struct wb_spec_field fields[] = {
    {.name = "sizes",
     .read = read_sizes,
     .lua = "table<string, puzzle.Quantity|integer[]>?",
     .type = "table",
     .otherwise = "required where cases have sizes",
     .meaning = "size → `{ least, most }`, or an expression where it follows from the others"},
    {.name = "local",
     .of = WB_SPEC_OF_KERNELS,
     .read = read_local,
     .lua = "(puzzle.Quantity|integer[])[]|\"kernel\"",
     .type = "list or string",
     .otherwise = "required",
     .meaning = "the work-items of a group: for each dimension `{ least, most }`, or an expression "
                "of sizes and dimensions before it. `\"kernel\"` where cases have that"},
    {.name = "global",
     .of = WB_SPEC_OF_KERNELS,
     .read = read_global,
     .kept = WB_KEEPS_QUANTITIES,
     .offset = offsetof(struct wb_spec_domain, global),
     .count = 3,
     .lua = "puzzle.Quantity[]",
     .type = "list",
     .otherwise = "required",
     .meaning = "the least work-items of a launch, as a case has them; expressions may use "
                "`local_x` …"},
    {.name = "spare",
     .of = WB_SPEC_OF_KERNELS,
     .read = read_spare,
     .lua = "integer?",
     .type = "integer",
     .otherwise = "0",
     .meaning = "so many groups more there may be in each dimension"},
    {.name = "subgroup",
     .of = WB_SPEC_OF_KERNELS,
     .read = read_subgroup,
     .lua = "integer[]?",
     .type = "list",
     .otherwise = "the usual width",
     .meaning = "the width of sub-groups: `{ least, most }`, powers of two"},
    {.name = "values",
     .read = read_values,
     .lua = "table<string, string|puzzle.Quantity[]>?",
     .type = "table",
     .otherwise = "`{}`",
     .meaning = "input or inout → what it may hold: `{ least, most }`, `{ least, most, step }`, "
                "`\"any\"` (integers), `\"any but NaN\"` or `\"any finite\"` (floats). What is not "
                "here holds what `fill` and `inputs` give"},
    {.name = "holds",
     .read = read_conditions,
     .lua = "(string|string[])[]?",
     .type = "list",
     .otherwise = "`{}`",
     .meaning = "what is true of every case: `\"k <= local_x + 1\"`, or that and the words for "
                "learners, `{ \"k <= local_x + 1\", \"k - 1 is at most the group's size\" }`"},
    {.name = "work",
     .read = read_work,
     .kept = WB_KEEPS_QUANTITIES,
     .offset = offsetof(struct wb_spec_domain, work),
     .count = 1,
     .lua = "puzzle.Quantity?",
     .type = "number or string",
     .otherwise = "work-items and elements",
     .meaning = "the steps that a right kernel needs for a case, about: of dear cases fewer are "
                "drawn"},
    {.name = "group",
     .read = wb_spec_read_text_if,
     .kept = WB_KEEPS_TEXT,
     .offset = offsetof(struct wb_spec_domain, group),
     .lua = "string? # which of the puzzle's groups drawn cases count in",
     .type = "string",
     .otherwise = "the last one",
     .meaning = "which of the puzzle's [groups](scoring.md) drawn cases count in"},
};
const struct wb_spec_record wb_spec_domain_fields = {
    .heading = "### Domain",
    .class = "puzzle.Domain",
    .fields = fields,
    .count = sizeof fields / sizeof fields[0],
};

/* In a student's pack the line alone is left of it. */
static void read_line(lua_State *lua, const struct wb_path *path, const struct wb_spec_place *at) {
  const bool is_pack = wb_field_get(lua, at->table, "left_out") != LUA_TNIL;
  lua_pop(lua, 1);
  if (!is_pack) wb_field_fail(lua, path, "must be a table; see docs/puzzle-spec.md, Domain");
  wb_field_text(lua, -1, path, false, &at->puzzle->domain);
}

WB_SPEC_READER(domain) {
  const struct wb_path path = {at->path, field->name, 0};
  if (wb_field_get(lua, at->table, field->name) == LUA_TSTRING) {
    read_line(lua, &path, at);
  } else if (lua_type(lua, -1) != LUA_TNIL) {
    struct wb_spec_domain *domain = wb_alloc(sizeof *domain);
    at->spec->domain = domain;
    const struct wb_spec_place own = {lua_gettop(lua), &path, at->puzzle, at->spec, 0, domain};
    domain->line = wb_field_path_line(lua, &path);
    wb_spec_check_names(lua, &wb_spec_domain_fields, &own);
    wb_spec_read_rows(lua, &wb_spec_domain_fields, &own, false);
  }
  lua_pop(lua, 1);
}
