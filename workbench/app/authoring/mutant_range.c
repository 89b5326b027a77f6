#include "authoring/mutant_range.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"

/* How far ranges are followed from one to the other. */
enum { DEEPEST = 12, MOST_PARAMETERS = 64, NAME_MAX_BYTES = 64 };

/* What a variable that changes is taken to hold, until its changes show that it does. */
struct range_assumption {
  const struct wb_token *name;
  struct wb_number_range range;
  const struct range_assumption *outer;
};

struct range_scope {
  const struct wb_code *code;
  const struct wb_mutant_domain *domain;
  const struct range_assumption *assumed; /* NULL: nothing */
};

/* Reads an expression, of the code (`is_code`) or of the domain. */
struct range_reader {
  struct range_scope in;
  const struct wb_token *tokens;
  size_t at, end;
  bool is_code;
  unsigned depth;
};

#define UNKNOWN wb_number_unknown

/* 0: it is no operator between two operands. */
static unsigned strength_of(const struct wb_token *sign) {
  static const char *const LEVELS[][5] = {
      {"||"},       {"&&"},     {"|"},          {"^"}, {"&"}, {"==", "!="}, {"<", ">", "<=", ">="},
      {"<<", ">>"}, {"+", "-"}, {"*", "/", "%"}};
  for (unsigned level = 0; level < sizeof LEVELS / sizeof LEVELS[0]; level++)
    for (int i = 0; i < 5 && LEVELS[level][i] != NULL; i++)
      if (wb_token_is(sign, LEVELS[level][i])) return level + 1;
  return 0;
}

/* ---- the domain's numbers ---- */

static struct wb_number_range read_expression(struct range_reader *reader);

static bool is_at(const struct range_reader *reader, const char *word) {
  return reader->at < reader->end && wb_token_is(&reader->tokens[reader->at], word);
}

/* "1 to 70000", or an expression. */
static struct wb_number_range range_of_words(struct range_scope in, const char *words,
                                             unsigned depth) {
  struct wb_tokens tokens;
  if (depth > DEEPEST) return UNKNOWN;
  wb_tokens_read(&tokens, words, strlen(words));
  struct range_reader reader = {
      .in = in, .tokens = tokens.items, .end = tokens.count, .depth = depth + 1};
  struct wb_number_range range = read_expression(&reader);
  if (is_at(&reader, "to")) {
    reader.at++;
    const struct wb_number_range high = read_expression(&reader);
    range = range.known && high.known ? wb_number_range_between(range.low, high.high) : UNKNOWN;
  }
  if (reader.at < reader.end) range = UNKNOWN;
  wb_tokens_release(&tokens);
  return range;
}

/* `kind` is "." for a parameter, "" for sizes and launches. */
static struct wb_number_range range_in_domain(struct range_scope in, const char *kind,
                                              const char *name, size_t length, unsigned depth) {
  char *wanted = wb_format("%s%.*s = ", kind, (int)length, name);
  struct wb_number_range range = UNKNOWN;
  for (size_t i = 0; i < in.domain->n_ranges; i++)
    if (wb_starts_with(in.domain->ranges[i], wanted))
      range = range_of_words(in, in.domain->ranges[i] + strlen(wanted), depth);
  free(wanted);
  return range;
}

/* Of the launch: `what` is "global_" or "local_". */
static struct wb_number_range range_of_launch(const struct range_reader *reader, const char *what,
                                              const struct wb_token *dimension) {
  static const char AXES[] = "xyz";
  uint64_t axis;
  char name[16];
  if (!wb_token_integer(dimension, &axis) || axis > 2) return UNKNOWN;
  snprintf(name, sizeof name, "%s%c", what, AXES[axis]);
  return range_in_domain(reader->in, "", name, strlen(name), reader->depth);
}

/* Whether it is no sum, outside of brackets. */
static bool is_factor(const char *words) {
  int depth = 0;
  bool factor = true;
  for (; *words != '\0'; words++) {
    depth += (*words == '(') - (*words == ')');
    factor = factor && (depth > 0 || strchr("+-/%", *words) == NULL);
  }
  return factor && depth == 0;
}

