#include "compiler/literals.h"

#include <stdlib.h>
#include <string.h>

/* ---- names that stand for constants ------------------------------------------------ */

/* Macros, their parameters, enumerators, variables that are const. */
struct name {
  const char *text;
  size_t length;
  bool known; /* it is a plain number: */
  int64_t value;
};

struct names {
  struct name *items;
  size_t count, capacity;
  bool has_includes;  /* which may define any name in capitals */
  int64_t least_bits; /* of the numbers that can be shifted */
};

static struct name *find_text(const struct names *names, const char *text, size_t length) {
  struct name *found = NULL;
  for (size_t i = 0; i < names->count && found == NULL; i++)
    if (names->items[i].length == length && memcmp(names->items[i].text, text, length) == 0)
      found = &names->items[i];
  return found;
}

static const struct name *find_name(const struct names *names, const struct wb_token *token) {
  return find_text(names, token->text, token->length);
}

/* A name that is defined twice may have either value. */
static void add_name(struct names *names, struct name name) {
  struct name *known = find_text(names, name.text, name.length);
  if (known != NULL) {
    known->known &= name.known && known->value == name.value;
    return;
  }
  names->items = wb_grow(names->items, &names->capacity, names->count + 1, sizeof *names->items);
  names->items[names->count++] = name;
}

/* False for floating-point numbers. */
static bool integer_of(const char *text, size_t length, int64_t *value) {
  const struct wb_token token = {.kind = WB_TOKEN_NUMBER, .text = text, .length = length};
  uint64_t number = 0;
  const bool good = wb_token_integer(&token, &number);
  *value = (int64_t)number;
  return good;
}

/* The number that tokens [first, end) are, in brackets or not, with a sign or not. */
static bool number_of(const struct wb_token *first, const struct wb_token *end, int64_t *value) {
  bool negative = false;
  while (first < end && (wb_token_is(first, "(") || wb_token_is(first, "-"))) {
    negative ^= wb_token_is(first, "-");
    first++;
  }
  while (end > first && wb_token_is(end - 1, ")")) end--;
  if (end != first + 1 || first->kind != WB_TOKEN_NUMBER ||
      !integer_of(first->text, first->length, value))
    return false;
  if (negative) *value = -*value;
  return true;
}

static size_t end_of_directive(const struct wb_tokens *tokens, size_t at) {
  const uint32_t directive = tokens->items[at].directive;
  while (at < tokens->count && tokens->items[at].directive == directive) at++;
  return at;
}

/* "#define NAME …" from the name on; with a bracket right after it, of parameters. */
static void read_define(struct names *names, const struct wb_tokens *tokens, size_t at,
                        size_t end) {
  const struct wb_token *name = &tokens->items[at], *body = name + 1;
  struct name made = {.text = name->text, .length = name->length};
  if (at + 1 < end && wb_token_is(body, "(") && body->text == name->text + name->length) {
    for (body++; body < tokens->items + end && !wb_token_is(body, ")"); body++)
      if (body->kind == WB_TOKEN_NAME)
        add_name(names, (struct name){.text = body->text, .length = body->length});
  } else {
    made.known = number_of(body, tokens->items + end, &made.value);
  }
  add_name(names, made);
}

static size_t read_directive(struct names *names, const struct wb_tokens *tokens, size_t at) {
  const size_t end = end_of_directive(tokens, at);
  if (at + 2 < end && wb_token_is(&tokens->items[at + 1], "define"))
    read_define(names, tokens, at + 2, end);
  if (at + 1 < end && wb_token_is(&tokens->items[at + 1], "include")) names->has_includes = true;
  return end;
}

/* A type's name without its number of lanes. */
static struct wb_token stem_of(const struct wb_token *token) {
  struct wb_token stem = *token;
  while (stem.length > 0 && strchr("0123456789", stem.text[stem.length - 1]) != NULL) stem.length--;
  return stem;
}

/* Lanes of vectors keep their width; anything else is shifted as an int at least. */
static bool is_narrow_vector(const struct wb_token *token) {
  static const char *const NARROW[] = {"char", "uchar", "short", "ushort"};
  const struct wb_token stem = stem_of(token);
  return stem.length < token->length && WB_TOKEN_IS_ONE_OF(&stem, NARROW);
}

