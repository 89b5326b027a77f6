/* Making a case: fills, then the spec's functions. */
#include <stdlib.h>
#include <stdio.h>
#include <string.h>

#include "base/nearest.h"
#include "base/str.h"
#include "script/field.h"
#include "script/puzzle.h"
#include "script/field.h"
#include "script/spec.h"
#include "script/tensor_lua.h"

/* What the protected calls get. */
struct making {
  struct wb_puzzle *puzzle;
  const struct wb_spec_case *from;
  struct wb_case *made;
  bool stages_given; /* what is wrong then is in them, and no more in the function */
};

/* ---- the table that functions get ----------------------------------------------- */

static void push_extent(lua_State *lua, const size_t *extent, unsigned dimensions) {
  lua_createtable(lua, (int)dimensions, 0);
  for (unsigned d = 0; d < dimensions; d++) {
    lua_pushinteger(lua, (lua_Integer)extent[d]);
    lua_rawseti(lua, -2, (lua_Integer)d + 1);
  }
}

/* Its tensors are not the case's: a function may change them without harm. They are `lent` to one
 * that cannot change the case's while it has them. */
static void push_case(lua_State *lua, const struct making *making, bool lent) {
  const struct wb_case *made = making->made;
  lua_createtable(lua, 0, (int)made->n_args + 8);
  for (size_t i = 0; i < making->from->n_sizes; i++) {
    lua_pushinteger(lua, made->sizes[i]);
    lua_setfield(lua, -2, making->from->sizes[i].name);
  }
  for (size_t i = 0; i < made->n_args; i++) {
    const struct wb_param *param = &making->puzzle->params[i];
    if (!wb_param_has_before(param->kind)) continue;
    if (param->kind == WB_PARAM_SCALAR)
      wb_tensor_lua_push_element(lua, &made->args[i].before, 0);
    else if (lent)
      wb_tensor_lua_lend(lua, &made->args[i].before);
    else
      wb_tensor_lua_copy(lua, &made->args[i].before);
    lua_setfield(lua, -2, param->name);
  }
  lua_pushstring(lua, made->name);
  lua_setfield(lua, -2, "name");
  lua_pushinteger(lua, (lua_Integer)made->seed);
  lua_setfield(lua, -2, "seed");
  if (made->dimensions == 0) return;
  push_extent(lua, made->global, made->dimensions);
  lua_setfield(lua, -2, "global");
  push_extent(lua, made->local, made->dimensions);
  lua_setfield(lua, -2, "local");
}

/* ---- what functions return -------------------------------------------------------- */

/* Which parameters a function gives content for. */
struct result_kind {
  const char *function;
  bool (*wanted)(enum wb_param_kind kind);
  const char *wanted_words;
  bool complete; /* all of them must be there */
};

static int function_line(lua_State *lua) { return wb_script_of(lua)->doing_line; }

static void check_result_names(lua_State *lua, const struct making *making, int table,
                               const struct result_kind *kind) {
  const char *names[WB_SPEC_MAX_PARAMS + 1];
  size_t count = 0;
  for (size_t i = 0; i < making->puzzle->n_params; i++)
    if (kind->wanted(making->puzzle->params[i].kind))
      names[count++] = making->puzzle->params[i].name;
  if (kind->complete && making->puzzle->printed != NULL) names[count++] = WB_PRINTED_NAME;
  lua_pushnil(lua);
  while (lua_next(lua, table) != 0) {
    bool known = false;
    const char *key = lua_type(lua, -2) == LUA_TSTRING ? lua_tostring(lua, -2) : NULL;
    for (size_t i = 0; i < count && key != NULL; i++) known = known || strcmp(names[i], key) == 0;
    if (!known) {
      const char *near = key != NULL ? wb_nearest(key, names, count) : NULL;
      wb_script_fail(lua, function_line(lua),
                     "%s of case \"%s\" returns '%.60s', which is no %s%s%s%s", kind->function,
                     making->made->name, key != NULL ? key : luaL_typename(lua, -2),
                     kind->wanted_words, near != NULL ? "; did you mean '" : "",
                     near != NULL ? near : "", near != NULL ? "'?" : "");
    }
    lua_pop(lua, 1);
  }
}

