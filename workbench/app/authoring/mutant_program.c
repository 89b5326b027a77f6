/* Mutants of host programs: the mistakes that are made on the host's side, on the tokens of Lua. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "authoring/mutant_operators.h"
#include "base/lua_tokens.h"

/* ---- tokens --------------------------------------------------------------------------------- */

struct lua_token {
  enum wb_lua_kind kind;
  size_t start, end;
  unsigned depth;   /* of brackets around it */
  bool begins_line; /* it is the first of its line */
};

struct lua_tokens {
  const char *text;
  size_t length;
  struct lua_token *items;
  size_t count, capacity;
};

static bool is_sign(const struct lua_tokens *in, size_t i, const char *sign) {
  const struct lua_token *token = &in->items[i];
  return i < in->count && token->end - token->start == strlen(sign) &&
         strncmp(in->text + token->start, sign, strlen(sign)) == 0;
}

static bool opens(char c) { return c == '(' || c == '[' || c == '{'; }
static bool closes(char c) { return c == ')' || c == ']' || c == '}'; }

/* A bracket has the depth of what is outside of it. */
static void read_tokens(struct lua_tokens *in) {
  unsigned depth = 0;
  bool begins_line = true;
  size_t at = 0;
  while (at < in->length) {
    const char c = in->text[at];
    if (c == '\n') begins_line = true;
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      at++;
      continue;
    }
    struct lua_token token = {.start = at};
    token.end = at = wb_lua_token_end(in->text, in->length, at, &token.kind);
    if (token.kind == WB_LUA_COMMENT) continue;
    if (token.kind == WB_LUA_SIGN && closes(c) && depth > 0) depth--;
    token.depth = depth;
    token.begins_line = begins_line;
    if (token.kind == WB_LUA_SIGN && opens(c)) depth++;
    begins_line = false;
    in->items = wb_grow(in->items, &in->capacity, in->count + 1, sizeof in->items[0]);
    in->items[in->count++] = token;
  }
}

/* ---- statements ------------------------------------------------------------------------------ */

static bool is_keyword(const struct lua_tokens *in, size_t i) {
  const struct lua_token *token = &in->items[i];
  return wb_lua_is_keyword(in->text + token->start, token->end - token->start);
}

/* Whether a call, or an assignment, begins there, on a line of its own. */
static bool begins_statement(const struct lua_tokens *in, size_t i) {
  const struct lua_token *token = &in->items[i];
  return token->kind == WB_LUA_WORD && token->begins_line && token->depth == 0 &&
         !is_keyword(in, i) &&
         (is_sign(in, i + 1, ":") || is_sign(in, i + 1, ".") || is_sign(in, i + 1, "(") ||
          is_sign(in, i + 1, "[") || is_sign(in, i + 1, "="));
}

/* Behind its last token: it ends where the next line begins outside of brackets. */
static size_t end_of_statement(const struct lua_tokens *in, size_t i) {
  size_t end = i + 1;
  while (end < in->count && !(in->items[end].begins_line && in->items[end].depth == 0 &&
                              !closes(in->text[in->items[end].start])))
    end++;
  return end;
}

static void add_removed(struct wb_mutant_search *search, const struct lua_tokens *in) {
  for (size_t i = 0; i < in->count; i++)
    if (begins_statement(in, i))
      wb_mutant_add(search, in->items[i].start, in->items[end_of_statement(in, i) - 1].end, "");
}

/* The text of two ranges, the second first, with what is between them. */
static void add_exchange(struct wb_mutant_search *search, const struct lua_tokens *in, size_t a,
                         size_t a_end, size_t b, size_t b_end) {
  char *replacement = wb_format("%.*s%.*s%.*s", (int)(b_end - b), in->text + b, (int)(b - a_end),
                                in->text + a_end, (int)(a_end - a), in->text + a);
  wb_mutant_add(search, a, b_end, replacement);
  free(replacement);
}

