#include "script/nil_names.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/lua_tokens.h"
#include "base/nearest.h"
#include "base/str.h"

/* Of one letter or two nearly everything is near. */
enum { LEAST_LETTERS = 3, MOST_KEYS = 1000, MOST_TOKENS = 256 };

/* ---- variables ---------------------------------------------------------------------------- */

/* Looks at a variable, whose value is on the top of the stack. */
typedef void take_variable(lua_State *lua, void *data, const char *name);

static void take_keys(lua_State *lua, take_variable *take, void *data) {
  lua_pushnil(lua);
  for (int i = 0; lua_next(lua, -2) != 0; i++) {
    if (lua_type(lua, -2) == LUA_TSTRING) take(lua, data, lua_tostring(lua, -2));
    lua_pop(lua, 1);
    if (i < MOST_KEYS) continue;
    lua_pop(lua, 1);
    break;
  }
}

static void take_one(lua_State *lua, take_variable *take, void *data, const char *name) {
  if (strcmp(name, "_ENV") == 0 && lua_istable(lua, -1))
    take_keys(lua, take, data);
  else if (name[0] != '(' && name[0] != '\0') /* no temporary of the machine */
    take(lua, data, name);
  lua_pop(lua, 1);
}

static void take_frame(lua_State *lua, lua_Debug *frame, take_variable *take, void *data) {
  const char *name;
  lua_getinfo(lua, "f", frame);
  for (int i = 1; (name = lua_getupvalue(lua, -1, i)) != NULL; i++) take_one(lua, take, data, name);
  lua_pop(lua, 1);
  for (int i = 1; (name = lua_getlocal(lua, frame, i)) != NULL; i++)
    take_one(lua, take, data, name);
}

static bool is_of_script(const lua_Debug *frame) {
  return frame->currentline > 0 && frame->source[0] == '@';
}

/* Whether one function lies in the other, whose variables it sees then. */
static bool lies_in(const lua_Debug *inner, const lua_Debug *outer) {
  return strcmp(inner->source, outer->source) == 0 &&
         (outer->what[0] == 'm' || (outer->linedefined <= inner->linedefined &&
                                    inner->lastlinedefined <= outer->lastlinedefined));
}

/* All that are in scope where the script is, the innermost of a name last. What a function sees of
 * one that has ended is what it uses itself. */
static void take_scope(lua_State *lua, take_variable *take, void *data) {
  lua_Debug frame, inner;
  int first = 0, last;
  while (lua_getstack(lua, first, &inner) != 0 && lua_getinfo(lua, "Sl", &inner) != 0 &&
         !is_of_script(&inner))
    first++;
  for (last = first; lua_getstack(lua, last, &frame) != 0;) last++;
  for (int level = last - 1; level >= first; level--) {
    if (lua_getstack(lua, level, &frame) == 0 || lua_getinfo(lua, "Sl", &frame) == 0) continue;
    if (is_of_script(&frame) && lies_in(&inner, &frame)) take_frame(lua, &frame, take, data);
  }
}

struct search {
  const char *name;
  int slot; /* of the stack, for the value */
  bool found;
};

static void find_variable(lua_State *lua, void *data, const char *name) {
  struct search *search = data;
  if (strcmp(name, search->name) != 0) return;
  search->found = true;
  lua_pushvalue(lua, -1);
  lua_replace(lua, search->slot);
}

/* Its value, or nil; whether there is one of that name. */
static bool push_variable(lua_State *lua, const char *name) {
  lua_pushnil(lua);
  struct search search = {.name = name, .slot = lua_gettop(lua)};
  take_scope(lua, find_variable, &search);
  return search.found;
}

static void add_name(lua_State *lua, void *data, const char *name) {
  if (!lua_isnil(lua, -1)) wb_names_add(data, name);
}

/* ---- names in a line ------------------------------------------------------------------------ */

