/* The launches of a case: the field stages, and what it gives. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "script/field.h"
#include "script/spec_fields.h"
#include "script/tensor_lua.h"

/* ---- without a spec ---- */

void wb_case_set_stages(struct wb_case *made, size_t count) {
  for (size_t i = 0; i < made->n_stages; i++) {
    free(made->stages[i].entry);
    free(made->stages[i].args);
  }
  free(made->stages);
  made->stages = count > 0 ? wb_alloc(count * sizeof *made->stages) : NULL;
  made->n_stages = count;
}

static void take_all_params(const struct wb_puzzle *puzzle, struct wb_case_stage *stage) {
  stage->args = wb_alloc(puzzle->n_params * sizeof *stage->args);
  stage->n_args = puzzle->n_params;
  for (size_t i = 0; i < puzzle->n_params; i++) stage->args[i].param = i;
}

void wb_case_usual_stage(const struct wb_puzzle *puzzle, const struct wb_case *made,
                         struct wb_case_stage *stage) {
  stage->entry = wb_strdup(puzzle->entry);
  stage->dimensions = made->dimensions;
  memcpy(stage->global, made->global, sizeof stage->global);
  memcpy(stage->local, made->local, sizeof stage->local);
  take_all_params(puzzle, stage);
}

const char *wb_case_entry(const struct wb_case *made) {
  const char *entry = made->n_stages > 0 ? made->stages[0].entry : "";
  for (size_t i = 1; i < made->n_stages; i++)
    if (strcmp(made->stages[i].entry, entry) != 0) return "";
  return entry;
}

/* ---- fields of a launch ---- */

/* What the rows below read into. */
struct filling {
  const struct wb_case *made;
  struct wb_case_stage *stage;
};

#define STAGE_READER(name)                                            \
  static void name(lua_State *lua, const struct wb_spec_field *field, \
                   const struct wb_spec_place *at)

STAGE_READER(read_entry) {
  const struct wb_path path = {at->path, field->name, 0};
  struct wb_case_stage *stage = ((const struct filling *)at->of)->stage;
  if (wb_field_get(lua, at->table, field->name) != LUA_TNIL)
    wb_field_identifier(lua, -1, &path, &stage->entry);
  else
    stage->entry = wb_strdup(at->puzzle->entry);
  lua_pop(lua, 1);
}

/* The parameter of the name at the top of the stack. */
static size_t param_of(lua_State *lua, const struct wb_puzzle *puzzle, const struct wb_path *path) {
  const char *names[WB_SPEC_MAX_PARAMS];
  char found[WB_VALUE_TEXT_MAX], hint[WB_HINT_MAX];
  if (lua_type(lua, -1) != LUA_TSTRING)
    wb_field_fail(lua, path, "must be the name of a parameter, not %s",
                  wb_field_describe(lua, -1, found));
  const char *name = lua_tostring(lua, -1);
  for (size_t i = 0; i < puzzle->n_params; i++) {
    names[i] = puzzle->params[i].name;
    if (strcmp(names[i], name) == 0) return i;
  }
  wb_field_describe(lua, -1, found);
  wb_field_fail(lua, path, "%s is no parameter of the puzzle%s", found,
                wb_field_hint(name, names, puzzle->n_params, hint));
}

STAGE_READER(read_arguments) {
  const struct wb_path path = {at->path, field->name, 0};
  struct wb_case_stage *stage = ((const struct filling *)at->of)->stage;
  if (wb_field_get(lua, at->table, field->name) == LUA_TNIL) {
    take_all_params(at->puzzle, stage);
    lua_pop(lua, 1);
    return;
  }
  const size_t count = wb_field_check_list(lua, -1, &path, at->puzzle->n_params);
  stage->args = wb_alloc((count + 1) * sizeof *stage->args);
  stage->n_args = count;
  for (size_t i = 0; i < count; i++) {
    const struct wb_path item = {&path, NULL, (lua_Integer)i + 1};
    lua_rawgeti(lua, -1, item.index);
    stage->args[i].param = param_of(lua, at->puzzle, &item);
    for (size_t k = 0; k < i; k++)
      if (stage->args[k].param == stage->args[i].param)
        wb_field_fail(lua, &item, "'%s' is there twice; a launch takes each parameter once",
                      at->puzzle->params[stage->args[i].param].name);
    lua_pop(lua, 1);
  }
  lua_pop(lua, 1);
}

