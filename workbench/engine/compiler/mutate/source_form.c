#include "compiler/mutate/source_form.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"

void wb_source_form_init(struct wb_source_form *form, const char *text, size_t length) {
  memset(form, 0, sizeof *form);
  form->text = text;
  form->length = length;
  wb_tokens_read(&form->tokens, text, length);
}

void wb_source_form_release(struct wb_source_form *form) { wb_tokens_release(&form->tokens); }

bool wb_range_is_empty(struct wb_token_range range) { return range.first >= range.end; }

/* ---- tokens ------------------------------------------------------------------------------ */

static bool is_at(const struct wb_source_form *form, size_t i, const char *text) {
  return i < form->tokens.count && wb_token_is(&form->tokens.items[i], text);
}

static bool is_any_at(const struct wb_source_form *form, size_t i, const char *const *texts,
                      size_t count) {
  return i < form->tokens.count && wb_token_is_any(&form->tokens.items[i], texts, count);
}

static bool opens_at(const struct wb_source_form *form, size_t i) {
  static const char *const OPEN[] = {"(", "[", "{"};
  return is_any_at(form, i, OPEN, sizeof OPEN / sizeof OPEN[0]);
}

static bool closes_at(const struct wb_source_form *form, size_t i) {
  static const char *const CLOSE[] = {")", "]", "}"};
  return is_any_at(form, i, CLOSE, sizeof CLOSE / sizeof CLOSE[0]);
}

static bool is_logic_at(const struct wb_source_form *form, size_t i) {
  return is_at(form, i, "&&") || is_at(form, i, "||");
}

/* Of the bracket at `i`, or the number of tokens. */
static size_t closing_of(const struct wb_source_form *form, size_t i) {
  size_t depth = 0;
  for (; i < form->tokens.count; i++) {
    depth += opens_at(form, i);
    if (closes_at(form, i) && --depth == 0) break;
  }
  return i;
}

/* Of the bracket that closes at `i`; 0 may also mean that none does. */
static size_t opening_of(const struct wb_source_form *form, size_t i) {
  size_t depth = 0;
  for (; i > 0; i--) {
    depth += closes_at(form, i);
    if (opens_at(form, i) && --depth == 0) break;
  }
  return i;
}

/* Lines ascend, and columns in them. */
const struct wb_token *wb_source_form_at(const struct wb_source_form *form, uint32_t line,
                                         uint32_t column) {
  size_t low = 0, high = form->tokens.count;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    const struct wb_token *token = &form->tokens.items[middle];
    if (token->line < line || (token->line == line && token->column < column))
      low = middle + 1;
    else
      high = middle;
  }
  if (low == form->tokens.count) return NULL;
  const struct wb_token *found = &form->tokens.items[low];
  return found->line == line && found->column == column ? found : NULL;
}

const struct wb_token *wb_source_form_on_line(const struct wb_source_form *form, uint32_t line,
                                              const char *text) {
  for (size_t i = 0; i < form->tokens.count; i++)
    if (form->tokens.items[i].line == line && is_at(form, i, text)) return &form->tokens.items[i];
  return NULL;
}

size_t wb_source_form_index(const struct wb_source_form *form, const struct wb_token *token) {
  return (size_t)(token - form->tokens.items);
}

static const char *start_of(const struct wb_source_form *form, struct wb_token_range range) {
  return form->tokens.items[range.first].text;
}

static const char *end_of(const struct wb_source_form *form, struct wb_token_range range) {
  const struct wb_token *last = &form->tokens.items[range.end - 1];
  return last->text + last->length;
}

void wb_source_form_copy(const struct wb_source_form *form, struct wb_token_range range, char *out,
                         size_t size) {
  size_t length = 0;
  if (!wb_range_is_empty(range)) length = (size_t)(end_of(form, range) - start_of(form, range));
  if (length >= size) length = size - 1;
  if (length > 0) memcpy(out, start_of(form, range), length);
  out[length] = '\0';
}

/* ---- calls ------------------------------------------------------------------------------- */

struct wb_token_range wb_source_form_call(const struct wb_source_form *form,
                                          const struct wb_token *name) {
  const size_t first = wb_source_form_index(form, name);
  if (name->kind != WB_TOKEN_NAME || !is_at(form, first + 1, "("))
    return (struct wb_token_range){0};
  const size_t close = closing_of(form, first + 1);
  if (close == form->tokens.count) return (struct wb_token_range){0};
  return (struct wb_token_range){first, close + 1};
}

struct wb_token_range wb_source_form_argument(const struct wb_source_form *form,
                                              const struct wb_token *name, unsigned index) {
  const struct wb_token_range call = wb_source_form_call(form, name);
  struct wb_token_range range = {call.first + 2, call.first + 2};
  if (wb_range_is_empty(call)) return call;
  for (size_t i = range.first; i < call.end; i++) {
    if (opens_at(form, i)) i = closing_of(form, i);
    range.end = i;
    const bool ends = is_at(form, i, ",") || i + 1 == call.end;
    if (ends && index-- == 0) return range;
    if (ends) range.first = i + 1;
  }
  return (struct wb_token_range){0};
}

/* ---- statements --------------------------------------------------------------------------- */