/* A variable, or a field of one. */
struct name {
  char *table; /* NULL: a variable */
  char *name;
};

static void release_name(struct name *name) {
  free(name->table);
  free(name->name);
  *name = (struct name){NULL, NULL};
}

/* Whether the table on the top has no such field. */
static bool lacks_key(lua_State *lua, const char *key) {
  lua_pushnil(lua);
  struct search search = {.name = key, .slot = lua_gettop(lua)};
  lua_pushvalue(lua, -2);
  take_keys(lua, find_variable, &search);
  return !search.found;
}

enum state { SET, DECLARED, ABSENT }; /* declared: it is nil */

/* Of what is no plain table no field is known to be absent. */
static enum state state_of(lua_State *lua, const struct name *name) {
  const int top = lua_gettop(lua);
  const bool found = push_variable(lua, name->table != NULL ? name->table : name->name);
  enum state state = SET;
  if (name->table == NULL && lua_isnil(lua, -1))
    state = found ? DECLARED : ABSENT;
  else if (name->table != NULL && lua_istable(lua, -1) && lua_getmetatable(lua, -1) == 0 &&
           lacks_key(lua, name->name))
    state = ABSENT;
  lua_settop(lua, top);
  return state;
}

/* What it may have been meant to be, which the caller frees; NULL: nothing is near. */
static char *nearest_to(lua_State *lua, const struct name *name) {
  struct wb_names names;
  char *near = NULL;
  if (strlen(name->name) < LEAST_LETTERS) return NULL;
  wb_names_init(&names);
  if (name->table == NULL) {
    take_scope(lua, add_name, &names);
  } else {
    push_variable(lua, name->table);
    if (lua_istable(lua, -1)) take_keys(lua, add_name, &names);
    lua_pop(lua, 1);
  }
  const char *found = wb_nearest(name->name, (const char *const *)names.items, names.count);
  if (found != NULL) near = wb_strdup(found);
  wb_names_release(&names);
  return near;
}

struct token {
  const char *text;
  size_t length;
  enum wb_lua_kind kind;
};

static bool is_sign(const struct token *token, const char *sign) {
  return token->kind == WB_LUA_SIGN && token->length == strlen(sign) &&
         memcmp(token->text, sign, token->length) == 0;
}

static bool is_variable(const struct token *token) {
  return token->kind == WB_LUA_WORD && !wb_lua_is_keyword(token->text, token->length);
}

/* Those of the line, without comments; gives how many. There is one empty one before them, and one
 * behind. */
static size_t tokens_of_line(const struct wb_slip_source *source, struct token *tokens) {
  static const struct token none = {"", 0, WB_LUA_TEXT};
  size_t n = 1;
  int line = 1;
  tokens[0] = none;
  for (size_t at = 0; at < source->length && line <= source->line && n < MOST_TOKENS - 1;) {
    const char c = source->text[at];
    enum wb_lua_kind kind = WB_LUA_COMMENT;
    const bool is_blank = c == ' ' || c == '\t' || c == '\r' || c == '\n';
    const size_t end =
        is_blank ? at + 1 : wb_lua_token_end(source->text, source->length, at, &kind);
    if (line == source->line && kind != WB_LUA_COMMENT)
      tokens[n++] = (struct token){source->text + at, end - at, kind};
    for (; at < end; at++) line += source->text[at] == '\n';
  }
  tokens[n] = none;
  return n - 1;
}

/* The name that ends with a token. */
static bool name_at(const struct token *at, const struct token *first, struct name *name) {
  const bool is_field = is_sign(at - 1, ".");
  if (!is_variable(at) || is_sign(at - 1, ":")) return false;
  if (is_field && (at - first < 2 || !is_variable(at - 2) || is_sign(at - 3, "."))) return false;
  name->name = wb_strndup(at->text, at->length);
  name->table = is_field ? wb_strndup(at[-2].text, at[-2].length) : NULL;
  return true;
}