/* Takes the value on the top as the content of a tensor. */
static void take_content(lua_State *lua, const struct making *making, const char *name,
                         const struct result_kind *kind, struct wb_tensor *into) {
  char wanted[WB_TENSOR_WORDS_MAX], found[WB_TENSOR_WORDS_MAX];
  const struct wb_tensor *tensor = wb_tensor_lua_test(lua, -1);
  int type = lua_type(lua, -1);
  wb_tensor_words(into->type, &into->shape, wanted);
  if (tensor != NULL) {
    if (!wb_dtype_equal(tensor->type, into->type) || !wb_shape_equal(&tensor->shape, &into->shape))
      wb_script_fail(lua, function_line(lua),
                     "%s of case \"%s\": '%s' must be %s, but is %s (see :astype and :reshape)",
                     kind->function, making->made->name, name, wanted,
                     wb_tensor_words(tensor->type, &tensor->shape, found));
    memcpy(into->data, tensor->data, wb_tensor_bytes(into));
  } else if (type != LUA_TTABLE && type != LUA_TNUMBER) {
    wb_script_fail(lua, function_line(lua),
                   "%s of case \"%s\": '%s' must be %s, as a tensor or lists of numbers, not a %s",
                   kind->function, making->made->name, name, wanted, luaL_typename(lua, -1));
  } else if (!wb_tensor_lua_read_list(lua, lua_gettop(lua), into)) {
    const char *message = lua_tostring(lua, -1);
    wb_script_fail(lua, function_line(lua), "%s of case \"%s\": %s%s%s (it must be %s)",
                   kind->function, making->made->name, name, message[0] == '[' ? "" : ": ", message,
                   wanted);
  }
}

/* One of the lines, at the top of the stack. */
static void check_line(lua_State *lua, const struct making *making, const struct result_kind *kind,
                       lua_Integer number) {
  const int type = lua_type(lua, -1);
  const char *text = type == LUA_TSTRING ? lua_tostring(lua, -1) : "";
  if (type != LUA_TSTRING)
    wb_script_fail(lua, function_line(lua),
                   "%s of case \"%s\": printed[%lld] is a %s, not a string", kind->function,
                   making->made->name, (long long)number, luaL_typename(lua, -1));
  if (memchr(text, '\n', lua_rawlen(lua, -1)) != NULL)
    wb_script_fail(lua, function_line(lua),
                   "%s of case \"%s\": printed[%lld] has a line break in it; write each line as a "
                   "string of its own, without its end",
                   kind->function, making->made->name, (long long)number);
  if (strlen(text) != lua_rawlen(lua, -1) || !wb_script_is_shown(text, false))
    wb_script_fail(lua, function_line(lua),
                   "%s of case \"%s\": printed[%lld] is not UTF-8 without control characters",
                   kind->function, making->made->name, (long long)number);
}

/* The list at the top of the stack. */
static void take_lines(lua_State *lua, struct making *making, const struct result_kind *kind) {
  struct wb_names *lines = &making->made->printed;
  const uint64_t most = wb_case_output_bytes(making->puzzle, making->made);
  const lua_Integer count = lua_type(lua, -1) == LUA_TTABLE ? (lua_Integer)lua_rawlen(lua, -1) : 0;
  lua_Integer keys = 0;
  uint64_t bytes = 0;
  if (lua_type(lua, -1) != LUA_TTABLE)
    wb_script_fail(lua, function_line(lua),
                   "%s of case \"%s\": printed must be a list of lines, not a %s", kind->function,
                   making->made->name, luaL_typename(lua, -1));
  for (lua_pushnil(lua); lua_next(lua, -2) != 0; lua_pop(lua, 1)) keys++;
  if (keys != count)
    wb_script_fail(lua, function_line(lua),
                   "%s of case \"%s\": printed must be a list of lines, { \"…\", \"…\" }",
                   kind->function, making->made->name);
  wb_names_release(lines);
  for (lua_Integer i = 1; i <= count; i++) {
    lua_rawgeti(lua, -1, i);
    check_line(lua, making, kind, i);
    bytes += lua_rawlen(lua, -1) + 1;
    if (bytes > most)
      wb_script_fail(lua, function_line(lua),
                     "%s of case \"%s\": the printed lines have more than the %llu bytes that a "
                     "kernel may print; raise limits.output_kb",
                     kind->function, making->made->name, (unsigned long long)most);
    wb_names_add(lines, lua_tostring(lua, -1));
    lua_pop(lua, 1);
  }
}