/* Enumerators, and what a const declaration names, have values unknown here. */
static void collect_names(struct names *names, const struct wb_tokens *tokens) {
  bool is_const = false, is_enum = false;
  for (size_t i = 0; i < tokens->count; i++) {
    const struct wb_token *token = &tokens->items[i];
    if (token->directive != 0) {
      i = read_directive(names, tokens, i) - 1;
      continue;
    }
    if (wb_token_is(token, ";") || wb_token_is(token, "}")) is_const = is_enum = false;
    if (wb_token_is(token, "{") && !is_enum) is_const = false;
    if (is_narrow_vector(token)) names->least_bits = 8;
    is_enum |= wb_token_is(token, "enum");
    is_const |= wb_token_is(token, "const") || wb_token_is(token, "constant") ||
                wb_token_is(token, "__constant");
    const bool assigned = i + 1 < tokens->count && wb_token_is(token + 1, "=");
    if (token->kind == WB_TOKEN_NAME && (is_enum || (is_const && assigned)))
      add_name(names, (struct name){.text = token->text, .length = token->length});
  }
}

/* "-D NAME=VALUE" and "-DNAME". */
static void collect_options(struct names *names, const char *options) {
  const char *at = options != NULL ? strstr(options, "-D") : NULL;
  for (; at != NULL; at = strstr(at, "-D")) {
    at += strlen("-D");
    at += strspn(at, " \t\"'");
    struct name name = {.text = at, .length = strcspn(at, "= \t(\"'")};
    const char *value = at + name.length;
    const size_t length = value[0] == '=' ? strcspn(value + 1, " \t\"'") : 0;
    const bool negative = length > 0 && value[1] == '-';
    name.known = length > 0 && integer_of(value + 1 + negative, length - negative, &name.value);
    if (negative) name.value = -name.value;
    add_name(names, name);
  }
}

/* ---- operands ------------------------------------------------------------------------ */

struct search {
  struct names names;
  const struct wb_tokens *tokens;
  struct wb_literals *found;
};

static bool is_capitals(const struct wb_token *token) {
  bool any = false;
  for (size_t i = 0; i < token->length; i++) {
    if (token->text[i] >= 'a' && token->text[i] <= 'z') return false;
    any |= token->text[i] >= 'A' && token->text[i] <= 'Z';
  }
  return any;
}

/* Words that may stand in an operand without being part of its value: types,
 * with a number of lanes or not, and sizeof. */
static bool is_type(const struct wb_token *token) {
  static const char *const TYPES[] = {"char",   "uchar", "short", "ushort", "int",      "uint",
                                      "long",   "ulong", "bool",  "size_t", "unsigned", "signed",
                                      "sizeof", "float", "half",  "double"};
  const struct wb_token stem = stem_of(token);
  return WB_TOKEN_IS_ONE_OF(&stem, TYPES);
}

/* What a literal or name can be found to be. */
enum operand { VARIABLE, FINE, DOUBTFUL };

static bool is_call(const struct search *s, size_t at) {
  return at + 1 < s->tokens->count && wb_token_is(&s->tokens->items[at + 1], "(");
}

static enum operand judge_shift(const struct search *s, size_t at, bool negative) {
  const struct wb_token *token = &s->tokens->items[at];
  const struct name *name = token->kind == WB_TOKEN_NAME ? find_name(&s->names, token) : NULL;
  int64_t value = 0;
  bool known = token->kind == WB_TOKEN_NUMBER && integer_of(token->text, token->length, &value);
  if (token->kind == WB_TOKEN_NAME) {
    if (name == NULL && !(s->names.has_includes && is_capitals(token))) return VARIABLE;
    known = name != NULL && name->known;
    if (known) value = name->value;
  }
  if (negative) value = -value;
  return known && value >= 0 && value < s->names.least_bits ? FINE : DOUBTFUL;
}

static void take_literal(struct search *s, size_t at) {
  const struct wb_token *token = &s->tokens->items[at];
  struct wb_literals *found = s->found;
  const size_t n = found->count;
  const struct wb_literal made = {token->line, token->column, (uint32_t)token->length};
  if (n > 0 && found->items[n - 1].line == made.line && found->items[n - 1].column == made.column)
    return;
  found->items = wb_grow(found->items, &found->capacity, n + 1, sizeof *found->items);
  found->items[found->count++] = made;
}

static bool is_pasted(const struct search *s, size_t at) {
  const struct wb_token *items = s->tokens->items;
  return (at > 0 && (wb_token_is(&items[at - 1], "##") || wb_token_is(&items[at - 1], "#"))) ||
         (at + 1 < s->tokens->count && wb_token_is(&items[at + 1], "##"));
}

/* The amount of a shift goes on to an operator that binds less. One literal or
 * name in a call is enough to keep clang from computing all of it. */