/* Whether its value is handed on: it is not assigned to, and Lua itself would say the name of what
 * is called or looked into. */
static bool is_handed_on(const struct token *at) {
  static const char *const signs[] = {"=", ".", ":", "(", "[", "{"};
  bool is = at[1].kind != WB_LUA_TEXT || at[1].length == 0;
  for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) is = is && !is_sign(at + 1, signs[i]);
  return is;
}

/* ---- words ---------------------------------------------------------------------------------- */

static void append_words(char *message, size_t size, const char *format, const char *first,
                         const char *second) {
  const size_t used = strlen(message);
  snprintf(message + used, size - used, format, first, second);
}

/* Lua has said the name. */
static void explain_named(lua_State *lua, const struct name *name, char *message, size_t size) {
  char *near = nearest_to(lua, name);
  if (near != NULL) append_words(message, size, "; did you mean '%s'?", near, "");
  free(near);
}

/* The first name of the line that is not there and near to another, else the only variable of it
 * that is nil. */
static void explain_line(lua_State *lua, const struct token *tokens, size_t count, char *message,
                         size_t size) {
  char *near = NULL, *nil = NULL;
  size_t nils = 0;
  for (size_t i = 1; i <= count && near == NULL; i++) {
    struct name name;
    if (!is_handed_on(&tokens[i]) || !name_at(&tokens[i], &tokens[1], &name)) continue;
    const enum state state = state_of(lua, &name);
    near = state == ABSENT ? nearest_to(lua, &name) : NULL;
    if (state == DECLARED || near != NULL) {
      free(nil);
      nil = wb_strdup(name.name);
      nils++;
    }
    release_name(&name);
  }
  if (near != NULL)
    append_words(message, size, "; '%s' is nil: did you mean '%s'?", nil, near);
  else if (nils == 1)
    append_words(message, size, "; '%s' is nil", nil, "");
  free(nil);
  free(near);
}

static bool is_word(const char *message, const char *word) {
  const char *at = strstr(message, word);
  return at != NULL && (at == message || at[-1] == ' ') &&
         strchr(" ,;:)", at[strlen(word)]) != NULL;
}

/* "gian" of "… a nil value (global 'gian')"; NULL: it is not of that kind. */
static char *named_by_lua(const char *message, const char *kind) {
  const char *at = strstr(message, kind);
  if (at == NULL) return NULL;
  at += strlen(kind);
  return wb_strndup(at, strcspn(at, "'"));
}

static void explain_field(lua_State *lua, const char *field, const struct token *tokens,
                          size_t count, char *message, size_t size) {
  bool found = false;
  for (size_t i = 1; i <= count && !found; i++) {
    struct name name;
    if (!name_at(&tokens[i], &tokens[1], &name)) continue;
    found = name.table != NULL && strcmp(name.name, field) == 0 && state_of(lua, &name) == ABSENT;
    if (found) explain_named(lua, &name, message, size);
    release_name(&name);
  }
}

void wb_nil_name_explain(lua_State *lua, const struct wb_slip_source *source, char *message,
                         size_t size) {
  if (strstr(message, "nil") == NULL) return;
  struct name global = {NULL, named_by_lua(message, "nil value (global '")};
  char *field = named_by_lua(message, "nil value (field '");
  struct token *tokens = wb_alloc(MOST_TOKENS * sizeof *tokens);
  const size_t count = source->text != NULL ? tokens_of_line(source, tokens) : 0;
  if (lua_checkstack(lua, 16) == 0)
    ; /* the stack is full: that is the error */
  else if (global.name != NULL)
    explain_named(lua, &global, message, size);
  else if (field != NULL)
    explain_field(lua, field, tokens, count, message, size);
  else if (strstr(message, "a nil value (") == NULL && is_word(message, "nil"))
    explain_line(lua, tokens, count, message, size);
  free(tokens);
  free(field);
  release_name(&global);
}
