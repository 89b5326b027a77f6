#include "script/lines.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "script/lexer.h"

/* A field, or a whole constructor (`parent` NONE, `name` the variable that it
 * is assigned to). Nodes stand in the order of the text, parents first. */
struct node {
  size_t parent;
  const char *name; /* key, or NULL for a place in a list */
  size_t name_length;
  long long index;
  const char *alias; /* the variable that the value is, or NULL */
  size_t alias_length;
  int line;
};

struct wb_line_finder {
  char *text; /* names point into it */
  struct node *nodes;
  size_t count, capacity;
  size_t root; /* the table given to `kernel`, `host` or `course`, or NONE */
};

enum { MAX_DEPTH = 200 }; /* as deep as Lua's own parser goes */
#define NONE SIZE_MAX

static bool is_symbol(const struct wb_lua_token *token, const char *text) {
  return token->kind == WB_LUA_TOKEN_SYMBOL && token->length == strlen(text) &&
         memcmp(token->text, text, token->length) == 0;
}

static bool is_word(const struct wb_lua_token *token, const char *text) {
  return token->kind == WB_LUA_TOKEN_NAME && token->length == strlen(text) &&
         memcmp(token->text, text, token->length) == 0;
}

static struct wb_lua_token peek_token(const struct wb_lexer *lexer) {
  struct wb_lexer copy = *lexer;
  return wb_lexer_next(&copy);
}

static size_t add_node(struct wb_line_finder *lines, size_t parent, int line) {
  lines->nodes = wb_grow(lines->nodes, &lines->capacity, lines->count + 1, sizeof *lines->nodes);
  lines->nodes[lines->count] = (struct node){.parent = parent, .line = line};
  return lines->count++;
}

/* How a token changes the depth of blocks that `end` or `until` closes. */
static int block_change(const struct wb_lua_token *token) {
  static const char *const opening[] = {"function", "if", "do", "repeat"};
  static const char *const closing[] = {"end", "until"};
  for (size_t i = 0; i < 4; i++)
    if (is_word(token, opening[i])) return 1;
  for (size_t i = 0; i < 2; i++)
    if (is_word(token, closing[i])) return -1;
  return 0;
}

static int bracket_change(const struct wb_lua_token *token) {
  int change = 0;
  if (is_symbol(token, "(") || is_symbol(token, "[") || is_symbol(token, "{")) change = 1;
  if (is_symbol(token, ")") || is_symbol(token, "]") || is_symbol(token, "}")) change = -1;
  return change;
}

static bool ends_field(const struct wb_lua_token *token) {
  return token->kind == WB_LUA_TOKEN_END || is_symbol(token, ",") || is_symbol(token, ";") ||
         is_symbol(token, "}");
}

/* Up to, and without, the separator or brace that ends a field. */
static void skip_value(struct wb_lexer *lexer) {
  int depth = 0;
  for (;;) {
    struct wb_lexer after = *lexer;
    struct wb_lua_token token = wb_lexer_next(&after);
    if (token.kind == WB_LUA_TOKEN_END || (depth == 0 && ends_field(&token))) break;
    depth += block_change(&token) + bracket_change(&token);
    *lexer = after;
  }
}

static void read_table(struct wb_line_finder *lines, struct wb_lexer *lexer, size_t table,
                       int depth);

/* At the first token of a value. */
static void read_value(struct wb_line_finder *lines, struct wb_lexer *lexer, size_t node,
                       int depth) {
  struct wb_lua_token token = peek_token(lexer);
  if (is_symbol(&token, "{") && depth < MAX_DEPTH) {
    wb_lexer_next(lexer);
    read_table(lines, lexer, node, depth + 1);
  } else if (token.kind == WB_LUA_TOKEN_NAME) {
    struct wb_lexer ahead = *lexer;
    wb_lexer_next(&ahead);
    struct wb_lua_token after = wb_lexer_next(&ahead);
    if (ends_field(&after) || is_symbol(&after, ")")) {
      lines->nodes[node].alias = token.text;
      lines->nodes[node].alias_length = token.length;
    }
  }
  skip_value(lexer);
}

/* Reads "name =" or "["name"] =" into the node; false, and nothing read, where
 * the field has no such key. */
static bool read_key(struct wb_lexer *lexer, struct node *node) {
  struct wb_lexer ahead = *lexer;
  struct wb_lua_token key = wb_lexer_next(&ahead);
  struct wb_lua_token equals;
  bool bracketed = is_symbol(&key, "[");
  if (bracketed) {
    key = wb_lexer_next(&ahead);
    struct wb_lua_token closing = wb_lexer_next(&ahead);
    if (!is_symbol(&closing, "]")) return false;
  }
  equals = wb_lexer_next(&ahead);
  if (!is_symbol(&equals, "=")) return false;
  if (bracketed && key.kind == WB_LUA_TOKEN_NUMBER) {
    node->index = strtoll(key.text, NULL, 0);
  } else if (key.kind == WB_LUA_TOKEN_NAME || key.kind == WB_LUA_TOKEN_STRING) {
    node->name = key.text;
    node->name_length = key.length;
  }
  *lexer = ahead;
  return true;
}