static struct wb_tensor *content_of(struct wb_case_arg *arg, const struct result_kind *kind) {
  return kind->complete ? &arg->expected : &arg->before;
}

/* Reads the table at the top into the case. */
static void take_table(lua_State *lua, struct making *making, const struct result_kind *kind) {
  const int table = lua_gettop(lua);
  check_result_names(lua, making, table, kind);
  for (size_t i = 0; i < making->made->n_args; i++) {
    const struct wb_param *param = &making->puzzle->params[i];
    if (!kind->wanted(param->kind)) continue;
    /* Of a case from the domain, what that says of values wins. */
    if (!kind->complete && making->from->is_drawn && making->from->fills[i].given) continue;
    lua_pushstring(lua, param->name);
    bool there = lua_rawget(lua, table) != LUA_TNIL;
    if (there)
      take_content(lua, making, param->name, kind, content_of(&making->made->args[i], kind));
    else if (kind->complete)
      wb_script_fail(lua, function_line(lua), "%s of case \"%s\" does not return '%s'",
                     kind->function, making->made->name, param->name);
    if (there && !kind->complete)
      making->made->args[i].is_computed = kind->wanted == wb_param_has_input; /* else written out */
    lua_settop(lua, table);
  }
  if (!kind->complete || making->puzzle->printed == NULL) return;
  lua_pushstring(lua, WB_PRINTED_NAME);
  if (lua_rawget(lua, table) == LUA_TNIL)
    wb_script_fail(lua, function_line(lua),
                   "%s of case \"%s\" does not return 'printed', the list of lines", kind->function,
                   making->made->name);
  take_lines(lua, making, kind);
  lua_settop(lua, table);
}

/* Calls the function at the top with the case; reads the table it returns. */
static void call_function(lua_State *lua, struct making *making, const struct result_kind *kind) {
  push_case(lua, making, kind->complete); /* else it gives inputs */
  lua_call(lua, 1, 1);
  if (lua_type(lua, -1) != LUA_TTABLE)
    wb_script_fail(lua, function_line(lua),
                   "%s of case \"%s\" returns %s; it must return a table, as { %s = … }",
                   kind->function, making->made->name, luaL_typename(lua, -1),
                   !kind->complete                   ? "a"
                   : making->puzzle->printed != NULL ? WB_PRINTED_NAME
                                                     : "out");
  take_table(lua, making, kind);
}

static int run_inputs(lua_State *lua) {
  static const struct result_kind kind = {"inputs", wb_param_has_input, "input or inout", false};
  lua_rawgetp(lua, LUA_REGISTRYINDEX, &wb_spec_inputs_key);
  call_function(lua, lua_touserdata(lua, 1), &kind);
  return 0;
}

static int run_reference(lua_State *lua) {
  static const struct result_kind kind = {"the reference", wb_param_is_judged, "output or inout",
                                          true};
  lua_rawgetp(lua, LUA_REGISTRYINDEX, &wb_spec_reference_key);
  call_function(lua, lua_touserdata(lua, 1), &kind);
  return 0;
}