/* How many groups there are, where the launch is so many times a group: "rows * local_x + 2 *
 * local_x" has rows + 2. */
static struct wb_number_range range_of_groups(const struct range_reader *reader,
                                              const struct wb_token *dimension) {
  struct wb_number_range range = UNKNOWN;
  uint64_t axis;
  if (!wb_token_integer(dimension, &axis) || axis > 2) return UNKNOWN;
  const char name = "xyz"[axis];
  char *wanted = wb_format("global_%c = ", name), *times = wb_format(" * local_%c", name);
  for (size_t i = 0; i < reader->in.domain->n_ranges; i++) {
    const char *words = reader->in.domain->ranges[i];
    if (!wb_starts_with(words, wanted)) continue;
    words += strlen(wanted);
    const char *end = strstr(words, times);
    const size_t length = end != NULL ? (size_t)(end - words) : 0;
    unsigned spare = 0;
    const char *rest = end != NULL ? end + strlen(times) : "?";
    const bool whole = rest[0] == '\0' || (sscanf(rest, " + %u * local_", &spare) == 1 &&
                                           strchr(rest + 3, '+') == NULL);
    char *factor = wb_strndup(words, length);
    if (whole && length > 0 && is_factor(factor))
      range = range_of_words(reader->in, factor, reader->depth);
    if (range.known) range.high += spare;
    free(factor);
  }
  free(wanted);
  free(times);
  return range.known ? range : range_of_launch(reader, "global_", dimension);
}

/* ---- calls ---- */

static struct wb_number_range range_of_query(const struct range_reader *reader,
                                             const struct wb_token *name,
                                             const struct wb_token *dimension) {
  static const struct {
    const char *name, *what; /* NULL: groups */
    bool is_id, from_one;    /* below the size; from 1, and not from the size's least */
  } QUERIES[] = {
      {"get_global_id", "global_", true, false}, {"get_group_id", NULL, true, false},
      {"get_local_id", "local_", true, false},   {"get_global_size", "global_", false, false},
      {"get_num_groups", NULL, false, true},     {"get_local_size", "local_", false, true}};
  for (size_t i = 0; i < sizeof QUERIES / sizeof QUERIES[0]; i++) {
    if (!wb_token_is(name, QUERIES[i].name)) continue;
    struct wb_number_range range = QUERIES[i].what != NULL
                                       ? range_of_launch(reader, QUERIES[i].what, dimension)
                                       : range_of_groups(reader, dimension);
    if (!range.known) return range;
    if (QUERIES[i].is_id) return wb_number_range_between(0, range.high - 1);
    return QUERIES[i].from_one ? wb_number_range_between(1, range.high) : range;
  }
  return UNKNOWN;
}

static const struct wb_token CEIL_DIV = {.kind = WB_TOKEN_NAME, .text = "ceil_div", .length = 8};

/* Whether it is a size of the launch, or a name, of a type that has no numbers below 0. */
static bool is_unsigned(const struct range_reader *reader, size_t first, size_t end) {
  static const char *const TYPES[] = {"size_t", "ulong", "uint", "ushort", "uchar"};
  static const char *const QUERIES[] = {"get_local_size", "get_global_size", "get_num_groups"};
  const struct wb_code *code = reader->in.code;
  if (!reader->is_code) return false;
  if (end == first + 4 && WB_CODE_IS_ONE_OF(code, first, QUERIES)) return true;
  const size_t type = end == first + 1 && wb_code_is_name(code, first)
                          ? wb_code_type_of_name(code, &code->tokens[first])
                          : WB_CODE_NONE;
  return type != WB_CODE_NONE && WB_CODE_IS_ONE_OF(code, type, TYPES);
}

/* `ceil_div(n, m) * m` is less than n + m, and `ceil_div(n, 4 * m) * m` less than n / 4 + m, though
 * the two alone do not show it. The second argument begins at token `divisor`. */