/* The number at the top of the stack, or the list of a vector's lanes. */
static void read_value(lua_State *lua, const struct wb_path *path, const struct wb_param *param,
                       struct wb_case_stage_arg *arg) {
  struct wb_tensor value = {.type = param->type, .data = arg->value};
  char found[WB_VALUE_TEXT_MAX];
  const int type = lua_type(lua, -1);
  if (wb_dtype_size(param->type) > sizeof arg->value) wb_bug("no room for a scalar");
  if (type != LUA_TNUMBER && type != LUA_TTABLE)
    wb_field_fail(lua, path, "must be a number, not %s", wb_field_describe(lua, -1, found));
  if (!wb_tensor_lua_read_list(lua, lua_gettop(lua), &value))
    wb_field_fail(lua, path, "%s", lua_tostring(lua, -1));
  arg->has_value = true;
}

STAGE_READER(read_values) {
  const struct wb_path path = {at->path, field->name, 0};
  const struct wb_puzzle *puzzle = at->puzzle;
  struct wb_case_stage *stage = ((const struct filling *)at->of)->stage;
  const char *names[WB_SPEC_MAX_PARAMS];
  size_t count = 0;
  for (size_t i = 0; i < stage->n_args; i++)
    if (puzzle->params[stage->args[i].param].kind == WB_PARAM_SCALAR)
      names[count++] = puzzle->params[stage->args[i].param].name;
  if (wb_field_get(lua, at->table, field->name) != LUA_TNIL) {
    wb_field_check_record(lua, -1, &path, names, count);
    for (size_t i = 0; i < stage->n_args; i++) {
      const struct wb_param *param = &puzzle->params[stage->args[i].param];
      const struct wb_path own = {&path, param->name, 0};
      if (wb_field_get(lua, -1, param->name) != LUA_TNIL)
        read_value(lua, &own, param, &stage->args[i]);
      lua_pop(lua, 1);
    }
  }
  lua_pop(lua, 1);
}

/* Sizes in the place of the case's; how many. */
static unsigned read_sizes(lua_State *lua, const struct wb_spec_field *field,
                           const struct wb_spec_place *at, const size_t usual[3], size_t sizes[3]) {
  const struct wb_path path = {at->path, field->name, 0};
  const struct filling *filling = at->of;
  unsigned count = filling->made->dimensions;
  memcpy(sizes, usual, 3 * sizeof sizes[0]);
  if (wb_field_get(lua, at->table, field->name) != LUA_TNIL) {
    count = (unsigned)wb_field_check_list(lua, -1, &path, 3);
    if (count == 0) wb_field_fail(lua, &path, "is empty; it must have 1 to 3 numbers");
    for (unsigned d = 0; d < 3; d++) {
      const struct wb_path item = {&path, NULL, d + 1};
      sizes[d] = 1;
      if (d >= count) continue;
      lua_rawgeti(lua, -1, item.index);
      sizes[d] = (size_t)wb_field_integer(lua, -1, &item, 1, INT64_C(1) << 32);
      lua_pop(lua, 1);
    }
  }
  lua_pop(lua, 1);
  return count;
}

STAGE_READER(read_global) {
  const struct filling *filling = at->of;
  struct wb_case_stage *stage = filling->stage;
  stage->dimensions = read_sizes(lua, field, at, filling->made->global, stage->global);
}

