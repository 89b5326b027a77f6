#include "script/c_slips.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/lua_tokens.h"

/* `message` is a part of what Lua says, NULL: whatever it says. `text` is where the slip begins, a
 * blank in it stands for any number of them; NULL: the message alone tells. */
struct slip {
  const char *message, *text;
  const char *c, *lua;
};

/* The first that fits at the first place where any does. Signs of C that Lua never has in a row
 * need no message: everything before the error is correct Lua. */
static const struct slip slips[] = {
    {"<name> expected", "for (", "for (i = 0; i < n; i++) { … }", "for i = 0, n - 1 do … end"},
    {"'end' expected", "else if", "else if", "elseif"},
    {NULL, "!=", "!=", "~="},
    {NULL, "!", "!a", "not a"},
    {NULL, "&&", "&&", "and"},
    {NULL, "||", "||", "or"},
    {NULL, "++", "i++", "i = i + 1"},
    {NULL, "+=", "i += 2", "i = i + 2"},
    {NULL, "-=", "i -= 2", "i = i - 2"},
    {NULL, "*=", "i *= 2", "i = i * 2"},
    {NULL, "/=", "i /= 2", "i = i / 2"},
    {NULL, "->", "a->b", "a.b"},
    {NULL, "?", "a ? b : c", "if a then … else … end"},
    {NULL, "/*", "/* a comment */", "-- a comment"},
    {NULL, "#include", "#include \"gpu.h\"", "local gpu = require \"gpu\""},
    {"malformed number", NULL, "2.0f", "2.0"},
    {"'then' expected", NULL, "if (a) { … }", "if a then … end"},
    {"'do' expected", NULL, "while (a) { … }", "while a do … end"},
    {"no integer representation", NULL, "n / 2 of whole numbers", "n // 2"},
    {"global 'printf'", NULL, "printf", "print"},
    {"global 'NULL'", NULL, "NULL", "nil"},
    {"global 'null'", NULL, "NULL", "nil"},
    {"integer index", NULL, "t[0] to t[n - 1]", "t[1] to t[n]"},
};

static const struct slip declaration = {NULL, NULL, "int n = 5;", "local n = 5"};
static const struct slip comment = {NULL, NULL, "// a comment", "-- a comment"};
static const struct slip fraction = {NULL, NULL, "n / 2 of whole numbers", "n // 2"};

/* ---- in the text ------------------------------------------------------------------------- */

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

static bool is_at(const struct wb_slip_source *source, size_t at, const char *text) {
  for (; *text != '\0'; text++) {
    if (*text == ' ') {
      while (at < source->length && is_blank(source->text[at])) at++;
    } else if (at >= source->length || source->text[at++] != *text) {
      return false;
    }
  }
  return true;
}

/* The token after that which ends at `end`, in the same line; its kind, and where it ends. */
static bool next_in_line(const struct wb_slip_source *source, size_t *end, enum wb_lua_kind *kind) {
  size_t at = *end;
  while (at < source->length && (source->text[at] == ' ' || source->text[at] == '\t')) at++;
  if (at >= source->length || is_blank(source->text[at])) return false;
  *end = wb_lua_token_end(source->text, source->length, at, kind);
  return *kind != WB_LUA_WORD || !wb_lua_is_keyword(source->text + at, *end - at);
}

/* "int n": two names in a row, the first of them a type of C. */
static bool is_declaration(const struct wb_slip_source *source, size_t at, size_t end) {
  static const char *const types[] = {"int",  "float", "double", "char", "size_t", "unsigned",
                                      "uint", "long",  "void",   "bool", "const",  "static"};
  enum wb_lua_kind kind;
  bool found = false;
  for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
    found = found ||
            (strlen(types[i]) == end - at && memcmp(types[i], source->text + at, end - at) == 0);
  return found && next_in_line(source, &end, &kind) && kind == WB_LUA_WORD;
}

/* "//" that divides nothing: at the start of a line, or before two names in a row. */
static bool is_comment(const struct wb_slip_source *source, size_t at, size_t end) {
  enum wb_lua_kind first, second;
  size_t before = at;
  if (!is_at(source, at, "//")) return false;
  while (before > 0 && (source->text[before - 1] == ' ' || source->text[before - 1] == '\t'))
    before--;
  return before == 0 || source->text[before - 1] == '\n' ||
         (next_in_line(source, &end, &first) && first == WB_LUA_WORD &&
          next_in_line(source, &end, &second) && second == WB_LUA_WORD);
}

static const struct slip *find_at(const char *message, const struct wb_slip_source *source,
                                  size_t at, size_t end) {
  if (is_declaration(source, at, end)) return &declaration;
  if (is_comment(source, at, end)) return &comment;
  for (size_t i = 0; i < sizeof slips / sizeof slips[0]; i++)
    if (slips[i].text != NULL && is_at(source, at, slips[i].text) &&
        (slips[i].message == NULL || strstr(message, slips[i].message) != NULL))
      return &slips[i];
  return NULL;
}

static const struct slip *find_in_text(const char *message, const struct wb_slip_source *source) {
  const struct slip *found = NULL;
  int line = 1;
  for (size_t at = 0; found == NULL && at < source->length && line <= source->line;) {
    enum wb_lua_kind kind = WB_LUA_TEXT;
    const size_t end = is_blank(source->text[at])
                           ? at + 1
                           : wb_lua_token_end(source->text, source->length, at, &kind);
    if (kind == WB_LUA_WORD || kind == WB_LUA_SIGN) found = find_at(message, source, at, end);
    for (; at < end; at++) line += source->text[at] == '\n';
  }
  return found;
}

/* ---- in the message ---------------------------------------------------------------------- */

/* "grid_dim is a whole number, …, not 1.25" */
static bool wants_whole_number(const char *message) {
  const char *wanted = strstr(message, "a whole number");
  const char *got = wanted != NULL ? strstr(wanted, ", not ") : NULL;
  size_t digits = 0;
  if (got != NULL) digits = strspn(got + strlen(", not "), "-0123456789");
  return digits > 0 && got[strlen(", not ") + digits] == '.';
}

static const struct slip *find_in_message(const char *message) {
  for (size_t i = 0; i < sizeof slips / sizeof slips[0]; i++)
    if (slips[i].text == NULL && strstr(message, slips[i].message) != NULL) return &slips[i];
  return wants_whole_number(message) ? &fraction : NULL;
}

void wb_slip_explain(char *message, size_t size, const struct wb_slip_source *source) {
  const struct slip *slip = source != NULL ? find_in_text(message, source) : NULL;
  const size_t used = strlen(message);
  if (slip == NULL) slip = find_in_message(message);
  if (slip != NULL)
    snprintf(message + used, size - used, "; C's '%s' is '%s' in Lua", slip->c, slip->lua);
}