/* After the opening brace; reads the closing one. */
static void read_table(struct wb_line_finder *lines, struct wb_lexer *lexer, size_t table,
                       int depth) {
  long long place = 0;
  for (;;) {
    struct wb_lua_token token = peek_token(lexer);
    if (token.kind == WB_LUA_TOKEN_END) break;
    if (is_symbol(&token, "}")) {
      wb_lexer_next(lexer);
      break;
    }
    if (ends_field(&token)) {
      wb_lexer_next(lexer);
      continue;
    }
    size_t node = add_node(lines, table, token.line);
    if (!read_key(lexer, &lines->nodes[node])) lines->nodes[node].index = ++place;
    read_value(lines, lexer, node, depth);
  }
}

/* puzzle.kernel, also by another name of its own, puzzle.host or puzzle.course. */
static bool is_maker(const struct wb_lua_token *before, const struct wb_lua_token *token) {
  const bool of_module = is_symbol(before, ".");
  return is_word(token, "kernel") ||
         (of_module && (is_word(token, "host") || is_word(token, "course")));
}

/* The whole text: constructors given to them, or assigned to variables. */
static void read_chunk(struct wb_line_finder *lines, struct wb_lexer *lexer) {
  struct wb_lua_token before = {0}, name = {0};
  for (;;) {
    struct wb_lua_token token = wb_lexer_next(lexer);
    if (token.kind == WB_LUA_TOKEN_END) break;
    if (is_maker(&before, &token)) {
      struct wb_lua_token next = peek_token(lexer);
      if (is_symbol(&next, "(")) wb_lexer_next(lexer);
      size_t node = add_node(lines, NONE, token.line);
      lines->root = node;
      read_value(lines, lexer, node, 0);
    } else if (is_symbol(&token, "{")) {
      size_t node = add_node(lines, NONE, token.line);
      if (is_symbol(&before, "=") && name.kind == WB_LUA_TOKEN_NAME) {
        lines->nodes[node].name = name.text;
        lines->nodes[node].name_length = name.length;
      }
      read_table(lines, lexer, node, 0);
    }
    name = before;
    before = token;
  }
}

struct wb_line_finder *wb_lines_new(const char *text, size_t length) {
  struct wb_line_finder *lines = wb_alloc(sizeof *lines);
  lines->text = wb_strndup(text, length);
  lines->root = NONE;
  struct wb_lexer lexer = {lines->text, lines->text + length, 1};
  if (length > 0 && text[0] == '#') /* Lua skips a first line for the shell */
    while (lexer.at < lexer.end && *lexer.at != '\n') lexer.at++;
  read_chunk(lines, &lexer);
  return lines;
}

void wb_lines_free(struct wb_line_finder *lines) {
  if (lines == NULL) return;
  free(lines->nodes);
  free(lines->text);
  free(lines);
}

static bool same_text(const char *a, size_t a_length, const char *b, size_t b_length) {
  return a != NULL && b != NULL && a_length == b_length && memcmp(a, b, a_length) == 0;
}

/* The constructor last assigned to the variable that `node` names. */
static size_t follow_alias(const struct wb_line_finder *lines, size_t node) {
  size_t found = node;
  const struct node *from = &lines->nodes[node];
  if (from->alias == NULL) return node;
  for (size_t i = 0; i < lines->count; i++) {
    const struct node *to = &lines->nodes[i];
    if (to->parent == NONE && same_text(to->name, to->name_length, from->alias, from->alias_length))
      found = i;
  }
  return found;
}

static size_t find_child(const struct wb_line_finder *lines, size_t table,
                         const struct wb_spec_path_step *step) {
  for (size_t i = table + 1; i < lines->count; i++) {
    const struct node *node = &lines->nodes[i];
    if (node->parent != table) continue;
    if (step->name != NULL
            ? same_text(node->name, node->name_length, step->name, strlen(step->name))
            : node->name == NULL && node->index == step->index)
      return i;
  }
  return NONE;
}

int wb_lines_find(const struct wb_line_finder *lines, const struct wb_spec_path_step *steps,
                  size_t count) {
  size_t node = lines->root;
  if (node == NONE) return 0;
  int line = lines->nodes[node].line;
  for (size_t i = 0; i < count; i++) {
    node = find_child(lines, follow_alias(lines, node), &steps[i]);
    if (node == NONE) break;
    line = lines->nodes[node].line;
  }
  return line;
}

/* Named fields, ordered so that the same key of one table stands together. */
static int by_key(const void *a, const void *b) {
  const struct node *x = *(const struct node *const *)a;
  const struct node *y = *(const struct node *const *)b;
  size_t least = x->name_length < y->name_length ? x->name_length : y->name_length;
  int order = (x->parent > y->parent) - (x->parent < y->parent);
  if (order == 0) order = memcmp(x->name, y->name, least);
  if (order == 0) order = (x->name_length > y->name_length) - (x->name_length < y->name_length);
  if (order == 0) order = (x > y) - (x < y);
  return order;
}

bool wb_lines_duplicate(const struct wb_line_finder *lines, struct wb_duplicate *duplicate) {
  const struct node **named = wb_alloc(lines->count * sizeof *named);
  size_t count = 0;
  bool found = false;
  for (size_t i = 0; i < lines->count; i++)
    if (lines->nodes[i].name != NULL && lines->nodes[i].parent != NONE)
      named[count++] = &lines->nodes[i];
  qsort(named, count, sizeof *named, by_key);
  for (size_t i = 1; i < count && !found; i++) {
    const struct node *a = named[i - 1], *b = named[i];
    if (a->parent != b->parent || !same_text(a->name, a->name_length, b->name, b->name_length))
      continue;
    *duplicate = (struct wb_duplicate){b->name, b->name_length, a->line, b->line};
    found = true;
  }
  free(named);
  return found;
}
