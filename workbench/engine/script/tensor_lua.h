/* Tensors as Lua values: full userdata whose memory holds the elements too, unless they are lent.
 *
 * So Lua's allocator counts them, its collector frees them, and there is
 * nothing that an error could leak. docs/tensors.md is the manual of what
 * scripts see. */
#ifndef WB_SCRIPT_TENSOR_LUA_H
#define WB_SCRIPT_TENSOR_LUA_H

#include <lua.h>
#include <lauxlib.h>
#include <stdbool.h>

#include "tensor/tensor.h"

/* The name of their metatable, and what errors call them. */
#define WB_TENSOR_TYPE_NAME "tensor"

void wb_tensor_lua_open(lua_State *lua);        /* once a state */
void wb_tensor_lua_push_module(lua_State *lua); /* what require "tensor" gives */

/* Pushes a new tensor; its elements are not set. Raises. */
struct wb_tensor *wb_tensor_lua_new(lua_State *lua, struct wb_dtype type,
                                    const struct wb_shape *shape);
struct wb_tensor *wb_tensor_lua_copy(lua_State *lua, const struct wb_tensor *from);

/* Pushes a tensor whose elements are those of `from` until the script changes one. It has no use
 * for `from` any more once wb_tensor_lua_end_loans() was called. Raises. */
struct wb_tensor *wb_tensor_lua_lend(lua_State *lua, const struct wb_tensor *from);

/* The same for a tensor whose elements the script is to write: into the memory of `to`, which is
 * aligned as its type is. */
struct wb_tensor *wb_tensor_lua_lend_to_write(lua_State *lua, const struct wb_tensor *to);

/* Before elements of the tensor at `index` are changed: they are nobody else's. Raises. */
void wb_tensor_lua_own(lua_State *lua, int index);

/* For protected calls, without arguments: what the script still has of lent tensors becomes its
 * own, as far as there is memory; the other is left with no elements at all, and never raises. */
int wb_tensor_lua_end_loans(lua_State *lua);
int wb_tensor_lua_drop_loans(lua_State *lua);

/* Raise, or NULL, where the value is no tensor. */
struct wb_tensor *wb_tensor_lua_check(lua_State *lua, int index);
struct wb_tensor *wb_tensor_lua_test(lua_State *lua, int index);

/* Converts nested Lua lists, one list of all numbers, or (for one element) a
 * number into a tensor whose type and shape are set. Numbers that the type
 * cannot hold are refused: false, and a message is pushed that says where. */
bool wb_tensor_lua_read_list(lua_State *lua, int index, struct wb_tensor *into);

/* Whether the Lua number at `index` fits one lane of the type: an integer
 * type needs a whole number in its range (a ulong also takes a negative one, as
 * its 64 bits), a float type one that does not overflow. Otherwise false, and
 * a message is pushed. */
bool wb_tensor_lua_number_fits(lua_State *lua, int index, enum wb_scalar type);

/* Sets a lane from the Lua number at `index`. */
void wb_tensor_lua_set(lua_State *lua, int index, struct wb_tensor *tensor, size_t element,
                       unsigned lane);

/* Pushes a lane as a Lua integer or float. */
void wb_tensor_lua_push_lane(lua_State *lua, const struct wb_tensor *tensor, size_t element,
                             unsigned lane);

/* Pushes an element: a number, or of a vector a list of its lanes. */
void wb_tensor_lua_push_element(lua_State *lua, const struct wb_tensor *tensor, size_t element);

#endif
