/* Reading fields of the spec's tables, with errors that name them.
 *
 * Tables are read raw: no metamethod of the script runs. A path is a list of
 * steps linked upwards, on the C stack. Everything here raises; texts are
 * stored where the caller's struct keeps them before anything else can. */
#ifndef WB_SCRIPT_FIELD_H
#define WB_SCRIPT_FIELD_H

#include <lua.h>
#include <stdbool.h>
#include <stddef.h>

#include "script/spec.h"

struct wb_path {
  const struct wb_path *parent; /* NULL: the whole table */
  const char *name;             /* or NULL and an index from 1 */
  lua_Integer index;
};

enum { WB_PATH_TEXT_MAX = 200 };
const char *wb_field_path_text(const struct wb_path *path, char buffer[WB_PATH_TEXT_MAX]);

/* The line of the field, or of the nearest one around it that is known. */
int wb_field_path_line(lua_State *lua, const struct wb_path *path);

/* "PATH: message" at the path's line. */
_Noreturn void wb_field_fail(lua_State *lua, const struct wb_path *path, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* "; did you mean 'X'?" or "" for a word that is none of `names`. */
enum { WB_HINT_MAX = 128 };
const char *wb_field_hint(const char *word, const char *const *names, size_t count,
                          char buffer[WB_HINT_MAX]);

/* Pushes table[name]; the result is its Lua type. */
int wb_field_get(lua_State *lua, int table, const char *name);

/* Refuses keys that are not among `names` (a record), or that are not 1 … n
 * (a list; its length is the result, at most `most`). */
void wb_field_check_record(lua_State *lua, int table, const struct wb_path *path,
                           const char *const *names, size_t count);
size_t wb_field_check_list(lua_State *lua, int value, const struct wb_path *path, size_t most);

/* Text of the value at the index: valid UTF-8 without control characters
 * (newlines only where `lines` says so), not empty. *out is malloc'ed. */
void wb_field_text(lua_State *lua, int value, const struct wb_path *path, bool lines, char **out);

/* An identifier of C that is no keyword. */
void wb_field_identifier(lua_State *lua, int value, const struct wb_path *path, char **out);

double wb_field_number(lua_State *lua, int value, const struct wb_path *path, double low,
                       double high);
int64_t wb_field_integer(lua_State *lua, int value, const struct wb_path *path, int64_t low,
                         int64_t high);
bool wb_field_boolean(lua_State *lua, int value, const struct wb_path *path);
void wb_field_quantity(lua_State *lua, int value, const struct wb_path *path,
                       struct wb_quantity *out);

/* Names the kind of value found, as "a string" or "the number 5". */
enum { WB_VALUE_TEXT_MAX = 80 };
const char *wb_field_describe(lua_State *lua, int value, char buffer[WB_VALUE_TEXT_MAX]);

/* A name: letters, digits and _. */
bool wb_script_is_identifier(const char *text);

/* UTF-8 that is shown as it is (base/clean.h): no control characters, nor those that turn the
 * direction of text; line breaks only where `lines`. */
bool wb_script_is_shown(const char *text, bool lines);

#endif