static void look_at_shift(struct search *s, size_t at, bool assigns) {
  static const char *const ENDS[] = {";",  ",", "?", ":", "<<", ">>", "<", ">",   "<=",  ">=", "==",
                                     "!=", "&", "^", "|", "&&", "||", "=", "<<=", ">>=", "{",  "}"};
  const struct wb_token *items = s->tokens->items;
  const uint32_t directive = items[at].directive;
  size_t first = 0, numbers = 0, i = at + 1;
  bool doubtful = false, variable = false, negative = false;
  int depth = 0;
  for (; i < s->tokens->count && items[i].directive == directive && i < at + 32; i++) {
    const struct wb_token *token = &items[i];
    depth += wb_token_is(token, "(") || wb_token_is(token, "[");
    depth -= wb_token_is(token, ")") || wb_token_is(token, "]");
    if (depth < 0 || (depth == 0 && !assigns && WB_TOKEN_IS_ONE_OF(token, ENDS)) ||
        wb_token_is(token, ";"))
      break;
    if (wb_token_is(token, "-")) negative = true;
    if ((token->kind != WB_TOKEN_NAME && token->kind != WB_TOKEN_NUMBER) || is_type(token))
      continue;
    if (token->kind == WB_TOKEN_NAME && is_call(s, i)) {
      variable |= find_name(&s->names, token) == NULL;
      continue;
    }
    const enum operand operand = judge_shift(s, i, negative);
    variable |= operand == VARIABLE;
    doubtful |= operand == DOUBTFUL;
    if (operand != VARIABLE && first == 0 && !is_pasted(s, i)) first = i;
    numbers++;
  }
  if (first != 0 && !variable && (doubtful || numbers > 1)) take_literal(s, first);
}

/* Only what is known to be 0 or -1 matters, and where it stands alone. */
static void look_at_division(struct search *s, size_t at) {
  const struct wb_token *items = s->tokens->items;
  size_t i = at + 1;
  bool negative = false;
  int64_t value = 1;
  while (i < s->tokens->count && items[i].directive == items[at].directive &&
         (wb_token_is(&items[i], "(") || wb_token_is(&items[i], "-"))) {
    negative ^= wb_token_is(&items[i], "-");
    i++;
  }
  if (i >= s->tokens->count || items[i].directive != items[at].directive) return;
  const struct name *name = items[i].kind == WB_TOKEN_NAME ? find_name(&s->names, &items[i]) : NULL;
  bool known = items[i].kind == WB_TOKEN_NUMBER ? integer_of(items[i].text, items[i].length, &value)
                                                : name != NULL && name->known;
  if (name != NULL) value = name->value;
  if (negative) value = -value;
  if (known && (value == 0 || value == -1) && !is_pasted(s, i)) take_literal(s, i);
}

static void look_at(struct search *s, size_t at) {
  const struct wb_token *token = &s->tokens->items[at];
  const bool assigns = wb_token_is(token, "<<=") || wb_token_is(token, ">>=");
  if (assigns || wb_token_is(token, "<<") || wb_token_is(token, ">>"))
    look_at_shift(s, at, assigns);
  else if (wb_token_is(token, "/") || wb_token_is(token, "%") || wb_token_is(token, "/=") ||
           wb_token_is(token, "%="))
    look_at_division(s, at);
}

/* Code is what stands in functions and in macros. */
static void search_code(struct search *s) {
  const struct wb_tokens *tokens = s->tokens;
  bool in_case = false;
  int depth = 0;
  for (size_t i = 0; i < tokens->count; i++) {
    const struct wb_token *token = &tokens->items[i];
    if (token->directive != 0) {
      const size_t end = end_of_directive(tokens, i);
      const bool defines = i + 1 < end && wb_token_is(&tokens->items[i + 1], "define");
      for (size_t k = i + 2; k < end && defines; k++) look_at(s, k);
      i = end - 1;
      continue;
    }
    const bool opens = wb_token_is(token, "{");
    if (opens && (depth > 0 || (i > 0 && wb_token_is(token - 1, ")")))) depth++;
    if (wb_token_is(token, "}") && depth > 0) depth--;
    in_case = (in_case && !wb_token_is(token, ":")) || wb_token_is(token, "case");
    if (depth > 0 && !in_case) look_at(s, i);
  }
}

/* ---- the text ---------------------------------------------------------------------- */

/* A slash that may divide: it neither begins a comment nor ends one (nothing is divided right after
 * a `*`). The second of two may follow a comment's end. */
