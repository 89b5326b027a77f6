/* The fields of params. */
#include <stddef.h>
#include <string.h>

#include "script/field.h"
#include "script/spec_fields.h"

static const char *const kinds[] = {
    [WB_PARAM_INPUT] = "input",   [WB_PARAM_OUTPUT] = "output", [WB_PARAM_INOUT] = "inout",
    [WB_PARAM_SCALAR] = "scalar", [WB_PARAM_LOCAL] = "local",
};
enum { N_KINDS = sizeof kinds / sizeof kinds[0] };

const char *wb_param_kind_name(enum wb_param_kind kind) { return kinds[kind]; }

bool wb_param_is_judged(enum wb_param_kind kind) {
  return kind == WB_PARAM_OUTPUT || kind == WB_PARAM_INOUT;
}

bool wb_param_has_input(enum wb_param_kind kind) {
  return kind == WB_PARAM_INPUT || kind == WB_PARAM_INOUT;
}

bool wb_param_has_before(enum wb_param_kind kind) {
  return wb_param_has_input(kind) || kind == WB_PARAM_SCALAR;
}

/* A row's reader. What is for all is in the parameter, what is for cases in at->of. */
#define PARAM_READER(name)                                            \
  static void name(lua_State *lua, const struct wb_spec_field *field, \
                   const struct wb_spec_place *at)

static struct wb_param *param_of(const struct wb_spec_place *at) {
  return &at->puzzle->params[at->index];
}

/* A string field whose word must be known; pushed while it is looked at. */
static const char *get_word(lua_State *lua, int table, const struct wb_path *path) {
  char found[WB_VALUE_TEXT_MAX];
  if (wb_field_get(lua, table, path->name) == LUA_TNIL) wb_field_fail(lua, path, "is missing");
  if (lua_type(lua, -1) != LUA_TSTRING)
    wb_field_fail(lua, path, "must be a string, not %s", wb_field_describe(lua, -1, found));
  return lua_tostring(lua, -1);
}

PARAM_READER(read_name) {
  static const char *const taken[] = {"name", "seed", "global", "local"};
  const struct wb_path path = {at->path, field->name, 0};
  wb_field_get(lua, at->table, field->name);
  wb_field_identifier(lua, -1, &path, &param_of(at)->name);
  lua_pop(lua, 1);
  const char *name = param_of(at)->name;
  for (size_t i = 0; i < sizeof taken / sizeof taken[0]; i++)
    if (strcmp(taken[i], name) == 0)
      wb_field_fail(lua, &path, "'%s' is taken: functions read case.%s", name, name);
  if (at->puzzle->printed != NULL && strcmp(name, WB_PRINTED_NAME) == 0)
    wb_field_fail(lua, &path, "'%s' is taken: the reference returns the printed lines by it", name);
  for (size_t i = 0; i < at->index; i++)
    if (strcmp(at->puzzle->params[i].name, name) == 0)
      wb_field_fail(lua, &path, "'%s' is the name of params[%zu] too", name, i + 1);
}

PARAM_READER(read_kind) {
  const struct wb_path path = {at->path, field->name, 0};
  char hint[WB_HINT_MAX];
  const char *word = get_word(lua, at->table, &path);
  unsigned kind = 0;
  while (kind < N_KINDS && strcmp(kinds[kind], word) != 0) kind++;
  if (kind == N_KINDS)
    wb_field_fail(lua, &path, "unknown kind '%.40s'%s", word,
                  wb_field_hint(word, kinds, N_KINDS, hint));
  if (kind == WB_PARAM_LOCAL && at->puzzle->is_host)
    wb_field_fail(lua, &path, "a host program makes local memory itself, with gpu.Local");
  param_of(at)->kind = (enum wb_param_kind)kind;
  lua_pop(lua, 1);
}

PARAM_READER(read_type) {
  const struct wb_path path = {at->path, field->name, 0};
  struct wb_dtype *out = &param_of(at)->type;
  char hint[WB_HINT_MAX];
  size_t count;
  const char *const *names = wb_dtype_names(&count);
  const char *word = get_word(lua, at->table, &path);
  if (!wb_dtype_parse(word, out) || out->lanes > WB_MAX_PUZZLE_LANES)
    wb_field_fail(lua, &path, "unknown type '%.40s'%s", word,
                  wb_field_hint(word, names, count, hint));
  if (out->scalar == WB_BOOL)
    wb_field_fail(lua, &path, "a kernel cannot have a bool parameter; use int or uchar");
  lua_pop(lua, 1);
}

