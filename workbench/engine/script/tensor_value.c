/* Tensors as values of Lua, and what they are made from: single numbers and nested lists. */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "script/tensor_ops.h"
#include "tensor/half.h"

enum { ALIGNMENT = 64 };

const char wb_tensor_lua_mark = 0;

/* ---- values ------------------------------------------------------------------- */

static void *own_data(struct wb_tensor *tensor) {
  const uintptr_t data = (uintptr_t)(tensor + 1);
  return (char *)(tensor + 1) + (ALIGNMENT - data % ALIGNMENT) % ALIGNMENT;
}

struct wb_tensor *wb_tensor_lua_new(lua_State *lua, struct wb_dtype type,
                                    const struct wb_shape *shape) {
  size_t bytes;
  char text[WB_SHAPE_TEXT_MAX], name[WB_DTYPE_NAME_MAX];
  if (!wb_shape_bytes(type, shape, &bytes) ||
      bytes > SIZE_MAX / 2 - sizeof(struct wb_tensor) - ALIGNMENT)
    luaL_error(lua, "a %s tensor of %s elements is too large", wb_dtype_name(type, name),
               wb_shape_text(shape, text));
  struct wb_tensor *tensor = lua_newuserdatauv(lua, sizeof *tensor + ALIGNMENT + bytes, 0);
  tensor->type = type;
  tensor->shape = *shape;
  tensor->data = own_data(tensor);
  luaL_setmetatable(lua, WB_TENSOR_TYPE_NAME);
  return tensor;
}

struct wb_tensor *wb_tensor_lua_copy(lua_State *lua, const struct wb_tensor *from) {
  struct wb_tensor *copy = wb_tensor_lua_new(lua, from->type, &from->shape);
  memcpy(copy->data, from->data, wb_tensor_bytes(from));
  return copy;
}

/* ---- loans ---------------------------------------------------------------------- */

/* Registry: those that were lent, as weak keys. */
static const char loans_key = 0;

/* Only a tensor that was lent has room for another value, which holds its elements later: nil until
 * then, or true where it was lent to be written. */
static int loan_type(lua_State *lua, int index, struct wb_tensor *tensor) {
  if (tensor->data == own_data(tensor)) return LUA_TNONE;
  const int type = lua_getiuservalue(lua, index, 1);
  lua_pop(lua, 1);
  return type;
}

static bool is_lent(lua_State *lua, int index, struct wb_tensor *tensor) {
  const int type = loan_type(lua, index, tensor);
  return type == LUA_TNIL || type == LUA_TBOOLEAN;
}

static void push_loans(lua_State *lua) {
  if (lua_rawgetp(lua, LUA_REGISTRYINDEX, &loans_key) != LUA_TNIL) return;
  lua_pop(lua, 1);
  lua_newtable(lua);
  lua_createtable(lua, 0, 1);
  lua_pushliteral(lua, "k");
  lua_setfield(lua, -2, "__mode");
  lua_setmetatable(lua, -2);
  lua_pushvalue(lua, -1);
  lua_rawsetp(lua, LUA_REGISTRYINDEX, &loans_key);
}

struct wb_tensor *wb_tensor_lua_lend(lua_State *lua, const struct wb_tensor *from) {
  luaL_checkstack(lua, 4, NULL);
  push_loans(lua);
  struct wb_tensor *tensor = lua_newuserdatauv(lua, sizeof *tensor + ALIGNMENT, 1);
  tensor->type = from->type;
  tensor->shape = (struct wb_shape){.rank = 1}; /* until it is known to be lent */
  tensor->data = own_data(tensor);
  luaL_setmetatable(lua, WB_TENSOR_TYPE_NAME);
  lua_pushvalue(lua, -1);
  lua_pushboolean(lua, 1);
  lua_rawset(lua, -4);
  lua_remove(lua, -2);
  tensor->shape = from->shape;
  tensor->data = from->data;
  return tensor;
}

struct wb_tensor *wb_tensor_lua_lend_to_write(lua_State *lua, const struct wb_tensor *to) {
  struct wb_tensor *tensor = wb_tensor_lua_lend(lua, to);
  lua_pushboolean(lua, 1);
  lua_setiuservalue(lua, -2, 1);
  return tensor;
}

/* The elements move into memory of Lua's. */
static void take_elements(lua_State *lua, int index, struct wb_tensor *tensor) {
  index = lua_absindex(lua, index);
  const size_t bytes = wb_tensor_bytes(tensor);
  const uintptr_t block = (uintptr_t)lua_newuserdatauv(lua, bytes + ALIGNMENT, 0);
  void *data = (void *)(block + (ALIGNMENT - block % ALIGNMENT) % ALIGNMENT);
  memcpy(data, tensor->data, bytes);
  lua_setiuservalue(lua, index, 1);
  tensor->data = data;
}

void wb_tensor_lua_own(lua_State *lua, int index) {
  struct wb_tensor *tensor = lua_touserdata(lua, index);
  if (loan_type(lua, index, tensor) == LUA_TNIL) take_elements(lua, index, tensor);
}

