#include "authoring/mutant_code.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"

/* Statements within statements, at most: an author's text, but one that may be odd. */
enum { DEEPEST = 100 };

/* ---- tokens and brackets ---- */

bool wb_code_is(const struct wb_code *code, size_t at, const char *word) {
  return at < code->n_tokens && wb_token_is(&code->tokens[at], word);
}

bool wb_code_is_name(const struct wb_code *code, size_t at) {
  return at < code->n_tokens && code->tokens[at].kind == WB_TOKEN_NAME;
}

bool wb_code_is_mutable(const struct wb_code *code, size_t at) {
  return at < code->n_tokens && code->owner[at] != WB_CODE_NONE;
}

size_t wb_code_start(const struct wb_code *code, size_t at) {
  return at < code->n_tokens ? (size_t)(code->tokens[at].text - code->text) : code->length;
}

size_t wb_code_end(const struct wb_code *code, size_t at) {
  return at < code->n_tokens ? wb_code_start(code, at) + code->tokens[at].length : code->length;
}

bool wb_code_in_range(const struct wb_code_range *range, size_t at) {
  return at >= range->first && at < range->end;
}

static void take_code_tokens(struct wb_code *code) {
  struct wb_tokens all;
  wb_tokens_read(&all, code->text, code->length);
  for (size_t i = 0; i < all.count; i++)
    if (all.items[i].directive == 0) all.items[code->n_tokens++] = all.items[i];
  code->tokens = all.items;
}

static const char *closing_bracket_of(const struct wb_token *token) {
  return wb_token_is(token, "(")   ? ")"
         : wb_token_is(token, "[") ? "]"
         : wb_token_is(token, "{") ? "}"
                                   : NULL;
}

static bool is_closing_bracket(const struct wb_token *token) {
  static const char *const CLOSING[] = {")", "]", "}"};
  return WB_TOKEN_IS_ONE_OF(token, CLOSING);
}

/* False: they do not match. */
static bool match_brackets(struct wb_code *code) {
  size_t open = WB_CODE_NONE;
  bool matching = true;
  for (size_t i = 0; i < code->n_tokens && matching; i++) {
    code->partner[i] = code->owner[i] = WB_CODE_NONE;
    if (is_closing_bracket(&code->tokens[i])) {
      matching = open != WB_CODE_NONE &&
                 wb_token_is(&code->tokens[i], closing_bracket_of(&code->tokens[open]));
      if (!matching) break;
      code->partner[i] = open;
      code->partner[open] = i;
      open = code->enclosing[open];
    }
    code->enclosing[i] = open;
    if (closing_bracket_of(&code->tokens[i]) != NULL) open = i;
  }
  return matching && open == WB_CODE_NONE;
}

/* ---- types ---- */

static bool is_type_name(const struct wb_token *token) {
  static const char *const SCALARS[] = {"void", "bool", "char",  "uchar", "short", "ushort", "int",
                                        "uint", "long", "ulong", "half",  "float", "double"};
  static const char *const OTHERS[] = {"size_t", "ptrdiff_t", "intptr_t", "uintptr_t", "unsigned",
                                       "signed", "struct",    "union",    "enum",      "event_t"};
  struct wb_token stem = *token;
  if (stem.length > 7 && memcmp(stem.text, "atomic_", 7) == 0) {
    stem.text += 7;
    stem.length -= 7;
  }
  while (stem.length > 1 && stem.text[stem.length - 1] >= '0' && stem.text[stem.length - 1] <= '9')
    stem.length--;
  return token->kind == WB_TOKEN_NAME &&
         (WB_TOKEN_IS_ONE_OF(&stem, SCALARS) || WB_TOKEN_IS_ONE_OF(token, OTHERS));
}

static bool is_qualifier(const struct wb_token *token) {
  static const char *const QUALIFIERS[] = {"const",     "volatile", "restrict",   "static",
                                           "__local",   "local",    "__private",  "private",
                                           "__global",  "global",   "__constant", "constant",
                                           "__generic", "generic",  "register"};
  return token->kind == WB_TOKEN_NAME && WB_TOKEN_IS_ONE_OF(token, QUALIFIERS);
}