/* The quantities of the list at the top of the stack, counted as they are read. */
static void read_quantities(lua_State *lua, const struct wb_path *path, size_t count,
                            struct wb_quantity *out, unsigned *n) {
  for (; *n < count; ++*n) {
    const struct wb_path item = {path, NULL, (lua_Integer)*n + 1};
    lua_rawgeti(lua, -1, item.index);
    wb_field_quantity(lua, -1, &item, &out[*n]);
    lua_pop(lua, 1);
  }
}

PARAM_READER(read_shape) {
  const struct wb_path path = {at->path, field->name, 0};
  struct wb_spec_param *out = at->of;
  const int type = wb_field_get(lua, at->table, field->name);
  if (param_of(at)->kind == WB_PARAM_SCALAR) {
    if (type != LUA_TNIL) wb_field_fail(lua, &path, "a scalar has no shape; it has a value");
  } else {
    if (type == LUA_TNIL)
      wb_field_fail(lua, &path, "is missing; it must be a list of sizes, as { \"n\" }");
    const size_t rank = wb_field_check_list(lua, -1, &path, WB_MAX_RANK);
    if (rank == 0) wb_field_fail(lua, &path, "is empty; it must name at least one size");
    read_quantities(lua, &path, rank, out->shape, &out->rank);
  }
  lua_pop(lua, 1);
}

/* One number, or for a vector a list with one a lane. */
PARAM_READER(read_value) {
  const struct wb_path path = {at->path, field->name, 0};
  const struct wb_param *known = param_of(at);
  struct wb_spec_param *out = at->of;
  const int type = wb_field_get(lua, at->table, field->name);
  if (known->kind != WB_PARAM_SCALAR) {
    if (type != LUA_TNIL)
      wb_field_fail(lua, &path, "only a scalar has a value; arrays have shape and fill");
  } else if (type == LUA_TNIL) {
    wb_field_fail(lua, &path, "is missing; it must be a number, a size's name or an expression");
  } else if (known->type.lanes == 1) {
    wb_field_quantity(lua, -1, &path, &out->value[0]);
    out->n_values = 1;
  } else {
    const size_t count = wb_field_check_list(lua, -1, &path, WB_SPEC_MAX_LANES);
    if (count != known->type.lanes)
      wb_field_fail(lua, &path, "has %zu numbers; the type has %u lanes", count, known->type.lanes);
    read_quantities(lua, &path, count, out->value, &out->n_values);
  }
  lua_pop(lua, 1);
}

PARAM_READER(read_fill) {
  const struct wb_path path = {at->path, field->name, 0};
  const struct wb_param *known = param_of(at);
  struct wb_spec_param *out = at->of;
  if (wb_field_get(lua, at->table, field->name) != LUA_TNIL) {
    if (!wb_param_has_input(known->kind))
      wb_field_fail(lua, &path, "only inputs and inouts have a fill");
    wb_spec_read_fill(lua, -1, &path, known->type.scalar, &out->fill);
  }
  lua_pop(lua, 1);
}

/* ---- which elements count, and in which order ---------------------------------------- */

/* Whether an output or inout has the field, whose word is then at the top of the stack. */
static bool has_word(lua_State *lua, const struct wb_path *path, const struct wb_spec_place *at) {
  const bool given = wb_field_get(lua, at->table, path->name) != LUA_TNIL;
  if (given && !wb_param_is_judged(param_of(at)->kind))
    wb_field_fail(lua, path, "only outputs and inouts have it");
  lua_pop(lua, 1);
  if (given) get_word(lua, at->table, path);
  return given;
}

/* Whether the second of two words is chosen; the first stands for none. */
static bool read_second(lua_State *lua, const struct wb_path *path, const struct wb_spec_place *at,
                        const char *const words[2]) {
  char hint[WB_HINT_MAX];
  if (!has_word(lua, path, at)) return false;
  const char *word = lua_tostring(lua, -1);
  const bool second = strcmp(word, words[1]) == 0;
  if (!second && strcmp(word, words[0]) != 0)
    wb_field_fail(lua, path, "unknown %s '%.40s'%s", path->name, word,
                  wb_field_hint(word, words, 2, hint));
  lua_pop(lua, 1);
  return second;
}

PARAM_READER(read_order) {
  static const char *const words[] = {"given", "any"};
  const struct wb_path path = {at->path, field->name, 0};
  struct wb_param *param = param_of(at);
  param->any_order = read_second(lua, &path, at, words);
  if (param->any_order && param->type.lanes > 1 && wb_scalar_is_float(param->type.scalar))
    wb_field_fail(lua, &path,
                  "vectors of floats cannot be put in order; scalars and vectors of "
                  "integers can");
  if (param->any_order && at->spec->params[at->index].rank != 1)
    wb_field_fail(lua, &path, "'%s' has more than one dimension", param->name);
}

