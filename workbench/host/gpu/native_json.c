/* Values of Lua as JSON. Lists (and empty tables) are arrays, other tables objects; null is a null
 * pointer, as gpu.null is. Whole numbers and others stay what they are. */
#include <jansson.h>
#include <lauxlib.h>
#include <string.h>

#include "gpu/native.h"
#include "gpu/values.h"
#include "script/native.h"

enum { MOST_DEPTH = 200 };

/* ---- encoding ---------------------------------------------------------------------------------
 */

/* Nothing here raises an error of Lua, which would lose what was made so far. */
struct encoder {
  lua_State *lua;
  const char *why; /* it cannot be; NULL: none yet */
  int depth;
};

static json_t *encode_value(struct encoder *encoder);

static json_t *refuse_value(struct encoder *encoder, const char *why) {
  if (encoder->why == NULL) encoder->why = why;
  return NULL;
}

/* Whether the keys of the table on the top are 1 … n. */
static bool is_list(lua_State *lua) {
  const lua_Unsigned length = lua_rawlen(lua, -1);
  lua_Unsigned count = 0;
  lua_pushnil(lua);
  while (lua_next(lua, -2) != 0) {
    lua_pop(lua, 1);
    count++;
    if (lua_isinteger(lua, -1) && (lua_Unsigned)lua_tointeger(lua, -1) - 1 < length) continue;
    lua_pop(lua, 1);
    return false;
  }
  return count == length;
}

static json_t *encode_list(struct encoder *encoder) {
  lua_State *lua = encoder->lua;
  const lua_Unsigned length = lua_rawlen(lua, -1);
  json_t *array = json_array();
  for (lua_Unsigned i = 1; i <= length && encoder->why == NULL; i++) {
    lua_rawgeti(lua, -1, (lua_Integer)i);
    json_array_append_new(array, encode_value(encoder));
    lua_pop(lua, 1);
  }
  return array;
}

static json_t *encode_object(struct encoder *encoder) {
  lua_State *lua = encoder->lua;
  json_t *object = json_object();
  lua_pushnil(lua);
  while (lua_next(lua, -2) != 0) {
    size_t length = 0;
    const char *key = lua_type(lua, -2) == LUA_TSTRING ? lua_tolstring(lua, -2, &length) : NULL;
    json_t *value = encode_value(encoder);
    if (key == NULL)
      refuse_value(encoder, "a table has keys that are neither all texts nor a list's");
    else if (encoder->why == NULL && strlen(key) != length)
      refuse_value(encoder, "a key has a zero byte");
    if (encoder->why != NULL)
      json_decref(value);
    else if (json_object_set_new(object, key, value) != 0)
      refuse_value(encoder, "a key is not UTF-8");
    lua_pop(lua, 1);
    if (encoder->why != NULL) {
      lua_pop(lua, 1);
      break;
    }
  }
  return object;
}

static json_t *encode_table(struct encoder *encoder) {
  json_t *json = NULL;
  if (encoder->depth >= MOST_DEPTH || lua_checkstack(encoder->lua, LUA_MINSTACK) == 0)
    return refuse_value(encoder, "tables lie in each other too deep, or in a circle");
  encoder->depth++;
  json = is_list(encoder->lua) ? encode_list(encoder) : encode_object(encoder);
  encoder->depth--;
  return json;
}

static json_t *encode_number(struct encoder *encoder) {
  lua_State *lua = encoder->lua;
  json_t *json = lua_isinteger(lua, -1) ? json_integer((json_int_t)lua_tointeger(lua, -1))
                                        : json_real(lua_tonumber(lua, -1));
  return json != NULL ? json : refuse_value(encoder, "JSON has no infinity and no NaN");
}

static json_t *encode_text(struct encoder *encoder) {
  size_t length;
  const char *text = lua_tolstring(encoder->lua, -1, &length);
  json_t *json = json_stringn(text, length);
  return json != NULL ? json : refuse_value(encoder, "a text is not UTF-8");
}