/* Whether the ')' at `i` is the end of what stands before a statement: `if (…)`. */
static bool ends_header(const struct wb_source_form *form, size_t i) {
  static const char *const HEADS[] = {"if", "for", "while", "switch"};
  const size_t open = opening_of(form, i);
  return open > 0 && is_any_at(form, open - 1, HEADS, sizeof HEADS / sizeof HEADS[0]);
}

/* Where the statement begins that has token `i`, an assignment's sign (before which a ':' ends a
 * label); the number of tokens where that is in brackets. */
static size_t statement_begin(const struct wb_source_form *form, size_t i) {
  static const char *const BEFORE[] = {";", "{", "}", "else", "do", ":"};
  while (i > 0) {
    const size_t before = i - 1;
    if (is_any_at(form, before, BEFORE, sizeof BEFORE / sizeof BEFORE[0])) break;
    if (form->tokens.items[before].directive != 0) break;
    if (is_at(form, before, ")") && ends_header(form, before)) break;
    if (opens_at(form, before)) return form->tokens.count;
    i = closes_at(form, before) ? opening_of(form, before) : before;
  }
  return i;
}

static size_t statement_end(const struct wb_source_form *form, size_t i) {
  for (; i < form->tokens.count && !is_at(form, i, ";"); i++) {
    if (closes_at(form, i)) return 0;
    if (opens_at(form, i)) i = closing_of(form, i);
  }
  return i;
}

struct wb_token_range wb_source_form_statement(const struct wb_source_form *form,
                                               const struct wb_token *inside) {
  const size_t at = wb_source_form_index(form, inside);
  const size_t first = statement_begin(form, at), end = statement_end(form, at);
  if (first == form->tokens.count || end == form->tokens.count) return (struct wb_token_range){0};
  return (struct wb_token_range){first, end};
}

/* ---- conditions ---------------------------------------------------------------------------- */

/* What no operand of `&&` reaches across. */
static bool bounds_operand(const struct wb_source_form *form, size_t i) {
  static const char *const SIGNS[] = {"&&", "||", "?",  ":",  ",",  ";",  "=",   "+=",  "-=",
                                      "*=", "/=", "%=", "|=", "&=", "^=", "<<=", ">>=", "return"};
  return is_any_at(form, i, SIGNS, sizeof SIGNS / sizeof SIGNS[0]);
}

struct wb_token_range wb_source_form_operand_before(const struct wb_source_form *form,
                                                    const struct wb_token *sign) {
  const size_t end = wb_source_form_index(form, sign);
  size_t first = end;
  while (first > 0 && !bounds_operand(form, first - 1) && !opens_at(form, first - 1))
    first = closes_at(form, first - 1) ? opening_of(form, first - 1) : first - 1;
  return (struct wb_token_range){first, end};
}

/* The last operand of what stands before `end`, and begins at `first`. */
static struct wb_token_range last_operand(const struct wb_source_form *form, size_t first,
                                          size_t end) {
  struct wb_token_range range = {first, end};
  for (size_t i = first; i < end; i++) {
    if (opens_at(form, i)) i = closing_of(form, i);
    if (is_logic_at(form, i)) range.first = i + 1;
  }
  return range;
}

/* Between the two ';' of a `for`. */
static struct wb_token_range middle_of_for(const struct wb_source_form *form, size_t open) {
  const size_t close = closing_of(form, open);
  struct wb_token_range range = {0};
  for (size_t i = open + 1; i < close && range.end == 0; i++) {
    if (opens_at(form, i)) i = closing_of(form, i);
    if (!is_at(form, i, ";")) continue;
    if (range.first == 0)
      range.first = i + 1;
    else
      range.end = i;
  }
  return range;
}

struct wb_token_range wb_source_form_condition(const struct wb_source_form *form,
                                               const struct wb_token *first) {
  size_t at = wb_source_form_index(form, first), end = 0;
  if (is_at(form, at, "for")) {
    const struct wb_token_range middle = middle_of_for(form, at + 1);
    return wb_range_is_empty(middle) ? middle : last_operand(form, middle.first, middle.end);
  }
  if (is_at(form, at, "if") || is_at(form, at, "while")) at += 2;
  for (end = at; end < form->tokens.count && !is_at(form, end, "?") && !is_at(form, end, ";");
       end++) {
    if (closes_at(form, end)) break;
    if (opens_at(form, end)) end = closing_of(form, end);
  }
  const bool header =
      at > 0 && is_at(form, at - 1, "(") && end < form->tokens.count && ends_header(form, end);
  if (!header && !is_at(form, end, "?")) return (struct wb_token_range){0};
  return last_operand(form, at, end);
}

bool wb_source_form_has_logic(const struct wb_source_form *form, struct wb_token_range range) {
  for (size_t i = range.first; i < range.end; i++)
    if (is_logic_at(form, i)) return true;
  return false;
}

/* ---- rewriting ------------------------------------------------------------------------------ */

char *wb_source_form_rewrite(const struct wb_source_form *form, struct wb_token_range range,
                             const char *text) {
  if (wb_range_is_empty(range) || range.end > form->tokens.count) return NULL;
  const char *first = start_of(form, range), *end = end_of(form, range);
  const char *line = first, *stop = end, *last = form->text + form->length;
  if (memchr(first, '\n', (size_t)(end - first)) != NULL) return NULL;
  while (line > form->text && line[-1] != '\n') line--;
  while (stop < last && *stop != '\n') stop++;
  return wb_format("%.*s%s%.*s", (int)(first - line), line, text, (int)(stop - end), end);
}