int wb_tensor_lua_end_loans(lua_State *lua) {
  lua_settop(lua, 0);
  if (lua_rawgetp(lua, LUA_REGISTRYINDEX, &loans_key) == LUA_TNIL) return 0;
  for (lua_pushnil(lua); lua_next(lua, 1) != 0; lua_settop(lua, 2)) {
    struct wb_tensor *tensor = lua_touserdata(lua, 2);
    if (is_lent(lua, 2, tensor)) take_elements(lua, 2, tensor);
  }
  return 0;
}

int wb_tensor_lua_drop_loans(lua_State *lua) {
  lua_settop(lua, 0);
  if (lua_rawgetp(lua, LUA_REGISTRYINDEX, &loans_key) == LUA_TNIL) return 0;
  for (lua_pushnil(lua); lua_next(lua, 1) != 0; lua_settop(lua, 2)) {
    struct wb_tensor *tensor = lua_touserdata(lua, 2);
    if (!is_lent(lua, 2, tensor)) continue;
    tensor->shape = (struct wb_shape){.rank = 1};
    tensor->data = own_data(tensor);
  }
  /* What is dropped once need not be gone through again. */
  lua_pushnil(lua);
  lua_rawsetp(lua, LUA_REGISTRYINDEX, &loans_key);
  return 0;
}

/* By the mark, and not by the metatable's name as luaL_testudata does: each element that a script
 * reads or sets comes by here. */
struct wb_tensor *wb_tensor_lua_test(lua_State *lua, int index) {
  struct wb_tensor *tensor = lua_touserdata(lua, index);
  if (tensor == NULL || !lua_getmetatable(lua, index)) return NULL;
  lua_rawgeti(lua, -1, 1);
  if (lua_touserdata(lua, -1) != &wb_tensor_lua_mark) tensor = NULL;
  lua_pop(lua, 2);
  return tensor;
}

struct wb_tensor *wb_tensor_lua_check(lua_State *lua, int index) {
  struct wb_tensor *tensor = wb_tensor_lua_test(lua, index);
  if (tensor == NULL) luaL_typeerror(lua, index, WB_TENSOR_TYPE_NAME);
  return tensor;
}

/* ---- numbers ------------------------------------------------------------------ */

/* Least and greatest whole number of an integer type below 64 bits. */
static void int_range(enum wb_scalar type, lua_Integer *low, lua_Integer *high) {
  unsigned bits = 8 * (unsigned)wb_scalar_size(type);
  bool is_signed = wb_scalar_is_signed(type);
  if (type == WB_BOOL) bits = 1;
  const lua_Integer one = 1;
  *low = is_signed ? -(one << (bits - 1)) : 0;
  *high = (one << (is_signed ? bits - 1 : bits)) - 1;
}

static bool int_fits(lua_State *lua, int index, enum wb_scalar type) {
  int is_whole;
  lua_Integer low = LUA_MININTEGER, high = LUA_MAXINTEGER;
  struct wb_dtype dtype = {type, 1};
  char name[WB_DTYPE_NAME_MAX];
  lua_Integer value = lua_tointegerx(lua, index, &is_whole);
  if (wb_scalar_size(type) < 8) int_range(type, &low, &high);
  if (is_whole && value >= low && value <= high) return true;
  wb_dtype_name(dtype, name);
  if (is_whole)
    lua_pushfstring(lua, "%I does not fit %s (%I to %I)", value, name, low, high);
  else
    lua_pushfstring(lua, "%f is not a whole number, as %s needs", lua_tonumber(lua, index), name);
  return false;
}

static bool float_fits(lua_State *lua, int index, enum wb_scalar type) {
  double value = lua_tonumber(lua, index);
  double kept = value;
  struct wb_dtype dtype = {type, 1};
  char name[WB_DTYPE_NAME_MAX];
  if (type == WB_FLOAT) kept = (double)(float)value;
  if (type == WB_HALF) kept = (double)wb_half_to_float(wb_half_from_double(value));
  if (!isinf(kept) || isinf(value)) return true;
  lua_pushfstring(lua, "%f is too large for %s", value, wb_dtype_name(dtype, name));
  return false;
}

bool wb_tensor_lua_number_fits(lua_State *lua, int index, enum wb_scalar type) {
  index = lua_absindex(lua, index);
  return wb_scalar_is_float(type) ? float_fits(lua, index, type) : int_fits(lua, index, type);
}

void wb_tensor_lua_set(lua_State *lua, int index, struct wb_tensor *tensor, size_t element,
                       unsigned lane) {
  if (lua_isinteger(lua, index) || !wb_scalar_is_float(tensor->type.scalar))
    wb_tensor_set_int(tensor, element, lane, lua_tointeger(lua, index));
  else
    wb_tensor_set(tensor, element, lane, lua_tonumber(lua, index));
}