/* The output or inout whose number says how many elements count. */
PARAM_READER(read_count) {
  const struct wb_path path = {at->path, field->name, 0};
  const char *names[WB_SPEC_MAX_PARAMS];
  size_t n_names = 0;
  char hint[WB_HINT_MAX];
  struct wb_param *param = param_of(at);
  if (!has_word(lua, &path, at)) return;
  const char *word = lua_tostring(lua, -1);
  for (size_t i = 0; i < at->puzzle->n_params; i++) {
    const struct wb_param *other = &at->puzzle->params[i];
    if (other == param || !wb_param_is_judged(other->kind) || other->type.lanes > 1 ||
        wb_scalar_is_float(other->type.scalar))
      continue;
    names[n_names++] = other->name;
    if (strcmp(other->name, word) == 0) param->counted_by = i + 1;
  }
  if (param->counted_by == 0)
    wb_field_fail(lua, &path, "'%.40s' is not another output or inout of whole numbers%s", word,
                  wb_field_hint(word, names, n_names, hint));
  if (at->spec->params[at->index].rank != 1)
    wb_field_fail(lua, &path, "'%s' has more than one dimension", param->name);
  lua_pop(lua, 1);
}

PARAM_READER(read_rest) {
  static const char *const words[] = {"exact", "ignored"};
  const struct wb_path path = {at->path, field->name, 0};
  struct wb_param *param = param_of(at);
  param->rest_ignored = read_second(lua, &path, at, words);
  if (param->rest_ignored && param->counted_by == 0)
    wb_field_fail(lua, &path, "there is a rest only where 'count' says how many elements count");
}

/* ---- what it is made by ------------------------------------------------------------------ */

static const char *const makers[] = {[WB_FROM_ANYTHING] = "anything",
                                     [WB_FROM_KERNELS] = "kernels",
                                     [WB_FROM_LAUNCHES] = "launches"};
enum { N_MAKERS = sizeof makers / sizeof makers[0] };

const char *wb_param_from_name(enum wb_param_from from) { return makers[from]; }

bool wb_puzzle_follows_launches(const struct wb_puzzle *puzzle) {
  bool follows = false;
  for (size_t i = 0; i < puzzle->n_params; i++)
    follows |= puzzle->params[i].from == WB_FROM_LAUNCHES;
  return follows;
}

PARAM_READER(read_from) {
  const struct wb_path path = {at->path, field->name, 0};
  struct wb_param *param = param_of(at);
  char hint[WB_HINT_MAX];
  size_t which = 0;
  if (!has_word(lua, &path, at)) return;
  const char *word = lua_tostring(lua, -1);
  while (which < N_MAKERS && strcmp(makers[which], word) != 0) which++;
  if (which == N_MAKERS)
    wb_field_fail(lua, &path, "unknown from '%.40s'%s", word,
                  wb_field_hint(word, makers, N_MAKERS, hint));
  param->from = (enum wb_param_from)which;
  if (param->from == WB_FROM_LAUNCHES && at->puzzle->launches.count == 0)
    wb_field_fail(lua, &path, "there are no launches that it could come from");
  if (param->from != WB_FROM_ANYTHING && param->type.lanes == 3)
    wb_field_fail(lua, &path, "vectors of three cannot be followed; those of four can");
  lua_pop(lua, 1);
}

/* ---- the rows --------------------------------------------------------------------------- */

#define QUANTITIES(member)                                                       \
  .kept = WB_KEEPS_QUANTITIES, .offset = offsetof(struct wb_spec_param, member), \
  .count = sizeof(((struct wb_spec_param *)0)->member) / sizeof(struct wb_quantity)

