/* Shared by the files that make up the tensor module (tensor_*.c). */
#ifndef WB_SCRIPT_TENSOR_OPS_H
#define WB_SCRIPT_TENSOR_OPS_H

#include <lauxlib.h>
#include <lua.h>

#include "script/tensor_lua.h"
#include "tensor/convert.h"

/* What each file adds to the module; all but the makers are methods too. */
extern const luaL_Reg wb_tensor_lua_makers[];
extern const luaL_Reg wb_tensor_lua_access[];
extern const luaL_Reg wb_tensor_lua_shapes[];
extern const luaL_Reg wb_tensor_lua_reductions[];
extern const luaL_Reg wb_tensor_lua_linear[];
extern const luaL_Reg wb_tensor_lua_orders[];

/* Pops a function, which becomes the method `name` (index 1) and, unless it is NULL, the
 * metatable's `event` (index 2). */
void wb_tensor_lua_add_method(lua_State *lua, const char *name, const char *event);

/* Add their closures to the methods (index 1) and the metatable (index 2). */
void wb_tensor_lua_add_binary(lua_State *lua);
void wb_tensor_lua_add_unary(lua_State *lua);

/* The metatable has its address at [1], and no other table does. */
extern const char wb_tensor_lua_mark;

/* Metamethods that are no operators. */
int wb_tensor_lua_to_string(lua_State *lua);
int wb_tensor_lua_length(lua_State *lua);
int wb_tensor_lua_at(lua_State *lua);

/* The type to calculate in: integers in 64 bits (then wrapped to their own
 * type), half and float in float, double in double. */
enum wb_tensor_lua_domain { WB_DOMAIN_INT, WB_DOMAIN_FLOAT, WB_DOMAIN_DOUBLE };
enum wb_tensor_lua_domain wb_tensor_lua_domain_of(enum wb_scalar type);

/* Lanes of all elements, padding included. */
size_t wb_tensor_lua_components(const struct wb_tensor *tensor);

/* The fourth lanes of a 3-vector's elements are always zero. */
void wb_tensor_lua_clear_padding(struct wb_tensor *tensor);

/* Arguments; all raise. */
struct wb_dtype wb_tensor_lua_arg_type(lua_State *lua, int index);
void wb_tensor_lua_arg_shape(lua_State *lua, int index, struct wb_shape *shape);
unsigned wb_tensor_lua_arg_axis(lua_State *lua, int index, const struct wb_tensor *tensor,
                                unsigned otherwise);
size_t wb_tensor_lua_arg_size(lua_State *lua, int index, size_t most);

/* Flat index from the `rank` integers at `index` on. */
size_t wb_tensor_lua_arg_position(lua_State *lua, int index, const struct wb_tensor *tensor);

/* A tensor seen along one axis: outer × length × inner components. */
struct wb_tensor_lua_axis {
  size_t outer, length, inner;
};
struct wb_tensor_lua_axis wb_tensor_lua_axis_of(const struct wb_tensor *tensor, unsigned axis);

/* A buffer that Lua frees, pushed on the stack. */
void *wb_tensor_lua_scratch(lua_State *lua, size_t count, size_t size);

/* Replaces the value at `index` by a copy of it repeated to `shape`, by the
 * rules of broadcasting: sizes compare from the right, and 1 repeats. */
struct wb_tensor *wb_tensor_lua_expand(lua_State *lua, int index, const struct wb_shape *shape);

/* The shape that two expand to; raises where there is none. */
struct wb_shape wb_tensor_lua_common_shape(lua_State *lua, const struct wb_shape *a,
                                           const struct wb_shape *b);

#endif