static bool is_type_word(const struct wb_code *code, size_t at) {
  return at < code->n_tokens &&
         (is_type_name(&code->tokens[at]) || is_qualifier(&code->tokens[at]));
}

/* `name name` or `name *name =`: a type with a name of its own. */
static bool begins_with_named_type(const struct wb_code *code, size_t at) {
  static const char *const AFTER[] = {"=", ";", ",", "["};
  static const char *const WORDS[] = {"return", "goto", "else", "case", "sizeof"};
  if (!wb_code_is_name(code, at) || WB_CODE_IS_ONE_OF(code, at, WORDS)) return false;
  size_t name = at + 1;
  while (wb_code_is(code, name, "*")) name++;
  return wb_code_is_name(code, name) && (WB_CODE_IS_ONE_OF(code, name + 1, AFTER));
}

static bool is_declaration(const struct wb_code *code, size_t at) {
  return is_type_word(code, at) || begins_with_named_type(code, at) ||
         wb_code_is(code, at, "typedef");
}

bool wb_code_is_cast(const struct wb_code *code, size_t open) {
  static const char *const OPERANDS[] = {"(", "-", "+", "!", "~", "*", "&"};
  static const char *const KEYWORDS[] = {"return", "else", "case", "do"};
  if (!wb_code_is(code, open, "(") || code->partner[open] == open + 1) return false;
  const size_t close = code->partner[open], after = close + 1;
  bool is_type = false;
  for (size_t i = open + 1; i < close; i++) {
    if (!is_type_word(code, i) && !wb_code_is(code, i, "*")) return false;
    is_type = is_type || is_type_name(&code->tokens[i]);
  }
  const bool called = open > 0 &&
                      (wb_code_is_name(code, open - 1) || wb_code_is(code, open - 1, "]")) &&
                      !(WB_CODE_IS_ONE_OF(code, open - 1, KEYWORDS));
  return is_type && !called && after < code->n_tokens &&
         (code->tokens[after].kind == WB_TOKEN_NAME ||
          code->tokens[after].kind == WB_TOKEN_NUMBER || WB_CODE_IS_ONE_OF(code, after, OPERANDS));
}

static const struct wb_statement *statement_of(const struct wb_code *code, size_t at) {
  return wb_code_is_mutable(code, at) ? &code->statements[code->owner[at]] : NULL;
}

static bool is_declarator_star(const struct wb_code *code, size_t at) {
  const struct wb_statement *statement = statement_of(code, at);
  if (statement == NULL || statement->kind != WB_STATEMENT_DECLARATION) return false;
  if (code->enclosing[at] != code->enclosing[statement->tokens.first]) return false;
  /* Before the first `=`, or between a comma and the next one. */
  bool in_value = false;
  for (size_t i = statement->tokens.first; i < at; i++) {
    if (code->enclosing[i] != code->enclosing[at]) continue;
    if (wb_code_is(code, i, "=")) in_value = true;
    if (wb_code_is(code, i, ",")) in_value = false;
  }
  return !in_value;
}

bool wb_code_is_binary(const struct wb_code *code, size_t at) {
  static const char *const KEYWORDS[] = {"return", "case", "else", "do", "goto"};
  if (!wb_code_is_mutable(code, at) || at == 0) return false;
  const struct wb_token *before = &code->tokens[at - 1];
  const bool operand = before->kind == WB_TOKEN_NUMBER || wb_token_is(before, "]") ||
                       (before->kind == WB_TOKEN_NAME && !WB_TOKEN_IS_ONE_OF(before, KEYWORDS) &&
                        !is_type_word(code, at - 1)) ||
                       (wb_token_is(before, ")") && !wb_code_is_cast(code, code->partner[at - 1]));
  return operand && !is_declarator_star(code, at);
}

bool wb_code_is_array_size(const struct wb_code *code, size_t open) {
  const struct wb_statement *statement = statement_of(code, open);
  return wb_code_is(code, open, "[") && is_declarator_star(code, open) && statement != NULL;
}