static int run_second(lua_State *lua) {
  static const struct result_kind kind = {"the second reference", wb_param_is_judged,
                                          "output or inout", true};
  lua_rawgetp(lua, LUA_REGISTRYINDEX, &wb_spec_second_key);
  call_function(lua, lua_touserdata(lua, 1), &kind);
  return 0;
}

/* Content that is written out in the case. */
static int run_given(lua_State *lua) {
  static const struct result_kind kind = {"given", wb_param_has_before, "input, inout or scalar",
                                          false};
  struct making *making = lua_touserdata(lua, 1);
  lua_rawgetp(lua, LUA_REGISTRYINDEX, &making->from->given_key);
  take_table(lua, making, &kind);
  return 0;
}

static int run_expected(lua_State *lua) {
  static const struct result_kind kind = {"expected", wb_param_is_judged, "output or inout", true};
  struct making *making = lua_touserdata(lua, 1);
  lua_rawgetp(lua, LUA_REGISTRYINDEX, &making->from->expected_key);
  take_table(lua, making, &kind);
  return 0;
}

/* ---- launches ---- */

/* Where the launches are said: in the case, or else for all of them. */
static int run_stages(lua_State *lua) {
  struct making *making = lua_touserdata(lua, 1);
  const struct wb_spec *spec = making->puzzle->spec;
  const struct wb_path cases = {NULL, making->from == &spec->extra ? "case" : "cases", 0};
  const struct wb_path one = {&cases, NULL, making->from - spec->cases + 1};
  const struct wb_path own = {making->from == &spec->extra ? &cases : &one, "stages", 0};
  const struct wb_path all = {NULL, "stages", 0};
  lua_rawgetp(lua, LUA_REGISTRYINDEX,
              making->from->has_stages ? &making->from->stages_key : &wb_spec_stages_key);
  if (lua_type(lua, -1) == LUA_TFUNCTION) {
    push_case(lua, making, true);
    lua_call(lua, 1, 1);
  }
  making->stages_given = true;
  wb_spec_read_stages_of(lua, making->from->has_stages ? &own : &all, making->puzzle, making->made);
  return 0;
}

/* ---- making ----------------------------------------------------------------------- */

static enum wb_status make_arg(struct making *making, size_t index, struct wb_error *err) {
  enum wb_param_kind kind = making->puzzle->params[index].kind;
  const struct wb_spec_fill *fill = &making->puzzle->spec->params[index].fill;
  struct wb_case_arg *arg = &making->made->args[index];
  struct wb_fill asymmetric = {.kind = WB_FILL_ASYMMETRIC};
  enum wb_status status = WB_OK;
  if (making->from->fills[index].given) fill = &making->from->fills[index];
  if (wb_param_has_input(kind)) {
    struct wb_shape shape = arg->before.shape;
    status = wb_tensor_init_filled(&arg->before, arg->before.type, &shape,
                                   fill->given ? &fill->fill : &asymmetric,
                                   wb_random_at(making->made->seed, index), err);
  }
  if (status == WB_OK && wb_param_is_judged(kind)) { /* a function gives all of it */
    struct wb_shape shape = arg->expected.shape;
    status = wb_tensor_init_unset(&arg->expected, arg->expected.type, &shape, err);
  }
  return status;
}

static enum wb_status run_protected(struct making *making, lua_CFunction function, const char *what,
                                    int line, struct wb_error *err) {
  struct wb_script *script = making->puzzle->script;
  char *doing = wb_format("%s of case \"%s\"", what, making->made->name);
  script->doing = doing;
  script->doing_line = line;
  enum wb_status status = wb_script_protect(script, function, making, err);
  free(doing);
  return status;
}

/* Room for the functions' work grows with the case's arrays. */
static size_t work_memory(const struct wb_case *made) {
  size_t bytes = 0;
  for (size_t i = 0; i < made->n_args; i++)
    bytes += made->args[i].local_bytes > 0 ? 0 : wb_tensor_bytes(&made->args[i].before);
  return 4 * bytes;
}

