#include "script/field.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clean.h"
#include "base/nearest.h"
#include "base/utf8.h"

/* ---- texts and names ---- */

static bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool wb_script_is_identifier(const char *text) {
  if (!is_letter(text[0])) return false;
  for (const char *at = text; *at != '\0'; at++)
    if (!is_letter(*at) && !(*at >= '0' && *at <= '9')) return false;
  return true;
}

static bool is_c_keyword(const char *text) {
  static const char *const keywords[] = {
      "auto",    "break",    "case",     "char",   "const",    "constant", "continue", "default",
      "do",      "double",   "else",     "enum",   "extern",   "float",    "for",      "global",
      "goto",    "half",     "if",       "inline", "int",      "kernel",   "local",    "long",
      "private", "register", "restrict", "return", "short",    "signed",   "sizeof",   "static",
      "struct",  "switch",   "typedef",  "uchar",  "uint",     "ulong",    "union",    "unsigned",
      "ushort",  "void",     "volatile", "while",  "__global", "__local",  "__kernel", "__constant",
  };
  for (size_t i = 0; i < sizeof keywords / sizeof keywords[0]; i++)
    if (strcmp(keywords[i], text) == 0) return true;
  return false;
}

bool wb_script_is_shown(const char *text, bool lines) {
  const size_t length = strlen(text);
  bool is_text = wb_utf8_is_valid(text, length);
  for (size_t at = 0; at < length && is_text;) {
    unsigned character;
    at += wb_utf8_decode(text + at, length - at, &character);
    is_text = (lines && character == '\n') || wb_character_shown(character) == character;
  }
  return is_text;
}

/* ---- paths -------------------------------------------------------------------- */

static void add_path(const struct wb_path *path, char *buffer) {
  size_t used;
  if (path == NULL || (path->parent == NULL && path->name == NULL && path->index == 0)) return;
  add_path(path->parent, buffer);
  used = strlen(buffer);
  size_t room = WB_PATH_TEXT_MAX - used;
  if (path->name == NULL)
    snprintf(buffer + used, room, "[%lld]", (long long)path->index);
  else if (wb_script_is_identifier(path->name))
    snprintf(buffer + used, room, "%s%s", used > 0 ? "." : "", path->name);
  else
    snprintf(buffer + used, room, "[\"%.40s\"]",
             wb_script_is_shown(path->name, false) ? path->name : "?");
}

const char *wb_field_path_text(const struct wb_path *path, char buffer[WB_PATH_TEXT_MAX]) {
  buffer[0] = '\0';
  add_path(path, buffer);
  return buffer;
}

int wb_field_path_line(lua_State *lua, const struct wb_path *path) {
  enum { MAX_STEPS = 16 };
  struct wb_spec_path_step steps[MAX_STEPS];
  size_t count = 0;
  struct wb_script *script = wb_script_of(lua);
  for (const struct wb_path *at = path; at != NULL && count < MAX_STEPS; at = at->parent)
    if (at->name != NULL || at->index != 0) count++;
  size_t place = count;
  for (const struct wb_path *at = path; at != NULL && place > 0; at = at->parent)
    if (at->name != NULL || at->index != 0)
      steps[--place] = (struct wb_spec_path_step){at->name, at->index};
  int line = script->lines != NULL ? wb_lines_find(script->lines, steps, count) : 0;
  return line > 0 ? line : script->table_line;
}

_Noreturn void wb_field_fail(lua_State *lua, const struct wb_path *path, const char *format, ...) {
  char text[WB_PATH_TEXT_MAX];
  char message[WB_ERROR_MESSAGE_MAX / 2];
  va_list args;
  va_start(args, format);
  vsnprintf(message, sizeof message, format, args);
  va_end(args);
  wb_field_path_text(path, text);
  wb_script_fail(lua, wb_field_path_line(lua, path), "%s%s%s", text, text[0] != '\0' ? ": " : "",
                 message);
}

const char *wb_field_hint(const char *word, const char *const *names, size_t count,
                          char buffer[WB_HINT_MAX]) {
  const char *near = wb_nearest(word, names, count);
  buffer[0] = '\0';
  if (near != NULL) snprintf(buffer, WB_HINT_MAX, "; did you mean '%s'?", near);
  return buffer;
}

/* ---- tables ------------------------------------------------------------------- */