bool wb_code_declares_integers(const struct wb_code *code, const struct wb_statement *statement) {
  static const char *const FLOATS[] = {"float",   "double",  "half",   "float2",
                                       "float3",  "float4",  "float8", "float16",
                                       "double2", "double3", "double4"};
  bool integers = statement->kind == WB_STATEMENT_DECLARATION, typed = false;
  for (size_t i = statement->tokens.first; i < statement->tokens.end && integers; i++) {
    if (wb_code_is(code, i, "=")) break;
    integers = !wb_code_is(code, i, "*") && !(WB_CODE_IS_ONE_OF(code, i, FLOATS));
    typed = typed || is_type_name(&code->tokens[i]);
  }
  return integers && typed;
}

size_t wb_code_declared_type(const struct wb_code *code, const struct wb_statement *statement) {
  const size_t first = statement->tokens.first;
  size_t type = WB_CODE_NONE;
  bool single = statement->kind == WB_STATEMENT_DECLARATION && !wb_code_is(code, first, "typedef");
  for (size_t i = first; i < statement->tokens.end && single; i++) {
    if (code->enclosing[i] != code->enclosing[first]) continue;
    single = !wb_code_is(code, i, "*") || !is_declarator_star(code, i);
    if (!is_type_name(&code->tokens[i])) continue;
    single = single && type == WB_CODE_NONE;
    type = i;
  }
  return single ? type : WB_CODE_NONE;
}

size_t wb_code_type_of_name(const struct wb_code *code, const struct wb_token *name) {
  for (size_t i = 1; i < code->n_tokens; i++) {
    size_t type = i - 1;
    if (!wb_token_equal(&code->tokens[i], name)) continue;
    while (type > 0 && (wb_code_is(code, type, "*") || is_qualifier(&code->tokens[type]))) type--;
    if (is_type_name(&code->tokens[type])) return type;
  }
  return WB_CODE_NONE;
}

/* ---- statements ---- */

static size_t add_statement(struct wb_code *code, enum wb_statement_kind kind, size_t first,
                            size_t parent) {
  code->statements = wb_grow(code->statements, &code->statement_capacity, code->n_statements + 1,
                             sizeof code->statements[0]);
  code->statements[code->n_statements] =
      (struct wb_statement){.kind = kind, .tokens = {first, first}, .parent = parent};
  return code->n_statements++;
}

static void end_statement(struct wb_code *code, size_t statement, size_t end) {
  code->statements[statement].tokens.end = end;
  /* Those within it have taken theirs. */
  for (size_t i = code->statements[statement].tokens.first; i < end; i++)
    if (code->owner[i] == WB_CODE_NONE) code->owner[i] = statement;
}

/* The next `word` of this nesting; `end` where there is none. */
static size_t find_in_nesting(const struct wb_code *code, size_t at, size_t end, const char *word) {
  while (at < end && !wb_code_is(code, at, word))
    at = closing_bracket_of(&code->tokens[at]) != NULL ? code->partner[at] + 1 : at + 1;
  return at < end ? at : end;
}

static size_t read_statement(struct wb_code *code, size_t at, size_t end, size_t parent,
                             unsigned depth);

static size_t read_block(struct wb_code *code, size_t at, size_t parent, unsigned depth) {
  const size_t block = add_statement(code, WB_STATEMENT_BLOCK, at, parent);
  const size_t close = code->partner[at];
  at++;
  while (at < close) at = read_statement(code, at, close, block, depth + 1);
  end_statement(code, block, close + 1);
  return close + 1;
}

static size_t read_if(struct wb_code *code, size_t at, size_t end, size_t parent, unsigned depth) {
  const size_t statement = add_statement(code, WB_STATEMENT_IF, at, parent);
  if (!wb_code_is(code, at + 1, "(")) {
    at = end;
  } else {
    code->statements[statement].condition = (struct wb_code_range){at + 2, code->partner[at + 1]};
    at = read_statement(code, code->partner[at + 1] + 1, end, statement, depth + 1);
    if (at < end && wb_code_is(code, at, "else")) {
      code->statements[statement].has_else = true;
      at = read_statement(code, at + 1, end, statement, depth + 1);
    }
  }
  end_statement(code, statement, at);
  return at;
}