static bool may_divide(const char *text, size_t length, size_t at) {
  const char before = at > 0 ? text[at - 1] : ' ', after = at + 1 < length ? text[at + 1] : ' ';
  if (after == '/' || after == '*' || before == '*') return false;
  return before != '/' || (at > 1 && text[at - 2] == '*');
}

/* Most texts have no operator that matters, which takes no tokens to see. */
static bool may_have_operands(const char *text, size_t length) {
  bool may = false;
  for (size_t i = 0; i < length && !may; i++)
    may = text[i] == '%' || (text[i] == '/' && may_divide(text, length, i)) ||
          ((text[i] == '<' || text[i] == '>') && i + 1 < length && text[i + 1] == text[i]);
  return may;
}

static bool has_line_directive(const struct wb_tokens *tokens) {
  bool found = false;
  for (size_t i = 0; i + 1 < tokens->count && !found; i++)
    found = tokens->items[i].directive != 0 && wb_token_is(&tokens->items[i], "#") &&
            (wb_token_is(&tokens->items[i + 1], "line") ||
             tokens->items[i + 1].kind == WB_TOKEN_NUMBER);
  return found;
}

void wb_literals_find(struct wb_literals *literals, const char *text, size_t length,
                      const char *options) {
  struct wb_tokens tokens;
  struct search s = {.tokens = &tokens, .found = literals, .names = {.least_bits = 32}};
  *literals = (struct wb_literals){0};
  if (!may_have_operands(text, length)) return;
  wb_tokens_read(&tokens, text, length);
  if (!has_line_directive(&tokens)) {
    collect_names(&s.names, &tokens);
    collect_options(&s.names, options);
    search_code(&s);
  }
  free(s.names.items);
  wb_tokens_release(&tokens);
}

void wb_literals_release(struct wb_literals *literals) {
  free(literals->items);
  *literals = (struct wb_literals){0};
}

static void add_declarations(struct wb_str *out) {
  static const char *const TYPES[] = {"int", "unsigned", "long", "unsigned long"};
  for (size_t i = 0; i < sizeof TYPES / sizeof TYPES[0]; i++)
    wb_str_addf(out, "%s __attribute__((overloadable, const)) " WB_LITERAL_FUNCTION "(%s);",
                TYPES[i], TYPES[i]);
  wb_str_add(out, "\n#line 1\n");
}

void wb_literals_wrap(const struct wb_literals *literals, const char *text, size_t length,
                      struct wb_str *out) {
  const char *at = text, *const end = text + length, *line_start = text;
  uint32_t line = 1;
  add_declarations(out);
  for (size_t i = 0; i < literals->count; i++) {
    const struct wb_literal *literal = &literals->items[i];
    for (; line < literal->line; line++) {
      const char *stop = memchr(line_start, '\n', (size_t)(end - line_start));
      line_start = stop != NULL ? stop + 1 : end;
    }
    const char *start = line_start + literal->column - 1;
    wb_str_add_bytes(out, at, (size_t)(start - at));
    wb_str_add(out, WB_LITERAL_FUNCTION "(");
    wb_str_add_bytes(out, start, literal->length);
    wb_str_add(out, ")");
    at = start + literal->length;
  }
  wb_str_add_bytes(out, at, (size_t)(end - at));
}

/* Whether a log has ":LINE:", as in "kernel.cl:7:12: error". */
static bool names_line(const char *log, uint32_t line) {
  char *place = wb_format(":%u:", line);
  const bool found = strstr(log, place) != NULL;
  free(place);
  return found;
}

void wb_literals_drop(struct wb_literals *literals, const char *log) {
  size_t kept = 0;
  for (size_t i = 0; i < literals->count; i++)
    if (!names_line(log, literals->items[i].line)) literals->items[kept++] = literals->items[i];
  literals->count = kept < literals->count ? kept : 0;
}

uint32_t wb_literals_column(const struct wb_literals *literals, uint32_t line, uint32_t column) {
  const uint32_t before = (uint32_t)strlen(WB_LITERAL_FUNCTION "("), after = 1;
  uint32_t moved = 0;
  for (size_t i = 0; i < literals->count; i++) {
    const struct wb_literal *literal = &literals->items[i];
    if (literal->line != line || column < literal->column + moved) continue;
    const uint32_t inside = column - (literal->column + moved);
    if (inside < before) return literal->column;
    moved += before;
    if (inside >= before + literal->length) moved += after;
  }
  return column - moved;
}