const char *wb_field_describe(lua_State *lua, int value, char buffer[WB_VALUE_TEXT_MAX]) {
  static const char *const kinds[] = {
      [LUA_TNIL] = "nothing",         [LUA_TBOOLEAN] = "a boolean", [LUA_TTABLE] = "a table",
      [LUA_TFUNCTION] = "a function", [LUA_TUSERDATA] = "a tensor",
  };
  int type = lua_type(lua, value);
  if (type == LUA_TNUMBER && lua_isinteger(lua, value))
    snprintf(buffer, WB_VALUE_TEXT_MAX, "the number %lld", (long long)lua_tointeger(lua, value));
  else if (type == LUA_TNUMBER)
    snprintf(buffer, WB_VALUE_TEXT_MAX, "the number %.14g", lua_tonumber(lua, value));
  else if (type == LUA_TSTRING && wb_script_is_shown(lua_tostring(lua, value), false) &&
           lua_rawlen(lua, value) <= 40)
    snprintf(buffer, WB_VALUE_TEXT_MAX, "the string '%s'", lua_tostring(lua, value));
  else if (type == LUA_TSTRING)
    snprintf(buffer, WB_VALUE_TEXT_MAX, "a string");
  else if (type >= 0 && (size_t)type < sizeof kinds / sizeof kinds[0] && kinds[type] != NULL)
    snprintf(buffer, WB_VALUE_TEXT_MAX, "%s", kinds[type]);
  else
    snprintf(buffer, WB_VALUE_TEXT_MAX, "a %s", lua_typename(lua, type));
  return buffer;
}

int wb_field_get(lua_State *lua, int table, const char *name) {
  table = lua_absindex(lua, table);
  lua_pushstring(lua, name);
  return lua_rawget(lua, table);
}

static void fail_type(lua_State *lua, int value, const struct wb_path *path, const char *wanted) {
  char found[WB_VALUE_TEXT_MAX];
  if (lua_isnil(lua, value)) wb_field_fail(lua, path, "is missing; it must be %s", wanted);
  wb_field_fail(lua, path, "must be %s, not %s", wanted, wb_field_describe(lua, value, found));
}

static bool is_known(const char *word, const char *const *names, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (strcmp(word, names[i]) == 0) return true;
  return false;
}

void wb_field_check_record(lua_State *lua, int table, const struct wb_path *path,
                           const char *const *names, size_t count) {
  char hint[WB_HINT_MAX], found[WB_VALUE_TEXT_MAX];
  table = lua_absindex(lua, table);
  if (lua_type(lua, table) != LUA_TTABLE) fail_type(lua, table, path, "a table");
  lua_pushnil(lua);
  while (lua_next(lua, table) != 0) {
    if (lua_type(lua, -2) == LUA_TNUMBER && lua_isinteger(lua, -2)) {
      struct wb_path item = {path, NULL, lua_tointeger(lua, -2)};
      wb_field_fail(lua, &item, "%s has no name; fields are written name = value",
                    wb_field_describe(lua, -1, found));
    }
    if (lua_type(lua, -2) != LUA_TSTRING)
      wb_field_fail(lua, path, "has a field whose name is %s", wb_field_describe(lua, -2, found));
    const char *name = lua_tostring(lua, -2);
    struct wb_path field = {path, name, 0};
    if (!is_known(name, names, count))
      wb_field_fail(lua, &field, "unknown field%s", wb_field_hint(name, names, count, hint));
    lua_pop(lua, 1);
  }
}

size_t wb_field_check_list(lua_State *lua, int value, const struct wb_path *path, size_t most) {
  char found[WB_VALUE_TEXT_MAX];
  value = lua_absindex(lua, value);
  if (lua_type(lua, value) != LUA_TTABLE) fail_type(lua, value, path, "a list");
  size_t length = lua_rawlen(lua, value);
  if (length > most)
    wb_field_fail(lua, path, "has %zu items; at most %zu are allowed", length, most);
  lua_pushnil(lua);
  while (lua_next(lua, value) != 0) {
    if (lua_type(lua, -2) == LUA_TSTRING) {
      struct wb_path field = {path, lua_tostring(lua, -2), 0};
      wb_field_fail(lua, &field, "a list has no named fields");
    }
    lua_Integer index = lua_isinteger(lua, -2) ? lua_tointeger(lua, -2) : 0;
    if (index < 1 || (size_t)index > length)
      wb_field_fail(lua, path, "is not a list: item %s follows a gap",
                    wb_field_describe(lua, -2, found));
    lua_pop(lua, 1);
  }
  return length;
}