static void read_for_header(struct wb_code *code, size_t statement, size_t open) {
  const size_t close = code->partner[open];
  const size_t first = find_in_nesting(code, open + 1, close, ";");
  const size_t second = first < close ? find_in_nesting(code, first + 1, close, ";") : close;
  if (second == close) return;
  code->statements[statement].condition = (struct wb_code_range){first + 1, second};
  code->statements[statement].step = (struct wb_code_range){second + 1, close};
  if (first > open + 1) {
    const size_t begin = add_statement(
        code, is_declaration(code, open + 1) ? WB_STATEMENT_DECLARATION : WB_STATEMENT_EXPRESSION,
        open + 1, statement);
    code->statements[begin].in_header = true;
    end_statement(code, begin, first + 1);
  }
}

/* for, while and switch. */
static size_t read_headed(struct wb_code *code, enum wb_statement_kind kind, size_t at, size_t end,
                          size_t parent, unsigned depth) {
  const size_t statement = add_statement(code, kind, at, parent);
  if (!wb_code_is(code, at + 1, "(")) {
    at = end;
  } else {
    const size_t open = at + 1;
    if (kind == WB_STATEMENT_FOR) read_for_header(code, statement, open);
    if (kind == WB_STATEMENT_WHILE)
      code->statements[statement].condition = (struct wb_code_range){open + 1, code->partner[open]};
    at = read_statement(code, code->partner[open] + 1, end, statement, depth + 1);
  }
  end_statement(code, statement, at);
  return at;
}

static size_t skip_past_semicolon(const struct wb_code *code, size_t at, size_t end) {
  at = find_in_nesting(code, at, end, ";");
  return at < end ? at + 1 : at;
}

static size_t read_do(struct wb_code *code, size_t at, size_t end, size_t parent, unsigned depth) {
  const size_t statement = add_statement(code, WB_STATEMENT_WHILE, at, parent);
  at = read_statement(code, at + 1, end, statement, depth + 1);
  if (at < end && wb_code_is(code, at, "while") && wb_code_is(code, at + 1, "(")) {
    code->statements[statement].condition = (struct wb_code_range){at + 2, code->partner[at + 1]};
    at = skip_past_semicolon(code, at, end);
  }
  end_statement(code, statement, at);
  return at;
}

static size_t read_plain(struct wb_code *code, size_t at, size_t end, size_t parent) {
  static const char *const JUMPS[] = {"return", "break", "continue", "goto"};
  const enum wb_statement_kind kind = wb_code_is(code, at, ";")            ? WB_STATEMENT_EMPTY
                                      : WB_CODE_IS_ONE_OF(code, at, JUMPS) ? WB_STATEMENT_JUMP
                                      : is_declaration(code, at) ? WB_STATEMENT_DECLARATION
                                                                 : WB_STATEMENT_EXPRESSION;
  const size_t statement = add_statement(code, kind, at, parent);
  at = skip_past_semicolon(code, at, end);
  end_statement(code, statement, at);
  return at;
}

/* Labels, and what a compiler is told of a statement, stand before it. */
static size_t skip_labels(const struct wb_code *code, size_t at, size_t end) {
  for (bool more = true; more && at < end;) {
    const size_t before = at;
    if (wb_code_is(code, at, "__attribute__") && wb_code_is(code, at + 1, "("))
      at = code->partner[at + 1] + 1;
    else if (wb_code_is(code, at, "case"))
      at = find_in_nesting(code, at, end, ":") + 1;
    else if (wb_code_is_name(code, at) && wb_code_is(code, at + 1, ":"))
      at += 2;
    more = at != before;
  }
  return at < end ? at : end;
}

/* Where the statement that begins here ends. */
static size_t read_statement(struct wb_code *code, size_t at, size_t end, size_t parent,
                             unsigned depth) {
  at = skip_labels(code, at, end);
  if (at >= end || depth > DEEPEST) return end;
  if (wb_code_is(code, at, "{")) return read_block(code, at, parent, depth);
  if (wb_code_is(code, at, "if")) return read_if(code, at, end, parent, depth);
  if (wb_code_is(code, at, "for"))
    return read_headed(code, WB_STATEMENT_FOR, at, end, parent, depth);
  if (wb_code_is(code, at, "while"))
    return read_headed(code, WB_STATEMENT_WHILE, at, end, parent, depth);
  if (wb_code_is(code, at, "switch"))
    return read_headed(code, WB_STATEMENT_SWITCH, at, end, parent, depth);
  if (wb_code_is(code, at, "do")) return read_do(code, at, end, parent, depth);
  return read_plain(code, at, end, parent);
}