/* Of the value on the top, which stays there. NULL: encoder->why. */
static json_t *encode_value(struct encoder *encoder) {
  lua_State *lua = encoder->lua;
  switch (lua_type(lua, -1)) {
    case LUA_TBOOLEAN:
      return json_boolean(lua_toboolean(lua, -1));
    case LUA_TNUMBER:
      return encode_number(encoder);
    case LUA_TSTRING:
      return encode_text(encoder);
    case LUA_TTABLE:
      return encode_table(encoder);
    case LUA_TLIGHTUSERDATA:
      if (lua_touserdata(lua, -1) == NULL) return json_null();
      break;
    default:
      break;
  }
  return refuse_value(encoder, "JSON has booleans, numbers, texts, tables and null alone");
}

static int add_text(const char *bytes, size_t length, void *data) {
  wb_str_add_bytes(data, bytes, length);
  return 0;
}

int wb_gpu_encode_json(lua_State *lua) {
  struct wb_gpu_state *gpu = wb_gpu_enter(lua);
  struct encoder encoder = {.lua = lua};
  luaL_checkany(lua, 1);
  lua_settop(lua, 1);
  json_t *json = encode_value(&encoder);
  if (encoder.why == NULL) {
    wb_str_release(&gpu->text);
    wb_str_init(&gpu->text);
    json_dump_callback(json, add_text, &gpu->text,
                       JSON_ENCODE_ANY | JSON_COMPACT | JSON_SORT_KEYS | JSON_REAL_PRECISION(17));
  }
  json_decref(json);
  if (encoder.why != NULL) {
    lua_pushfstring(lua, "encode: %s", encoder.why);
    return wb_native_fail(lua);
  }
  lua_pushlstring(lua, gpu->text.data, gpu->text.length);
  return 1;
}

/* ---- decoding ---------------------------------------------------------------------------------
 */

static void push_json(lua_State *lua, json_t *json);

static void push_array(lua_State *lua, json_t *json) {
  const size_t count = json_array_size(json);
  lua_newtable(lua);
  for (size_t i = 0; i < count; i++) {
    push_json(lua, json_array_get(json, i));
    lua_rawseti(lua, -2, (lua_Integer)i + 1);
  }
}

static void push_object(lua_State *lua, json_t *json) {
  const char *key;
  json_t *value;
  lua_newtable(lua);
  json_object_foreach(json, key, value) {
    lua_pushstring(lua, key);
    push_json(lua, value);
    lua_rawset(lua, -3);
  }
}

static void push_json(lua_State *lua, json_t *json) {
  luaL_checkstack(lua, 8, "JSON is too deep");
  switch (json_typeof(json)) {
    case JSON_OBJECT:
      push_object(lua, json);
      break;
    case JSON_ARRAY:
      push_array(lua, json);
      break;
    case JSON_STRING:
      lua_pushlstring(lua, json_string_value(json), json_string_length(json));
      break;
    case JSON_INTEGER:
      lua_pushinteger(lua, (lua_Integer)json_integer_value(json));
      break;
    case JSON_REAL:
      lua_pushnumber(lua, json_real_value(json));
      break;
    case JSON_TRUE:
      lua_pushboolean(lua, 1);
      break;
    case JSON_FALSE:
      lua_pushboolean(lua, 0);
      break;
    case JSON_NULL:
      lua_pushlightuserdata(lua, NULL);
      break;
  }
}

/* What is decoded is the state's until it is all in Lua, or the next is: an error of Lua, as for
 * want of memory, would lose it. */
int wb_gpu_decode_json(lua_State *lua) {
  struct wb_gpu_state *gpu = wb_gpu_enter(lua);
  size_t length;
  const char *text = luaL_checklstring(lua, 1, &length);
  json_error_t error;
  json_decref(gpu->json);
  gpu->json =
      json_loadb(text, length, JSON_DECODE_ANY | JSON_ALLOW_NUL | JSON_REJECT_DUPLICATES, &error);
  if (gpu->json == NULL) {
    lua_pushfstring(lua, "decode: line %d, column %d: %s", error.line, error.column, error.text);
    return wb_native_fail(lua);
  }
  push_json(lua, gpu->json);
  json_decref(gpu->json);
  gpu->json = NULL;
  return 1;
}