static struct wb_number_range range_of_whole_parts(struct range_reader *reader, size_t divisor,
                                                   struct wb_number_range a,
                                                   struct wb_number_range b) {
  const size_t end = reader->at - 1, at = reader->at;
  uint64_t times = 1;
  const bool scaled = end == divisor + 3 && wb_token_integer(&reader->tokens[divisor], &times) &&
                      wb_token_is(&reader->tokens[divisor + 1], "*");
  const bool whole = (scaled || end == divisor + 1) && at + 1 < reader->end &&
                     wb_token_is(&reader->tokens[at], "*") &&
                     wb_token_equal(&reader->tokens[at + 1], &reader->tokens[end - 1]);
  if (!whole || times < 1 || times > 1024 || !a.known || !b.known || a.low < 0 || b.low < 1)
    return wb_number_range_of_two(&CEIL_DIV, a, b);
  reader->at += 2;
  const int64_t part = (int64_t)times, most = b.high / part;
  return wb_number_range_between(a.low / part, (a.high + part - 1) / part + most - 1);
}

/* From its name on. */
static struct wb_number_range read_call(struct range_reader *reader) {
  const struct wb_token *name = &reader->tokens[reader->at];
  const struct wb_token *first = &reader->tokens[reader->at + 2];
  struct wb_number_range values[3] = {UNKNOWN, UNKNOWN, UNKNOWN};
  struct wb_number_range bounded = UNKNOWN; /* by one value, whatever the other is, if the least */
  size_t count = 0, begin = 0;
  reader->at += 2;
  while (reader->at < reader->end && !is_at(reader, ")")) {
    begin = reader->at;
    const struct wb_number_range value = read_expression(reader);
    if (count < 3) values[count] = value;
    if (value.known && is_unsigned(reader, begin, reader->at))
      bounded = wb_number_range_between(0, value.high);
    count++;
    if (is_at(reader, ","))
      reader->at++;
    else if (!is_at(reader, ")"))
      return UNKNOWN;
  }
  if (reader->at >= reader->end) return UNKNOWN;
  reader->at++;
  if (count == 3 && wb_token_is(name, "clamp") && values[1].known && values[2].known)
    return wb_number_range_between(values[1].low, values[2].high);
  if (count == 2 && wb_token_is(name, "min") && bounded.known && values[0].known != values[1].known)
    return bounded;
  if (count == 2 && wb_token_is(name, CEIL_DIV.text))
    return range_of_whole_parts(reader, begin, values[0], values[1]);
  if (count == 2) return wb_number_range_of_two(name, values[0], values[1]);
  if (count != 1) return UNKNOWN;
  return reader->is_code ? range_of_query(reader, name, first)
                         : wb_number_range_of_one(name, values[0]);
}

/* ---- names of the code ---- */