/* A function's body is a brace of the outermost nesting that follows its parameters. */
static void read_functions(struct wb_code *code) {
  for (size_t i = 1; i < code->n_tokens; i++)
    if (code->enclosing[i] == WB_CODE_NONE && wb_code_is(code, i, "{") &&
        wb_code_is(code, i - 1, ")"))
      read_block(code, i, WB_CODE_NONE, 0);
}

void wb_code_read(struct wb_code *code, const char *text, size_t length) {
  *code = (struct wb_code){.text = text, .length = length};
  take_code_tokens(code);
  code->partner = wb_alloc((code->n_tokens + 1) * sizeof code->partner[0]);
  code->enclosing = wb_alloc((code->n_tokens + 1) * sizeof code->enclosing[0]);
  code->owner = wb_alloc((code->n_tokens + 1) * sizeof code->owner[0]);
  if (match_brackets(code))
    read_functions(code);
  else
    code->n_tokens = 0;
}

void wb_code_release(struct wb_code *code) {
  free(code->tokens);
  free(code->partner);
  free(code->enclosing);
  free(code->owner);
  free(code->statements);
  *code = (struct wb_code){0};
}

/* ---- neighbours ---- */

static bool are_in_one_block(const struct wb_code *code, size_t a, size_t b) {
  const size_t parent = code->statements[a].parent;
  return parent != WB_CODE_NONE && code->statements[parent].kind == WB_STATEMENT_BLOCK &&
         code->statements[b].parent == parent;
}

size_t wb_code_next_statement(const struct wb_code *code, size_t statement) {
  size_t next = statement + 1;
  while (next < code->n_statements && !are_in_one_block(code, statement, next)) next++;
  return next < code->n_statements ? next : WB_CODE_NONE;
}

size_t wb_code_previous_statement(const struct wb_code *code, size_t statement) {
  size_t before = statement;
  while (before > 0 && !are_in_one_block(code, statement, before - 1)) before--;
  return before > 0 ? before - 1 : WB_CODE_NONE;
}

static bool ends_operand(const struct wb_code *code, size_t at, const char *const *ends,
                         size_t n_ends) {
  static const char *const ALWAYS[] = {";",  "{",  "}",  "return", "=",   "+=", "-=", "*=", "/=",
                                       "%=", "&=", "|=", "<<=",    ">>=", "^=", ",",  "?",  ":"};
  return WB_CODE_IS_ONE_OF(code, at, ALWAYS) || wb_token_is_any(&code->tokens[at], ends, n_ends);
}

struct wb_code_range wb_code_operand_before(const struct wb_code *code, size_t at,
                                            const char *const *ends, size_t n_ends) {
  size_t first = at;
  while (first > 0) {
    size_t before = first - 1;
    if (is_closing_bracket(&code->tokens[before]) && !wb_code_is(code, before, "}"))
      before = code->partner[before];
    else if (closing_bracket_of(&code->tokens[before]) != NULL ||
             ends_operand(code, before, ends, n_ends))
      break;
    first = before;
  }
  return (struct wb_code_range){first, at};
}

struct wb_code_range wb_code_operand_after(const struct wb_code *code, size_t at,
                                           const char *const *ends, size_t n_ends) {
  size_t end = at + 1;
  while (end < code->n_tokens && !is_closing_bracket(&code->tokens[end]) &&
         !ends_operand(code, end, ends, n_ends))
    end = closing_bracket_of(&code->tokens[end]) != NULL ? code->partner[end] + 1 : end + 1;
  return (struct wb_code_range){at + 1, end};
}

size_t wb_code_arguments(const struct wb_code *code, size_t open, struct wb_code_range *arguments,
                         size_t room) {
  const size_t close = code->partner[open];
  size_t count = 0;
  for (size_t at = open + 1; at < close; count++) {
    const size_t comma = find_in_nesting(code, at, close, ",");
    if (count < room) arguments[count] = (struct wb_code_range){at, comma};
    at = comma + 1;
  }
  return count;
}