void wb_tensor_lua_push_lane(lua_State *lua, const struct wb_tensor *tensor, size_t element,
                             unsigned lane) {
  if (wb_scalar_is_float(tensor->type.scalar))
    lua_pushnumber(lua, wb_tensor_get(tensor, element, lane));
  else
    lua_pushinteger(lua, wb_tensor_get_int(tensor, element, lane));
}

void wb_tensor_lua_push_element(lua_State *lua, const struct wb_tensor *tensor, size_t element) {
  const unsigned lanes = tensor->type.lanes;
  if (lanes == 1) {
    wb_tensor_lua_push_lane(lua, tensor, element, 0);
    return;
  }
  lua_createtable(lua, (int)lanes, 0);
  for (unsigned lane = 0; lane < lanes; lane++) {
    wb_tensor_lua_push_lane(lua, tensor, element, lane);
    lua_rawseti(lua, -2, (lua_Integer)lane + 1);
  }
}

/* ---- lists ------------------------------------------------------------------- */

/* Where reading a list stands: `path` is "[2][1]" in Lua's own counting. */
struct list_reader {
  struct wb_tensor *into;
  size_t next; /* lane by lane, without padding */
  size_t depth;
  size_t place[WB_MAX_RANK + 2];
};

static void push_path(lua_State *lua, const struct list_reader *reader) {
  luaL_Buffer buffer;
  luaL_buffinit(lua, &buffer);
  for (size_t i = 0; i < reader->depth; i++) {
    lua_pushfstring(lua, "[%I]", (lua_Integer)reader->place[i]);
    luaL_addvalue(&buffer);
  }
  luaL_pushresult(&buffer);
}

/* Leaves "[2][1]: message" on the top, from the message there. */
static bool fail_list(lua_State *lua, const struct list_reader *reader) {
  push_path(lua, reader);
  lua_insert(lua, -2);
  lua_pushfstring(lua, "%s%s%s", lua_tostring(lua, -2), reader->depth > 0 ? ": " : "",
                  lua_tostring(lua, -1));
  return false;
}

static bool read_number(lua_State *lua, int index, struct list_reader *reader) {
  struct wb_tensor *into = reader->into;
  unsigned lanes = into->type.lanes;
  if (lua_type(lua, index) != LUA_TNUMBER) {
    lua_pushfstring(lua, "expected a number, got %s", luaL_typename(lua, index));
    return fail_list(lua, reader);
  }
  if (!wb_tensor_lua_number_fits(lua, index, into->type.scalar)) return fail_list(lua, reader);
  wb_tensor_lua_set(lua, index, into, reader->next / lanes, (unsigned)(reader->next % lanes));
  reader->next++;
  return true;
}

/* The list on the top must have `sizes[0]` items, each as the other sizes
 * say; with none left it must be a number. */
static bool read_nested(lua_State *lua, struct list_reader *reader, const size_t *sizes,
                        size_t rank) {
  int list = lua_gettop(lua);
  bool good = true;
  if (rank == 0) return read_number(lua, list, reader);
  luaL_checkstack(lua, 8, "a list is nested too deeply");
  if (lua_type(lua, list) != LUA_TTABLE) {
    lua_pushfstring(lua, "expected a list of %I, got %s", (lua_Integer)sizes[0],
                    luaL_typename(lua, list));
    return fail_list(lua, reader);
  }
  if (lua_rawlen(lua, list) != sizes[0]) {
    lua_pushfstring(lua, "expected %I numbers, got %I", (lua_Integer)sizes[0],
                    (lua_Integer)lua_rawlen(lua, list));
    return fail_list(lua, reader);
  }
  for (size_t i = 0; i < sizes[0] && good; i++) {
    lua_rawgeti(lua, list, (lua_Integer)i + 1);
    reader->place[reader->depth++] = i + 1;
    good = read_nested(lua, reader, sizes + 1, rank - 1);
    reader->depth--;
    if (good) lua_pop(lua, 1);
  }
  return good;
}

bool wb_tensor_lua_read_list(lua_State *lua, int index, struct wb_tensor *into) {
  struct list_reader reader = {.into = into};
  size_t sizes[WB_MAX_RANK + 1];
  size_t rank = into->shape.rank;
  size_t total = wb_tensor_count(into) * into->type.lanes;
  memset(into->data, 0, wb_tensor_bytes(into));
  for (size_t d = 0; d < rank; d++) sizes[d] = into->shape.size[d];
  if (into->type.lanes > 1) sizes[rank++] = into->type.lanes;
  lua_pushvalue(lua, index);
  if (lua_type(lua, -1) == LUA_TNUMBER && total == 1) rank = 0;
  if (lua_type(lua, -1) == LUA_TTABLE && rank > 1 && lua_rawlen(lua, -1) == total) {
    bool flat = lua_rawgeti(lua, -1, 1) == LUA_TNUMBER;
    lua_pop(lua, 1);
    if (flat) {
      sizes[0] = total;
      rank = 1;
    }
  }
  bool good = read_nested(lua, &reader, sizes, rank);
  if (good) lua_pop(lua, 1);
  return good;
}
