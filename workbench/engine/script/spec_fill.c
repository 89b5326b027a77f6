/* Fills: "zeros", { "constant", 3 }, { "random", -1, 1 } … */
#include <math.h>
#include <string.h>

#include "script/spec_fields.h"
#include "script/tensor_lua.h"

const struct wb_spec_fill_form wb_spec_fills[WB_FILL_KIND_COUNT] = {
    [WB_FILL_ZEROS] = {0, 0, "\"zeros\"", "\"zeros\"", "0 everywhere"},
    [WB_FILL_ONES] = {0, 0, "\"ones\"", "\"ones\"", "1 everywhere"},
    [WB_FILL_CONSTANT] = {1, 1, "{ \"constant\", value }", "{ [1]: \"constant\", [2]: number }",
                          "the same value everywhere"},
    [WB_FILL_RANGE] =
        {0, 2, "{ \"range\", first, step }",
         "\"range\"|{ [1]: \"range\", [2]: number?, [3]: number? }",
         "`first`, `first + step` and so on, in row-major order; `\"range\"` alone is "
         "0, 1, 2 …"},
    [WB_FILL_RANDOM] =
        {0, 3, "{ \"random\", low, high, step }",
         "\"random\"|{ [1]: \"random\", [2]: number, [3]: number, [4]: number? }",
         "between the two, integers inclusive, and with a step `low`, `low + step` and so on; "
         "`\"random\"` alone is -1 to 1 for floats, -100 to 100 for signed and 0 to 100 for "
         "unsigned integers"},
    [WB_FILL_EXTREMES] =
        {2, 3, "{ \"extremes\", low, high, step }",
         "{ [1]: \"extremes\", [2]: number, [3]: number, [4]: number? }",
         "one half as `random`, the other `low`, `high`, what is next to them, and 0, 1 and -1 "
         "where they lie between; for floats between infinities, also numbers that narrower types "
         "cannot hold"},
    [WB_FILL_ASYMMETRIC] = {0, 0, "\"asymmetric\"", "\"asymmetric\"",
                            "the default: distinct, small, non-zero values in an order without "
                            "pattern, different for each parameter and seed"},
    [WB_FILL_PERMUTATION] = {0, 0, "\"permutation\"", "\"permutation\"",
                             "0 to n - 1, each once, shuffled"},
};

/* The word at the top of the stack. */
static enum wb_fill_kind read_kind(lua_State *lua, const struct wb_path *path) {
  enum wb_fill_kind kind = WB_FILL_ZEROS;
  char hint[WB_HINT_MAX], found[WB_VALUE_TEXT_MAX];
  size_t count;
  const char *const *names = wb_fill_names(&count);
  if (lua_type(lua, -1) != LUA_TSTRING)
    wb_field_fail(lua, path, "a fill begins with its name, as \"range\"; this is %s",
                  wb_field_describe(lua, -1, found));
  const char *word = lua_tostring(lua, -1);
  if (!wb_fill_parse(word, &kind))
    wb_field_fail(lua, path, "unknown fill '%.40s'%s", word,
                  wb_field_hint(word, names, count, hint));
  return kind;
}

static double read_number(lua_State *lua, int list, const struct wb_path *path, size_t place,
                          double otherwise, enum wb_scalar type) {
  double number = otherwise;
  struct wb_path item = {path, NULL, (lua_Integer)place};
  if (lua_rawgeti(lua, list, item.index) != LUA_TNIL) {
    number = wb_field_number(lua, -1, &item, -HUGE_VAL, HUGE_VAL);
    if (isinf(number) && !wb_scalar_is_float(type)) wb_field_fail(lua, &item, "is infinite");
    if (isfinite(number) &&
        !wb_tensor_lua_number_fits(lua, -1, type)) /* pushes only when it fails */
      wb_field_fail(lua, &item, "%s", lua_tostring(lua, -1));
    lua_pop(lua, 1);
  } else {
    lua_pop(lua, 1);
  }
  return number;
}

static void read_numbers(lua_State *lua, int list, const struct wb_path *path, enum wb_scalar type,
                         size_t count, struct wb_fill *fill) {
  struct wb_fill defaults = wb_fill_default_random(type);
  if (fill->kind == WB_FILL_RANGE) defaults = (struct wb_fill){.first = 0};
  /* A step may be negative where the values are not. */
  enum wb_scalar step_type = wb_scalar_is_float(type) ? type : WB_LONG;
  fill->first = read_number(lua, list, path, 2, defaults.first, type);
  if (fill->kind == WB_FILL_RANGE)
    fill->step = read_number(lua, list, path, 3, 1, step_type);
  else
    fill->last = read_number(lua, list, path, 3, defaults.last, type);
  if (fill->kind != WB_FILL_RANDOM && fill->kind != WB_FILL_EXTREMES) return;
  const bool is_random = fill->kind == WB_FILL_RANDOM;
  fill->step = read_number(lua, list, path, 4, 0, type);
  if (count == 1) wb_field_fail(lua, path, "random needs both bounds: { \"random\", low, high }");
  if ((is_random && (!isfinite(fill->first) || !isfinite(fill->last))) || fill->first > fill->last)
    wb_field_fail(lua, path, "%s needs low <= high, not %.14g and %.14g", wb_fill_name(fill->kind),
                  fill->first, fill->last);
  if (count == 3 && !(fill->step > 0))
    wb_field_fail(lua, path, "the step of %s is more than 0, not %.14g", wb_fill_name(fill->kind),
                  fill->step);
}

void wb_spec_read_fill(lua_State *lua, int value, const struct wb_path *path, enum wb_scalar type,
                       struct wb_spec_fill *out) {
  char text[WB_PATH_TEXT_MAX];
  size_t count = 0;
  int list = lua_absindex(lua, value);
  bool is_list = lua_type(lua, list) == LUA_TTABLE;
  if (is_list) {
    count = wb_field_check_list(lua, list, path, 8);
    lua_rawgeti(lua, list, 1);
  } else {
    lua_pushvalue(lua, list);
  }
  out->fill.kind = read_kind(lua, path);
  lua_pop(lua, 1);
  if (is_list) count--;
  const struct wb_spec_fill_form *form = &wb_spec_fills[out->fill.kind];
  if (count < form->least || count > form->most)
    wb_field_fail(lua, path, "'%s' is written %s", wb_fill_name(out->fill.kind), form->form);
  if (!is_list) { /* an empty list has the defaults, too */
    lua_newtable(lua);
    list = lua_gettop(lua);
  }
  if (form->most > 0) read_numbers(lua, list, path, type, count, &out->fill);
  if (!is_list) lua_pop(lua, 1);
  out->path = wb_strdup(wb_field_path_text(path, text));
  out->line = wb_field_path_line(lua, path);
  out->given = true;
}
