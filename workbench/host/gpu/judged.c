#include "gpu/judged.h"

#include <stdlib.h>
#include <string.h>

#include "gpu/values.h"
#include "script/tensor_lua.h"

/* ---- what it gets --------------------------------------------------------------------------- */

static struct wb_dtype type_of(const struct wb_host_value *value) {
  return (struct wb_dtype){(enum wb_scalar)value->scalar, value->lanes};
}

static struct wb_shape shape_of(const struct wb_host_value *value) {
  struct wb_shape shape = {.rank = value->rank};
  for (unsigned d = 0; d < value->rank; d++) shape.size[d] = (size_t)value->size[d];
  return shape;
}

static void push_array(lua_State *lua, const struct wb_host_value *value) {
  const struct wb_shape shape = shape_of(value);
  struct wb_tensor *tensor = wb_tensor_lua_new(lua, type_of(value), &shape);
  const size_t bytes = wb_tensor_bytes(tensor);
  if (bytes > 0 && bytes == value->length) memcpy(tensor->data, value->bytes, bytes);
}

void wb_gpu_push_inputs(lua_State *lua, const struct wb_host_value *inputs, size_t count) {
  lua_createtable(lua, 0, (int)count);
  for (size_t i = 0; i < count; i++) {
    const struct wb_tensor view = {type_of(&inputs[i]), {.rank = 0}, inputs[i].bytes};
    if (inputs[i].is_scalar)
      wb_tensor_lua_push_element(lua, &view, 0);
    else
      push_array(lua, &inputs[i]);
    lua_setfield(lua, -2, inputs[i].name);
  }
}

/* ---- what it returns ------------------------------------------------------------------------ */

static void keep(struct wb_host_value *output, const void *bytes, size_t length) {
  output->length = length;
  output->bytes = wb_alloc(length + 1);
  if (length > 0) memcpy(output->bytes, bytes, length);
}