/* ---- values ------------------------------------------------------------------- */

void wb_field_text(lua_State *lua, int value, const struct wb_path *path, bool lines, char **out) {
  if (lua_type(lua, value) != LUA_TSTRING) fail_type(lua, value, path, "a string");
  const char *text = lua_tostring(lua, value);
  if (text[0] == '\0') wb_field_fail(lua, path, "is empty");
  if (strlen(text) != lua_rawlen(lua, value)) wb_field_fail(lua, path, "has a NUL in it");
  if (!wb_utf8_is_valid(text, strlen(text))) wb_field_fail(lua, path, "is not valid UTF-8");
  if (!wb_script_is_shown(text, lines))
    wb_field_fail(lua, path, "has a control character in it%s",
                  strchr(text, '\n') != NULL && !lines ? " (a line break)" : "");
  *out = wb_strdup(text);
}

void wb_field_identifier(lua_State *lua, int value, const struct wb_path *path, char **out) {
  if (lua_type(lua, value) != LUA_TSTRING) fail_type(lua, value, path, "a name");
  const char *text = lua_tostring(lua, value);
  char found[WB_VALUE_TEXT_MAX];
  if (strlen(text) != lua_rawlen(lua, value) || !wb_script_is_identifier(text))
    wb_field_fail(lua, path, "%s is not a name in OpenCL C (letters, digits and _)",
                  wb_field_describe(lua, value, found));
  if (strlen(text) >= 64) wb_field_fail(lua, path, "is longer than 63 characters");
  if (is_c_keyword(text)) wb_field_fail(lua, path, "'%s' is a keyword of OpenCL C", text);
  *out = wb_strdup(text);
}

double wb_field_number(lua_State *lua, int value, const struct wb_path *path, double low,
                       double high) {
  if (lua_type(lua, value) != LUA_TNUMBER) fail_type(lua, value, path, "a number");
  double number = lua_tonumber(lua, value);
  if (isnan(number)) wb_field_fail(lua, path, "is NaN");
  if (number < low || number > high)
    wb_field_fail(lua, path, "%.14g is out of range (%.14g to %.14g)", number, low, high);
  return number;
}

int64_t wb_field_integer(lua_State *lua, int value, const struct wb_path *path, int64_t low,
                         int64_t high) {
  int is_whole;
  char found[WB_VALUE_TEXT_MAX];
  if (lua_type(lua, value) != LUA_TNUMBER) fail_type(lua, value, path, "a whole number");
  lua_Integer number = lua_tointegerx(lua, value, &is_whole);
  if (!is_whole)
    wb_field_fail(lua, path, "must be a whole number, not %s",
                  wb_field_describe(lua, value, found));
  if (number < low || number > high)
    wb_field_fail(lua, path, "%lld is out of range (%lld to %lld)", (long long)number,
                  (long long)low, (long long)high);
  return number;
}

bool wb_field_boolean(lua_State *lua, int value, const struct wb_path *path) {
  if (lua_type(lua, value) != LUA_TBOOLEAN) fail_type(lua, value, path, "true or false");
  return lua_toboolean(lua, value) != 0;
}

void wb_field_quantity(lua_State *lua, int value, const struct wb_path *path,
                       struct wb_quantity *out) {
  char text[WB_PATH_TEXT_MAX];
  int type = lua_type(lua, value);
  if (type != LUA_TNUMBER && type != LUA_TSTRING)
    fail_type(lua, value, path, "a number or an expression as \"n + 1\"");
  out->path = wb_strdup(wb_field_path_text(path, text));
  out->line = wb_field_path_line(lua, path);
  if (type == LUA_TSTRING) {
    out->kind = WB_QUANTITY_TEXT;
    wb_field_text(lua, value, path, false, &out->text);
  } else if (lua_isinteger(lua, value)) {
    out->kind = WB_QUANTITY_INT;
    out->whole = lua_tointeger(lua, value);
  } else {
    out->kind = WB_QUANTITY_REAL;
    out->real = wb_field_number(lua, value, path, -HUGE_VAL, HUGE_VAL);
  }
}