static const struct wb_spec_field fields[] = {
    {.name = "name",
     .read = read_name,
     .lua = "string",
     .type = "string",
     .otherwise = "required",
     .meaning = "as in the kernel; not `name`, `seed`, `global` or `local`, nor `printed` where "
                "printed lines are judged"},
    {.name = "kind",
     .read = read_kind,
     .lua = "\"input\"|\"output\"|\"inout\"|\"scalar\"|\"local\"",
     .type = "string",
     .otherwise = "required",
     .meaning = "`input`, `output`, `inout`, `scalar` or `local`"},
    {.name = "type",
     .read = read_type,
     .lua = "string # \"float\", \"int4\" …",
     .type = "string",
     .otherwise = "required",
     .meaning = "an OpenCL C scalar type, `char` to `double`, or its 2-, 3- or 4-vector; `double` "
                "needs `requires = { \"fp64\" }`"},
    {.name = "shape",
     .read = read_shape,
     QUANTITIES(shape),
     .lua = "puzzle.Quantity[]? # of arrays, outermost first",
     .type = "list",
     .otherwise = "required for arrays",
     .meaning = "numbers, size names or expressions, outermost first; those of `local` arrays may "
                "also use `local_x`, `local_y`, `local_z`"},
    {.name = "value",
     .read = read_value,
     QUANTITIES(value),
     .lua = "puzzle.Quantity|puzzle.Quantity[]? # of scalars",
     .type = "number, string or list",
     .otherwise = "required for scalars",
     .meaning = "a number, a size name or an expression, and for a vector a list of them; it must "
                "fit the type exactly (only numbers with a fraction are rounded to a float type)"},
    {.name = "fill",
     .read = read_fill,
     .lua = "puzzle.Fill? # of inputs and inouts; \"asymmetric\" if left out",
     .type = "string or list",
     .otherwise = "`\"asymmetric\"`",
     .meaning = "of inputs and inouts: their content, see below"},
    {.name = "order",
     .read = read_order,
     .late = true,
     .lua = "(\"given\"|\"any\")? # of outputs and inouts: in which order the elements that count "
            "may stand",
     .type = "string",
     .otherwise = "`\"given\"`",
     .meaning = "of outputs and inouts: `given` or `any`, the order in which the elements that "
                "count may stand"},
    {.name = "count",
     .read = read_count,
     .late = true,
     .lua = "string? # of outputs and inouts: another one, of one whole number, that says how many "
            "elements count",
     .type = "string",
     .otherwise = "none",
     .meaning = "of outputs and inouts: another one, of one whole number, that says how many "
                "elements count"},
    {.name = "rest",
     .read = read_rest,
     .late = true,
     .lua = "(\"exact\"|\"ignored\")? # what is behind them",
     .type = "string",
     .otherwise = "`\"exact\"`",
     .meaning = "of those with `count`: `exact` or `ignored`, what is behind the elements that "
                "count"},
    {.name = "from",
     .read = read_from,
     .late = true,
     .of = WB_SPEC_OF_HOSTS,
     .lua =
         "(\"anything\"|\"kernels\"|\"launches\")? # of outputs and inouts of a host puzzle: what "
         "each element must be made by",
     .type = "string",
     .otherwise = "`\"anything\"`",
     .meaning = "of outputs and inouts of a host puzzle: what each element must be made by. "
                "`kernels`: by any kernel; `launches`: by those that `launches` names. See "
                "[host-puzzles.md](host-puzzles.md#where-outputs-come-from)"},
};
const struct wb_spec_record wb_spec_parameter = {
    .heading = "### Parameters",
    .class = "puzzle.Param",
    .fields = fields,
    .count = sizeof fields / sizeof fields[0],
};

/* Reads the rows of every parameter that are late, or those that are not, from the list at the
 * top of the stack. */
static void read_each(lua_State *lua, const struct wb_path *list, const struct wb_spec_place *whole,
                      bool late) {
  char text[WB_PATH_TEXT_MAX];
  for (size_t i = 0; i < whole->puzzle->n_params; i++) {
    const struct wb_path item = {list, NULL, (lua_Integer)i + 1};
    struct wb_spec_param *out = &whole->spec->params[i];
    lua_rawgeti(lua, -1, item.index);
    const struct wb_spec_place at = {lua_gettop(lua), &item, whole->puzzle, whole->spec, i, out};
    if (!late) {
      wb_spec_check_names(lua, &wb_spec_parameter, &at);
      out->path = wb_strdup(wb_field_path_text(&item, text));
      out->line = wb_field_path_line(lua, &item);
    }
    wb_spec_read_rows(lua, &wb_spec_parameter, &at, late);
    lua_pop(lua, 1);
  }
}

WB_SPEC_READER(params) {
  const struct wb_path path = {at->path, field->name, 0};
  struct wb_puzzle *puzzle = at->puzzle;
  bool has_output = puzzle->printed != NULL;
  if (wb_field_get(lua, at->table, field->name) == LUA_TNIL && has_output) lua_newtable(lua);
  if (lua_type(lua, -1) == LUA_TNIL)
    wb_field_fail(lua, &path, "is missing; it must list the kernel's parameters in order");
  const size_t count = wb_field_check_list(lua, -1, &path, WB_SPEC_MAX_PARAMS);
  if (count == 0 && !has_output)
    wb_field_fail(lua, &path, "is empty; a kernel needs an output at least");
  puzzle->params = wb_alloc(count * sizeof *puzzle->params);
  puzzle->n_params = count;
  at->spec->params = wb_alloc(count * sizeof *at->spec->params);
  at->spec->n_params = count;
  read_each(lua, &path, at, false);
  read_each(lua, &path, at, true);
  for (size_t i = 0; i < count; i++) has_output |= wb_param_is_judged(puzzle->params[i].kind);
  if (!has_output)
    wb_field_fail(lua, &path, "has no output or inout: there would be nothing to judge");
  lua_pop(lua, 1);
}