static void note(struct wb_host_value *output, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static void note(struct wb_host_value *output, const char *format, ...) {
  struct wb_str text;
  va_list args;
  wb_str_init(&text);
  va_start(args, format);
  wb_str_vaddf(&text, format, args);
  va_end(args);
  free(output->note);
  output->note = wb_str_detach(&text);
}

/* Whether a value of this type and shape is what is asked for; a list of all elements is, too. */
static bool type_fits(struct wb_host_value *output, struct wb_dtype type,
                      const struct wb_shape *shape) {
  const struct wb_shape asked = shape_of(output);
  char wanted[WB_TENSOR_WORDS_MAX], found[WB_TENSOR_WORDS_MAX];
  size_t count = 0, asked_count = 0;
  const bool counted = wb_shape_count(shape, &count) && wb_shape_count(&asked, &asked_count);
  const bool same = wb_dtype_equal(type, type_of(output)) && counted && count == asked_count &&
                    (shape->rank == 1 || wb_shape_equal(shape, &asked));
  if (!same)
    note(output, "%s must be %s, but the program returns %s", output->name,
         wb_tensor_words(type_of(output), &asked, wanted), wb_tensor_words(type, shape, found));
  return same;
}

static void take_tensor(struct wb_host_value *output, const struct wb_tensor *tensor) {
  if (type_fits(output, tensor->type, &tensor->shape))
    keep(output, tensor->data, wb_tensor_bytes(tensor));
}

static void take_buffer(lua_State *lua, struct wb_host_value *output,
                        const struct wb_gpu_buffer *buffer) {
  const struct wb_shape shape = {1, {(size_t)buffer->count}};
  struct wb_error err = {0};
  void *bytes = NULL;
  if (buffer->handle == NULL) {
    note(output, "the buffer returned for %s is of a context that was closed", output->name);
  } else if (buffer->side == WB_DEVICE_SIDE) {
    note(output, "the program returns a buffer on the device for %s; copy it to the host first",
         output->name);
  } else if (buffer->is_struct) {
    note(output, "the program returns a buffer of structs for %s", output->name);
  } else if (type_fits(output, buffer->type, &shape)) {
    wb_gpu_check(
        lua, buffer->gpu,
        wb_host_buffer_touch(buffer->handle, 0, buffer->count, WB_ACCESS_READ, &bytes, &err), &err);
    keep(output, bytes, (size_t)buffer->count * buffer->element_bytes);
  }
}

/* Numbers, at the top of the stack. */
static void take_list(lua_State *lua, struct wb_host_value *output) {
  const struct wb_shape shape = shape_of(output);
  const int list = lua_gettop(lua);
  struct wb_tensor *tensor = wb_tensor_lua_new(lua, type_of(output), &shape);
  if (wb_tensor_lua_read_list(lua, list, tensor))
    keep(output, tensor->data, wb_tensor_bytes(tensor));
  else
    note(output, "%s: %s", output->name, lua_tostring(lua, -1));
}

static void take_output(lua_State *lua, struct wb_host_value *output) {
  const struct wb_tensor *tensor = wb_tensor_lua_test(lua, -1);
  const struct wb_gpu_buffer *buffer = wb_gpu_test(lua, -1, WB_GPU_BUFFER);
  const int type = lua_type(lua, -1);
  if (tensor != NULL)
    take_tensor(output, tensor);
  else if (buffer != NULL)
    take_buffer(lua, output, buffer);
  else if (type == LUA_TTABLE || type == LUA_TNUMBER)
    take_list(lua, output);
  else if (type == LUA_TNIL)
    note(output, "the program does not return %s", output->name);
  else
    note(output, "the program returns a %s for %s, which must be a host buffer or a tensor",
         lua_typename(lua, type), output->name);
}

/* What was taken, where it must come from kernels. */
static void check_origin(const struct wb_gpu_state *gpu, const struct wb_host_value *output) {
  const struct wb_tensor like = {type_of(output), shape_of(output), NULL};
  const struct wb_host_returned returned = {.name = output->name,
                                            .bytes = output->bytes,
                                            .length = output->length,
                                            .element_bytes = wb_dtype_size(like.type),
                                            .makers = output->makers};
  if (output->makers[0] != '\0' && output->length == wb_tensor_bytes(&like))
    wb_host_check_returned(gpu->host, &returned);
}

void wb_gpu_take_outputs(lua_State *lua, struct wb_gpu_state *gpu, uint32_t line,
                         struct wb_host_value *outputs, size_t count) {
  const int table = lua_gettop(lua);
  const bool is_table = lua_type(lua, table) == LUA_TTABLE;
  gpu->lua = lua;
  gpu->end_line = line;
  for (size_t i = 0; i < count; i++) {
    if (is_table) {
      lua_pushstring(lua, outputs[i].name);
      lua_rawget(lua, table);
      take_output(lua, &outputs[i]);
      check_origin(gpu, &outputs[i]);
    } else {
      note(&outputs[i], "the program returns %s; it must end with: return { %s = … }",
           lua_type(lua, table) == LUA_TNIL ? "nothing" : luaL_typename(lua, table),
           outputs[i].name);
    }
    lua_settop(lua, table);
  }
  gpu->end_line = 0;
}

uint32_t wb_gpu_last_line(lua_State *lua, int index) {
  lua_Integer last = 0;
  lua_Debug info;
  lua_pushvalue(lua, index);
  if (lua_getinfo(lua, ">L", &info) != 0 && lua_type(lua, -1) == LUA_TTABLE)
    for (lua_pushnil(lua); lua_next(lua, -2) != 0; lua_pop(lua, 1))
      if (lua_tointeger(lua, -2) > last) last = lua_tointeger(lua, -2);
  lua_pop(lua, 1);
  return last > 0 && last < UINT32_MAX ? (uint32_t)last : 0;
}