static bool is_changed_at(const struct wb_code *code, size_t at) {
  static const char *const BEHIND[] = {
      "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "++", "--"};
  return WB_CODE_IS_ONE_OF(code, at + 1, BEHIND) ||
         (at > 0 && (wb_code_is(code, at - 1, "++") || wb_code_is(code, at - 1, "--") ||
                     (wb_code_is(code, at - 1, "&") && !wb_code_is_binary(code, at - 1))));
}

/* Whether a declaration has a value there, and not a name that it declares. */
static bool is_in_value(const struct wb_code *code, const struct wb_statement *statement,
                        size_t at) {
  bool in_value = false;
  for (size_t i = statement->tokens.first; i < at; i++) {
    if (code->enclosing[i] != code->enclosing[at]) continue;
    if (wb_code_is(code, i, "=")) in_value = true;
    if (wb_code_is(code, i, ",")) in_value = false;
  }
  return in_value;
}

/* Where a declaration gives its names: `at` is one that it declares. */
static bool is_declared_at(const struct wb_code *code, size_t at) {
  if (!wb_code_is_mutable(code, at) || at == 0 || !wb_code_is_name(code, at)) return false;
  const struct wb_statement *statement = &code->statements[code->owner[at]];
  static const char *const AFTER[] = {"=", ";", ",", "["};
  return statement->kind == WB_STATEMENT_DECLARATION && at > statement->tokens.first &&
         code->enclosing[at] == code->enclosing[statement->tokens.first] &&
         (wb_code_is_name(code, at - 1) || wb_code_is(code, at - 1, ",") ||
          wb_code_is(code, at - 1, "*")) &&
         (WB_CODE_IS_ONE_OF(code, at + 1, AFTER)) && !is_in_value(code, statement, at);
}

/* A macro's text may change what it names. */
static bool is_in_directive(const struct wb_code *code, const struct wb_token *name) {
  struct wb_tokens all;
  bool found = false;
  wb_tokens_read(&all, code->text, code->length);
  for (size_t i = 0; i < all.count && !found; i++)
    found = all.items[i].directive != 0 && wb_token_equal(&all.items[i], name);
  wb_tokens_release(&all);
  return found;
}

/* Whether a name is counted with in the step of the loop that declares it. What is assigned there
 * is a change like any other. */
static bool is_own_step(const struct wb_code *code, size_t at) {
  if (code->owner[at] == WB_CODE_NONE || wb_code_is(code, at + 1, "=")) return false;
  const struct wb_statement *loop = &code->statements[code->owner[at]];
  bool declared = false;
  for (size_t i = loop->tokens.first; i < loop->condition.first && !declared; i++)
    declared = wb_token_equal(&code->tokens[i], &code->tokens[at]) && is_declared_at(code, i);
  return declared && wb_code_in_range(&loop->step, at);
}

static struct wb_number_range range_of_tokens(struct range_scope in, size_t first, size_t end,
                                              unsigned depth) {
  struct range_reader reader = {.in = in,
                                .tokens = in.code->tokens,
                                .at = first,
                                .end = end,
                                .is_code = true,
                                .depth = depth + 1};
  if (depth > DEEPEST || first >= end) return UNKNOWN;
  const struct wb_number_range range = read_expression(&reader);
  return reader.at == end ? range : UNKNOWN;
}

/* Where the value ends that begins there. */
static size_t end_of_value(const struct wb_code *code, size_t at) {
  static const char *const ENDS[] = {";", ",", ")", "]", "}"};
  size_t end = at;
  while (end < code->n_tokens && !(WB_CODE_IS_ONE_OF(code, end, ENDS)))
    end = wb_code_is(code, end, "(") || wb_code_is(code, end, "[") || wb_code_is(code, end, "{")
              ? code->partner[end] + 1
              : end + 1;
  return end;
}

/* Of the condition "i < n", or of a part of it before or behind &&: what i is at most where it
 * holds. */
static struct wb_number_range bound_of_loop(struct range_scope in, const struct wb_statement *loop,
                                            const struct wb_token *name, unsigned depth) {
  static const char *const AND[] = {"&&"};
  const struct wb_code *code = in.code;
  struct wb_number_range range = UNKNOWN;
  for (size_t i = loop->condition.first; i < loop->condition.end; i++)
    if (wb_code_is(code, i, "||") || wb_code_is(code, i, "?")) return UNKNOWN;
  for (size_t i = loop->condition.first; i + 1 < loop->condition.end && !range.known; i++) {
    const bool begins = i == loop->condition.first || wb_code_is(code, i - 1, "&&");
    const bool below = wb_code_is(code, i + 1, "<");
    if (!begins || !wb_token_equal(&code->tokens[i], name) ||
        (!below && !wb_code_is(code, i + 1, "<=")))
      continue;
    const struct wb_code_range operand = wb_code_operand_after(code, i + 1, AND, 1);
    range = range_of_tokens(in, operand.first, operand.end, depth);
    if (range.known && below) range.high--;
  }
  return range;
}

/* "i >= 0" or "i > 0", and nothing else. */
static bool ends_at_zero(const struct wb_code *code, const struct wb_statement *loop,
                         const struct wb_token *name) {
  const size_t first = loop->condition.first;
  return loop->condition.end == first + 3 && wb_token_equal(&code->tokens[first], name) &&
         (wb_code_is(code, first + 1, ">=") || wb_code_is(code, first + 1, ">")) &&
         wb_code_is(code, first + 2, "0");
}

/* What a counter holds that begins somewhere, by the step of its loop. */
static struct wb_number_range range_of_counter(struct range_scope in,
                                               const struct wb_statement *loop,
                                               const struct wb_token *name,
                                               struct wb_number_range begin, unsigned depth) {
  const struct wb_code *code = in.code;
  const size_t first = loop->step.first, end = loop->step.end;
  const struct wb_number_range most = bound_of_loop(in, loop, name, depth);
  struct wb_number_range by = {true, 1, 1}, last = UNKNOWN;
  size_t at = first;
  while (at < end && !wb_token_equal(&code->tokens[at], name)) at++;
  if (at == end || !begin.known) return end > first ? UNKNOWN : begin;
  if (wb_code_is(code, at + 1, "=")) return begin;
  if (end > at + 2) by = range_of_tokens(in, at + 2, end, depth);
  if (!by.known) return UNKNOWN;
  if (wb_code_is(code, at + 1, ">>=") || (wb_code_is(code, at + 1, "/=") && by.low > 0))
    return wb_number_range_between(0, begin.high);
  if (end == first + 2 && (wb_code_is(code, first, "--") || wb_code_is(code, first + 1, "--")) &&
      ends_at_zero(code, loop, name))
    return wb_number_range_between(-1, begin.high);
  if (!most.known) return UNKNOWN;
  if ((end == first + 2 && (wb_code_is(code, first, "++") || wb_code_is(code, first + 1, "++"))) ||
      wb_code_is(code, at + 1, "+="))
    last = wb_number_range_between(begin.low, most.high + by.high);
  else if (wb_code_is(code, at + 1, "*="))
    last = wb_number_range_multiply(most, by);
  else if (wb_code_is(code, at + 1, "<<=") && by.high < 31)
    last = wb_number_range_between(begin.low, most.high << by.high);
  return last.known
             ? wb_number_range_between(wb_least_of(begin.low, 0), wb_most_of(begin.high, last.high))
             : UNKNOWN;
}

/* What one name holds by its declaration at `at`. */
static struct wb_number_range range_of_declarator(struct range_scope in, size_t at,
                                                  unsigned depth) {
  const struct wb_code *code = in.code;
  const struct wb_statement *statement = &code->statements[code->owner[at]];
  const size_t type = wb_code_declared_type(code, statement);
  if (type == WB_CODE_NONE || !wb_code_is(code, at + 1, "=")) return UNKNOWN;
  struct wb_number_range range = range_of_tokens(in, at + 2, end_of_value(code, at + 2), depth);
  if (statement->in_header)
    range =
        range_of_counter(in, &code->statements[statement->parent], &code->tokens[at], range, depth);
  if (range.known && range.low < -1) range = UNKNOWN;
  return wb_number_range_fits(&range, &code->tokens[type]) ? range : UNKNOWN;
}

/* Where the entry's parameters begin; WB_CODE_NONE: there is no such kernel. */
static size_t entry_of(struct range_scope in) {
  if (in.domain->entry == NULL) return WB_CODE_NONE;
  for (size_t i = 0; i + 1 < in.code->n_tokens; i++)
    if (in.code->enclosing[i] == WB_CODE_NONE && wb_code_is(in.code, i, in.domain->entry) &&
        wb_code_is(in.code, i + 1, "(") && wb_code_is(in.code, in.code->partner[i + 1] + 1, "{"))
      return i + 1;
  return WB_CODE_NONE;
}

/* "n" of "scalar uint n = …". */
static struct wb_number_range range_of_parameter(struct range_scope in, size_t index,
                                                 unsigned depth) {
  char name[NAME_MAX_BYTES];
  if (index >= in.domain->n_parameters ||
      sscanf(in.domain->parameters[index], "%*s %*s %63[^[ ,]", name) != 1)
    return UNKNOWN;
  return range_in_domain(in, ".", name, strlen(name), depth);
}

/* That of the entry's parameter which the name at `at` stands for. */
static struct wb_number_range range_as_parameter(struct range_scope in, size_t at, unsigned depth) {
  const struct wb_code *code = in.code;
  struct wb_code_range parameters[MOST_PARAMETERS];
  const size_t open = entry_of(in);
  if (open == WB_CODE_NONE) return UNKNOWN;
  const size_t body = code->partner[open] + 1;
  if (at < body || at > code->partner[body]) return UNKNOWN;
  const size_t count = wb_code_arguments(code, open, parameters, MOST_PARAMETERS);
  for (size_t i = 0; i < count && i < MOST_PARAMETERS; i++)
    for (size_t k = parameters[i].first; k < parameters[i].end; k++)
      if (wb_token_equal(&code->tokens[k], &code->tokens[at]))
        return range_of_parameter(in, i, depth);
  return UNKNOWN;
}

/* What a name holds by all its declarations; where it has none, as a parameter. */
static struct wb_number_range range_at_first(struct range_scope in, size_t at, unsigned depth) {
  const struct wb_token *name = &in.code->tokens[at];
  struct wb_number_range range = UNKNOWN;
  bool declared = false;
  for (size_t i = 0; i < in.code->n_tokens; i++) {
    if (!wb_token_equal(&in.code->tokens[i], name) || !is_declared_at(in.code, i)) continue;
    const struct wb_number_range one = range_of_declarator(in, i, depth);
    range = declared ? wb_number_range_either(range, one) : one;
    declared = true;
  }
  return declared ? range : range_as_parameter(in, at, depth);
}

/* How often a name changes within a statement; what its loop begins with apart. */
static unsigned count_changes(const struct wb_code *code, const struct wb_statement *statement,
                              const struct wb_token *name) {
  unsigned count = 0;
  for (size_t i = statement->tokens.first; i < statement->tokens.end; i++)
    if (wb_token_equal(&code->tokens[i], name) && is_changed_at(code, i))
      count += code->owner[i] == WB_CODE_NONE || !code->statements[code->owner[i]].in_header;
  return count;
}

/* What it held before its only change in the innermost loop, or under an `if` of that, whose
 * condition bounds it: a loop around that one may have it changed more than once. */
static struct wb_number_range range_before_change(struct range_scope in, size_t at,
                                                  struct wb_number_range range, unsigned depth) {
  const struct wb_code *code = in.code;
  const struct wb_token *name = &code->tokens[at];
  if (code->owner[at] == WB_CODE_NONE || code->statements[code->owner[at]].in_header) return range;
  bool repeats = false;
  for (size_t s = code->owner[at]; s != WB_CODE_NONE && !repeats; s = code->statements[s].parent) {
    const struct wb_statement *around = &code->statements[s];
    repeats = around->kind == WB_STATEMENT_FOR || around->kind == WB_STATEMENT_WHILE;
    if (around->condition.first == around->condition.end || around->has_else ||
        wb_code_is(code, around->tokens.first, "do") || at < around->condition.first ||
        wb_code_in_range(&around->condition, at) || count_changes(code, around, name) != 1)
      continue;
    const struct wb_number_range bound = bound_of_loop(in, around, name, depth);
    if (bound.known) range.high = wb_least_of(range.high, wb_most_of(bound.high, range.low));
  }
  return range;
}

/* What it holds after a change at `at`, "x = y" or "x >>= 1", if it held something before. */
static struct wb_number_range range_after_change(struct range_scope in, size_t at,
                                                 struct wb_number_range before, unsigned depth) {
  static const char *const CHANGES[] = {
      "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="};
  const struct wb_code *code = in.code;
  before = range_before_change(in, at, before, depth);
  if (wb_code_is(code, at + 1, "++") || (at > 0 && wb_code_is(code, at - 1, "++")))
    return wb_number_range_in_code(wb_number_range_between(before.low + 1, before.high + 1));
  if (!(WB_CODE_IS_ONE_OF(code, at + 1, CHANGES))) return UNKNOWN;
  const struct wb_number_range by = range_of_tokens(in, at + 2, end_of_value(code, at + 2), depth);
  struct wb_token sign = code->tokens[at + 1];
  if (wb_token_is(&sign, "=")) return wb_number_range_in_code(by);
  sign.length--;
  return wb_number_range_in_code(wb_number_range_combine(&sign, before, by));
}

/* All that it holds if it begins with `first` and holds `before` before each change. */
static struct wb_number_range range_with_changes(struct range_scope in, size_t name,
                                                 struct wb_number_range first,
                                                 struct wb_number_range before, unsigned depth) {
  const struct wb_code *code = in.code;
  const struct range_assumption assumed = {&code->tokens[name], before, in.assumed};
  struct wb_number_range range = first;
  in.assumed = &assumed;
  for (size_t i = 0; i < code->n_tokens && range.known; i++)
    if (wb_token_equal(&code->tokens[i], &code->tokens[name]) && is_changed_at(code, i) &&
        !is_declared_at(code, i) && !is_own_step(code, i))
      range = wb_number_range_either(range, range_after_change(in, i, before, depth));
  return range;
}

/* A range is that of a variable if it begins there and no change leads out of it: one that grows
 * from round to round, or else what conditions leave of all numbers. */
static struct wb_number_range range_of_name(struct range_scope in, size_t at, unsigned depth) {
  enum { ROUNDS = 3 };
  const struct wb_token *name = &in.code->tokens[at];
  const struct range_assumption *assumed = in.assumed;
  while (assumed != NULL && !wb_token_equal(assumed->name, name)) assumed = assumed->outer;
  if (assumed != NULL) return assumed->range;
  if (depth > DEEPEST || is_in_directive(in.code, name)) return UNKNOWN;
  const struct wb_number_range first = range_at_first(in, at, depth);
  struct wb_number_range range = first;
  for (int round = 0; round < ROUNDS && range.known; round++) {
    const struct wb_number_range next = range_with_changes(in, at, first, range, depth);
    if (next.known && next.low >= range.low && next.high <= range.high) return range;
    range = wb_number_range_either(range, next);
  }
  if (!first.known) return UNKNOWN;
  const struct wb_number_range all = wb_number_range_between(wb_least_of(first.low, 0), INT32_MAX);
  range = range_with_changes(in, at, first, all, depth);
  return range.known && range.low >= all.low && range.high <= all.high ? range : UNKNOWN;
}

/* ---- expressions ---- */

static struct wb_number_range read_name(struct range_reader *reader) {
  static const char *const POSTFIX[] = {"[", "(", ".", "->", "++", "--"};
  const struct wb_token *name = &reader->tokens[reader->at];
  const size_t at = reader->at++;
  if (reader->at < reader->end && WB_TOKEN_IS_ONE_OF(&reader->tokens[reader->at], POSTFIX)) {
    reader->at = reader->end; /* nothing that is known follows */
    return UNKNOWN;
  }
  return reader->is_code ? range_of_name(reader->in, at, reader->depth)
                         : range_in_domain(reader->in, "", name->text, name->length, reader->depth);
}

/* (type) operand */
static struct wb_number_range read_cast(struct range_reader *reader);

static struct wb_number_range read_operand(struct range_reader *reader) {
  uint64_t value;
  struct wb_number_range range = UNKNOWN;
  if (reader->at >= reader->end) return UNKNOWN;
  const struct wb_token *token = &reader->tokens[reader->at];
  const bool calls =
      reader->at + 2 < reader->end && wb_token_is(&reader->tokens[reader->at + 1], "(");
  if (wb_token_integer(token, &value)) {
    reader->at++;
    return value <= (uint64_t)WB_NUMBER_WIDEST
               ? wb_number_range_between((int64_t)value, (int64_t)value)
               : UNKNOWN;
  }
  if (token->kind == WB_TOKEN_NAME) return calls ? read_call(reader) : read_name(reader);
  if (wb_token_is(token, "-") && !reader->is_code) {
    reader->at++;
    range = read_operand(reader);
    return range.known ? wb_number_range_between(-range.high, -range.low) : UNKNOWN;
  }
  if (!wb_token_is(token, "(")) return UNKNOWN;
  if (reader->is_code && wb_code_is_cast(reader->in.code, reader->at)) return read_cast(reader);
  reader->at++;
  range = read_expression(reader);
  if (!is_at(reader, ")")) return UNKNOWN;
  reader->at++;
  return range;
}

static struct wb_number_range read_cast(struct range_reader *reader) {
  const struct wb_code *code = reader->in.code;
  const size_t open = reader->at, close = code->partner[open];
  reader->at = close + 1;
  const struct wb_number_range range = read_operand(reader);
  return close == open + 2 && wb_number_range_fits(&range, &code->tokens[open + 1]) ? range
                                                                                    : UNKNOWN;
}

static struct wb_number_range read_from(struct range_reader *reader, unsigned weakest) {
  struct wb_number_range range = read_operand(reader);
  unsigned strength;
  while (reader->at < reader->end &&
         (strength = strength_of(&reader->tokens[reader->at])) >= weakest && strength > 0) {
    const struct wb_token *sign = &reader->tokens[reader->at++];
    range = wb_number_range_combine(sign, range, read_from(reader, strength + 1));
    if (reader->is_code) range = wb_number_range_in_code(range);
  }
  return range;
}

/* Nothing is known of what has an operator that is none of these: tokens are left over then. */
static struct wb_number_range read_expression(struct range_reader *reader) {
  struct wb_number_range range = read_from(reader, 1);
  if (!reader->is_code || !is_at(reader, "?")) return range;
  reader->at++;
  range = read_expression(reader);
  if (!is_at(reader, ":")) return UNKNOWN;
  reader->at++;
  return wb_number_range_either(range, read_expression(reader));
}

/* ---- what operators ask ---- */

struct wb_number_range wb_mutant_range_of(const struct wb_code *code,
                                          const struct wb_mutant_domain *domain,
                                          const struct wb_code_range *tokens) {
  return wb_number_range_in_code(
      range_of_tokens((struct range_scope){code, domain, NULL}, tokens->first, tokens->end, 0));
}

/* Whether nothing but its declarations and their loops' steps says what a name holds: then each
 * declaration says it for itself. */
static bool is_steady(const struct wb_code *code, const struct wb_token *name) {
  bool steady = !is_in_directive(code, name);
  for (size_t i = 0; i < code->n_tokens && steady; i++)
    steady = !wb_token_equal(&code->tokens[i], name) || !is_changed_at(code, i) ||
             is_declared_at(code, i) || is_own_step(code, i);
  return steady;
}

struct wb_number_range wb_mutant_range_of_declared(const struct wb_code *code,
                                                   const struct wb_mutant_domain *domain,
                                                   const struct wb_statement *statement) {
  const struct range_scope in = {code, domain, NULL};
  struct wb_number_range range = UNKNOWN;
  bool found = false;
  for (size_t i = statement->tokens.first; i < statement->tokens.end; i++) {
    if (!is_declared_at(code, i)) continue;
    const struct wb_number_range one =
        is_steady(code, &code->tokens[i]) ? range_of_declarator(in, i, 0) : range_of_name(in, i, 0);
    range = found ? wb_number_range_either(range, one) : one;
    found = true;
  }
  return range;
}

struct wb_number_range wb_mutant_range_of_elements(const struct wb_code *code,
                                                   const struct wb_mutant_domain *domain,
                                                   size_t name) {
  return range_as_parameter((struct range_scope){code, domain, NULL}, name, 0);
}