static void add_moved(struct wb_mutant_search *search, const struct lua_tokens *in) {
  for (size_t i = 0; i < in->count; i++) {
    if (!begins_statement(in, i)) continue;
    const size_t next = end_of_statement(in, i);
    if (next >= in->count || !begins_statement(in, next)) continue;
    add_exchange(search, in, in->items[i].start, in->items[next - 1].end, in->items[next].start,
                 in->items[end_of_statement(in, next) - 1].end);
  }
}

/* ---- calls ----------------------------------------------------------------------------------- */

/* Neighbours in the brackets that open at token `open`. */
static void exchange_in(struct wb_mutant_search *search, const struct lua_tokens *in, size_t open) {
  const unsigned depth = in->items[open].depth + 1;
  size_t first = open + 1, before = 0;
  for (size_t i = open + 1; i < in->count && in->items[i].depth >= depth; i++) {
    const bool parts = in->items[i].depth == depth && is_sign(in, i, ",");
    const bool last = i + 1 < in->count && in->items[i + 1].depth < depth;
    if (!parts && !last) continue;
    const size_t end = parts ? i : i + 1;
    if (before > 0 && end > first)
      add_exchange(search, in, in->items[before].start, in->items[first - 2].end,
                   in->items[first].start, in->items[end - 1].end);
    before = first;
    first = i + 1;
  }
}

static void add_swapped_arguments(struct wb_mutant_search *search, const struct lua_tokens *in) {
  for (size_t i = 1; i < in->count; i++)
    if (is_sign(in, i, "(") && in->items[i - 1].kind == WB_LUA_WORD && !is_keyword(in, i - 1))
      exchange_in(search, in, i);
}

/* `{ src = a, dst = b }` the other way round. */
static void add_swapped_ends(struct wb_mutant_search *search, const struct lua_tokens *in) {
  for (size_t i = 0; i < in->count; i++) {
    if (!is_sign(in, i, "src") || !is_sign(in, i + 1, "=")) continue;
    for (size_t k = 0; k < in->count; k++) {
      const bool near = k > i ? k - i < 64 : i - k < 64;
      if (!near || !is_sign(in, k, "dst") || !is_sign(in, k + 1, "=") ||
          in->items[k].depth != in->items[i].depth)
        continue;
      const size_t one = k < i ? k : i, other = k < i ? i : k;
      add_exchange(search, in, in->items[one].start, in->items[one].end, in->items[other].start,
                   in->items[other].end);
      break;
    }
  }
}

/* ---- numbers and signs ------------------------------------------------------------------------
 */

static void add_constants(struct wb_mutant_search *search, const struct lua_tokens *in) {
  for (size_t i = 0; i < in->count; i++) {
    const struct lua_token *token = &in->items[i];
    char text[32], *end;
    const size_t length = token->end - token->start;
    if (token->kind != WB_LUA_NUMBER || length > 9) continue;
    snprintf(text, sizeof text, "%.*s", (int)length, in->text + token->start);
    const long value = strtol(text, &end, 10);
    if (*end != '\0') continue;
    for (int step = -1; step <= 1; step += 2) {
      if (value + step < 0) continue;
      snprintf(text, sizeof text, "%ld", value + step);
      wb_mutant_add(search, token->start, token->end, text);
    }
  }
}

/* Signs between two operands. */
static void swap_signs(struct wb_mutant_search *search, const struct lua_tokens *in,
                       const struct wb_mutant_swap *swaps) {
  for (size_t i = 1; i < in->count; i++) {
    const struct lua_token *before = &in->items[i - 1];
    const bool binary = (before->kind != WB_LUA_SIGN && !is_keyword(in, i - 1)) ||
                        is_sign(in, i - 1, ")") || is_sign(in, i - 1, "]");
    for (const struct wb_mutant_swap *swap = swaps; binary && swap->from != NULL; swap++)
      if (in->items[i].kind == WB_LUA_SIGN && is_sign(in, i, swap->from))
        wb_mutant_add(search, in->items[i].start, in->items[i].end, swap->to);
  }
}