/* A mistake in a field of theirs names the field, and the case here. */
static enum wb_status make_stages(struct making *making, struct wb_error *err) {
  const struct wb_spec *spec = making->puzzle->spec;
  struct wb_case *made = making->made;
  struct wb_error why = {0};
  if (making->puzzle->is_host) return WB_OK;
  if (!spec->has_stages && !making->from->has_stages) {
    wb_case_set_stages(made, 1);
    wb_case_usual_stage(making->puzzle, made, &made->stages[0]);
    return WB_OK;
  }
  enum wb_status status = run_protected(making, run_stages, "stages", spec->stages_line, &why);
  if (status == WB_OK) return status;
  if (!making->stages_given) return wb_fail_at(err, status, why.where, "%s", why.message);
  return wb_fail_at(err, status, why.where, "%s (case \"%s\")", why.message, made->name);
}

/* Back to what the spec itself needs. What it still has of the case, which may end now, becomes its
 * own. */
static enum wb_status end_functions(struct wb_script *script, size_t usual_limit,
                                    enum wb_status status, struct wb_error *err) {
  struct wb_error why = {0};
  lua_gc(script->lua, LUA_GCCOLLECT);
  const enum wb_status ended = wb_script_protect(script, wb_tensor_lua_end_loans, NULL, &why);
  if (ended != WB_OK && wb_script_protect(script, wb_tensor_lua_drop_loans, NULL, NULL) != WB_OK)
    wb_bug("a spec keeps what it was lent");
  script->memory_limit = usual_limit;
  if (status == WB_OK && ended != WB_OK && err != NULL) *err = why;
  return status == WB_OK ? ended : status;
}

static bool has_functions(const struct making *making) {
  const struct wb_spec *spec = making->puzzle->spec;
  return spec->has_inputs || making->from->has_given || spec->has_stages ||
         making->from->has_stages;
}

/* What a kernel gets, and how it is launched. */
static enum wb_status run_functions(struct making *making, struct wb_error *err) {
  const struct wb_spec *spec = making->puzzle->spec;
  struct wb_script *script = making->puzzle->script;
  const size_t usual_limit = script->memory_limit;
  enum wb_status status = WB_OK;
  if (!has_functions(making)) return make_stages(making, err);
  script->memory_limit += work_memory(making->made);
  if (spec->has_inputs)
    status = run_protected(making, run_inputs, "inputs", spec->inputs_line, err);
  if (status == WB_OK && making->from->has_given)
    status = run_protected(making, run_given, "given", making->from->line, err);
  if (status == WB_OK) status = make_stages(making, err);
  return end_functions(script, usual_limit, status, err);
}

/* What is right, by one of the functions that say it: printed lines, too, which are checked against
 * what all launches may print. */
static enum wb_status run_answers(struct making *making, lua_CFunction answers, const char *what,
                                  int line, struct wb_error *err) {
  struct wb_script *script = making->puzzle->script;
  const size_t usual_limit = script->memory_limit;
  script->memory_limit += work_memory(making->made);
  const enum wb_status status = run_protected(making, answers, what, line, err);
  return end_functions(script, usual_limit, status, err);
}

/* What the reference says of how many elements of parameter `index` count. */
static enum wb_status check_count(const struct making *making, size_t index, struct wb_error *err) {
  const struct wb_puzzle *puzzle = making->puzzle;
  const struct wb_spec_param *spec = &puzzle->spec->params[index];
  const size_t by = puzzle->params[index].counted_by;
  if (by == 0) return WB_OK;
  const struct wb_tensor *count = &making->made->args[by - 1].expected;
  const size_t numbers = wb_tensor_count(count);
  const size_t total = wb_tensor_count(&making->made->args[index].expected);
  const int64_t value = numbers == 1 ? wb_tensor_get_int(count, 0, 0) : 0;
  char where[WB_ERROR_WHERE_MAX];
  if (numbers == 1 && value >= 0 && (uint64_t)value <= total) return WB_OK;
  snprintf(where, sizeof where, "%s:%d", puzzle->script->label, spec->line);
  if (numbers != 1)
    return wb_fail_at(err, WB_ERR_SPEC, where,
                      "%s.count: '%s' has %zu elements; it must have one (case \"%s\")", spec->path,
                      puzzle->params[by - 1].name, numbers, making->made->name);
  return wb_fail_at(err, WB_ERR_SPEC, where,
                    "%s.count: the reference gives '%s' %lld, but '%s' has %zu element%s (case "
                    "\"%s\")",
                    spec->path, puzzle->params[by - 1].name, (long long)value,
                    puzzle->params[index].name, total, total == 1 ? "" : "s", making->made->name);
}