/* The last of the rows: the two must fit. */
STAGE_READER(read_local) {
  const struct wb_path path = {at->path, field->name, 0};
  const struct filling *filling = at->of;
  struct wb_case_stage *stage = filling->stage;
  struct wb_spec_sizes_fault fault;
  const unsigned count = read_sizes(lua, field, at, filling->made->local, stage->local);
  if (count != stage->dimensions)
    wb_field_fail(lua, &path, "has %u dimension%s, but global has %u", count, count == 1 ? "" : "s",
                  stage->dimensions);
  if (!wb_spec_sizes_fault(count, stage->global, stage->local, &fault)) return;
  const struct wb_path whole = {at->path, fault.of_local ? "local" : "global", 0};
  const struct wb_path part = {&whole, NULL, fault.dimension};
  wb_field_fail(lua, fault.dimension > 0 ? &part : &whole, "%s", fault.words);
}

static const struct wb_spec_field fields[] = {
    {.name = "entry",
     .read = read_entry,
     .lua = "string?",
     .type = "string",
     .otherwise = "the puzzle's `entry`",
     .meaning = "the `__kernel` function that is launched"},
    {.name = "arguments",
     .read = read_arguments,
     .lua = "string[]?",
     .type = "list",
     .otherwise = "all of `params`",
     .meaning = "what it takes: names of parameters, in the kernel's order"},
    {.name = "values",
     .read = read_values,
     .lua = "table<string, number|number[]>?",
     .type = "table",
     .otherwise = "`{}`",
     .meaning = "scalar → number (of a vector, a list of its lanes) in this launch, instead of the "
                "parameter's `value`"},
    {.name = "global",
     .read = read_global,
     .lua = "integer[]?",
     .type = "list",
     .otherwise = "the case's",
     .meaning = "the launch's work-items: 1 to 3 numbers"},
    {.name = "local",
     .read = read_local,
     .lua = "integer[]?",
     .type = "list",
     .otherwise = "the case's",
     .meaning = "those of a group: as many"},
};
const struct wb_spec_record wb_spec_stage = {
    .heading = "### Stages",
    .class = "puzzle.Stage",
    .fields = fields,
    .count = sizeof fields / sizeof fields[0],
};

/* ---- launches of a case ---- */

void wb_spec_read_stages_of(lua_State *lua, const struct wb_path *path, struct wb_puzzle *puzzle,
                            struct wb_case *made) {
  const size_t count = wb_field_check_list(lua, -1, path, WB_SPEC_MAX_STAGES);
  if (count == 0) wb_field_fail(lua, path, "is empty; there must be at least one launch");
  wb_case_set_stages(made, count);
  for (size_t i = 0; i < count; i++) {
    const struct wb_path item = {path, NULL, (lua_Integer)i + 1};
    struct filling filling = {made, &made->stages[i]};
    lua_rawgeti(lua, -1, item.index);
    const struct wb_spec_place at = {.table = lua_gettop(lua),
                                     .path = &item,
                                     .puzzle = puzzle,
                                     .spec = puzzle->spec,
                                     .index = i,
                                     .of = &filling};
    wb_spec_check_names(lua, &wb_spec_stage, &at);
    wb_spec_read_rows(lua, &wb_spec_stage, &at, false);
    lua_pop(lua, 1);
  }
}

/* A function is called, and a list read, when a case is made. */
WB_SPEC_READER(stages) {
  const struct wb_path path = {at->path, field->name, 0};
  char found[WB_VALUE_TEXT_MAX];
  lua_Debug info = {0};
  const int type = wb_field_get(lua, at->table, field->name);
  if (type != LUA_TNIL && type != LUA_TFUNCTION && type != LUA_TTABLE)
    wb_field_fail(lua, &path, "must be a function(case) or a list of launches, not %s",
                  wb_field_describe(lua, -1, found));
  if (type == LUA_TFUNCTION) {
    lua_pushvalue(lua, -1);
    lua_getinfo(lua, ">S", &info);
  }
  at->spec->has_stages = type != LUA_TNIL;
  at->spec->stages_line = info.linedefined > 0 ? info.linedefined : wb_field_path_line(lua, &path);
  lua_rawsetp(lua, LUA_REGISTRYINDEX, &wb_spec_stages_key);
}