static void add_arithmetic(struct wb_mutant_search *search, const struct lua_tokens *in) {
  static const struct wb_mutant_swap swaps[] = {{"+", "-"},  {"-", "+"},  {"*", "//"},
                                                {"//", "*"}, {"%", "//"}, {NULL, NULL}};
  swap_signs(search, in, swaps);
}

static void add_comparisons(struct wb_mutant_search *search, const struct lua_tokens *in) {
  static const struct wb_mutant_swap swaps[] = {
      {"<", "<="}, {"<=", "<"}, {">", ">="}, {">=", ">"}, {"==", "~="}, {"~=", "=="}, {NULL, NULL}};
  swap_signs(search, in, swaps);
}

/* ---- limits -----------------------------------------------------------------------------------
 */

static void add_limit(struct wb_mutant_search *search, const struct lua_tokens *in, size_t first,
                      size_t end, int limit) {
  const size_t start = in->items[first].start, stop = in->items[end - 1].end;
  char *text = wb_format("math.min(%.*s, %d)", (int)(stop - start), in->text + start, limit);
  wb_mutant_add(search, start, stop, text);
  free(text);
}

/* "#case.data" */
static void limit_length(struct wb_mutant_search *search, const struct lua_tokens *in, size_t at) {
  enum { LENGTH = 256 };
  size_t end = at + 2;
  if (at + 1 >= in->count || in->items[at + 1].kind != WB_LUA_WORD) return;
  while (end + 1 < in->count && is_sign(in, end, ".") && in->items[end + 1].kind == WB_LUA_WORD)
    end += 2;
  add_limit(search, in, at, end, LENGTH);
}

/* The last number of "for k = 1, n do". */
static void limit_loop(struct wb_mutant_search *search, const struct lua_tokens *in, size_t at) {
  enum { TURNS = 16 };
  const unsigned depth = in->items[at].depth;
  size_t first = at + 1;
  while (first < in->count && !is_sign(in, first, "do") &&
         !(is_sign(in, first, ",") && in->items[first].depth == depth))
    first++;
  if (!is_sign(in, at + 2, "=") || !is_sign(in, first, ",")) return;
  size_t end = ++first;
  while (end < in->count && !is_sign(in, end, "do") &&
         !(is_sign(in, end, ",") && in->items[end].depth == depth))
    end++;
  const bool fixed = end == first + 1 && in->items[first].kind == WB_LUA_NUMBER;
  if (end > first && !fixed) add_limit(search, in, first, end, TURNS);
}

static void add_limits(struct wb_mutant_search *search, const struct lua_tokens *in) {
  for (size_t i = 0; i < in->count; i++) {
    if (is_sign(in, i, "#")) limit_length(search, in, i);
    if (is_sign(in, i, "for")) limit_loop(search, in, i);
  }
}

/* ---- all of them ------------------------------------------------------------------------------
 */

static const struct {
  const char *operator_name;
  void (*find)(struct wb_mutant_search *search, const struct lua_tokens *in);
} MAKERS[] = {
    {"statement", add_removed},          {"statement-moved", add_moved},
    {"copy-reversed", add_swapped_ends}, {"arguments", add_swapped_arguments},
    {"comparison", add_comparisons},     {"arithmetic", add_arithmetic},
    {"constant", add_constants},         {"cap", add_limits},
};

void wb_program_mutants_find(struct wb_mutants *mutants, const char *text, size_t length) {
  const struct wb_code code = {.text = text, .length = length};
  struct wb_mutant_search search = {.code = &code, .mutants = mutants};
  struct lua_tokens tokens = {.text = text, .length = length};
  read_tokens(&tokens);
  for (size_t i = 0; i < sizeof MAKERS / sizeof MAKERS[0]; i++) {
    search.kind = wb_mutant_operator_find(MAKERS[i].operator_name);
    MAKERS[i].find(&search, &tokens);
  }
  free(tokens.items);
}