static enum wb_status check_counts(const struct making *making, struct wb_error *err) {
  enum wb_status status = WB_OK;
  for (size_t i = 0; i < making->puzzle->n_params && status == WB_OK; i++)
    status = check_count(making, i, err);
  return status;
}

enum wb_status wb_case_refer(struct wb_puzzle *puzzle, size_t index, bool second,
                             struct wb_case *made, struct wb_error *err) {
  const struct wb_spec *spec = puzzle->spec;
  struct making making = {puzzle, wb_spec_case_at(spec, index), made, false};
  const enum wb_status status =
      second ? run_answers(&making, run_second, "the second reference", spec->second_line, err)
             : run_answers(&making, run_reference, "the reference", spec->reference_line, err);
  return status == WB_OK ? check_counts(&making, err) : status;
}

enum wb_status wb_case_make_inputs(struct wb_puzzle *puzzle, size_t index, bool has_seed,
                                   uint64_t seed, struct wb_case **made, struct wb_error *err) {
  enum wb_status status;
  *made = NULL;
  const struct wb_spec_case *from = wb_spec_case_at(puzzle->spec, index);
  if (from == NULL)
    return wb_fail(err, WB_ERR_NOT_FOUND, "%s has %zu cases; there is no case %zu", puzzle->slug,
                   puzzle->n_cases, index + 1);
  struct making making = {puzzle, from, NULL, false};
  if (has_seed && making.from->has_expected)
    return wb_fail(err, WB_ERR_USAGE,
                   "what case \"%s\" expects is written out in the spec, so that a seed cannot "
                   "change its inputs",
                   making.from->name);
  status = wb_spec_lay_out(puzzle, from, has_seed ? &seed : NULL, &making.made, err);
  if (status != WB_OK) return status;
  for (size_t i = 0; i < puzzle->n_params && status == WB_OK; i++)
    status = make_arg(&making, i, err);
  if (status == WB_OK) status = run_functions(&making, err);
  making.made->lacks_expected = true;
  if (status != WB_OK)
    wb_case_free(making.made);
  else
    *made = making.made;
  return status;
}

enum wb_status wb_case_make_expected(struct wb_puzzle *puzzle, size_t index, struct wb_case *made,
                                     struct wb_error *err) {
  struct making making = {puzzle, wb_spec_case_at(puzzle->spec, index), made, false};
  enum wb_status status;
  if (making.from->has_expected) {
    status = run_answers(&making, run_expected, "expected", making.from->line, err);
    if (status == WB_OK) status = check_counts(&making, err);
  } else {
    status = wb_case_refer(puzzle, index, false, made, err);
  }
  made->lacks_expected = status != WB_OK;
  return status;
}

enum wb_status wb_case_make(struct wb_puzzle *puzzle, size_t index, bool has_seed, uint64_t seed,
                            struct wb_case **made, struct wb_error *err) {
  enum wb_status status = wb_case_make_inputs(puzzle, index, has_seed, seed, made, err);
  if (status == WB_OK) status = wb_case_make_expected(puzzle, index, *made, err);
  if (status == WB_OK) return WB_OK;
  wb_case_free(*made);
  *made = NULL;
  return status;
}
