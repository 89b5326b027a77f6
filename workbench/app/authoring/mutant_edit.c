/* What all operators of mutants make use of, and the texts of mutants. */
#include "authoring/mutant_operators.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "text/diff.h"

static void set_mutant_place(struct wb_mutant *mutant, const char *text) {
  mutant->line = mutant->column = 1;
  for (size_t i = 0; i < mutant->start; i++) {
    mutant->column++;
    if (text[i] != '\n') continue;
    mutant->line++;
    mutant->column = 1;
  }
}

static bool is_text_of(const struct wb_mutant *mutant, const char *text, size_t length,
                       const char *other) {
  char *own = wb_mutant_text(mutant, text, length);
  const bool same = strcmp(own, other) == 0;
  free(own);
  return same;
}

static bool is_known_text(const struct wb_mutant_search *search, const char *changed) {
  const struct wb_code *code = search->code;
  bool known = strlen(changed) == code->length && memcmp(changed, code->text, code->length) == 0;
  for (size_t i = 0; i < search->mutants->count && !known; i++)
    known = is_text_of(&search->mutants->items[i], code->text, code->length, changed);
  return known;
}

/* Whether a preprocessor line is between two places: what is beyond it may not be there when
 * the text is compiled. */
static bool has_directive_between(const struct wb_code *code, size_t start, size_t end) {
  struct wb_token_reader reader = wb_token_reader_of(code->text, code->length);
  struct wb_token token;
  bool found = false;
  while (!found && wb_token_next(&reader, &token)) {
    const size_t at = (size_t)(token.text - code->text);
    found = token.directive != 0 && at >= start && at < end;
  }
  return found;
}

/* Names and numbers, signs, and what never becomes one token with its neighbour. */
static int kind_of_byte(char c) {
  const bool word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                    c == '_' || c == '$';
  return word ? 1 : c != '\0' && strchr("+-*/%<>=&|^!~.:#", c) != NULL ? 2 : 0;
}

/* Whether two tokens could become one where what is between them goes. */
static bool would_paste(const char *text, size_t start, size_t end, size_t length) {
  if (start == 0 || end >= length) return false;
  const int before = kind_of_byte(text[start - 1]);
  return before != 0 && before == kind_of_byte(text[end]);
}

void wb_mutant_add(struct wb_mutant_search *search, size_t start, size_t end,
                   const char *replacement) {
  const struct wb_code *code = search->code;
  struct wb_mutants *list = search->mutants;
  if (end < start || has_directive_between(code, start, end)) return;
  struct wb_mutant mutant = {
      .kind = search->kind, .start = start, .length = end - start, .fits = search->fits};
  const bool pasted = *replacement == '\0' && would_paste(code->text, start, end, code->length);
  mutant.replacement = wb_strdup(pasted ? " " : replacement);
  set_mutant_place(&mutant, code->text);
  char *changed = wb_mutant_text(&mutant, code->text, code->length);
  if (is_known_text(search, changed)) {
    free(mutant.replacement);
  } else {
    list->items = wb_grow(list->items, &list->capacity, list->count + 1, sizeof list->items[0]);
    list->items[list->count++] = mutant;
  }
  free(changed);
}

void wb_mutant_replace(struct wb_mutant_search *search, size_t at, const char *replacement) {
  wb_mutant_add(search, wb_code_start(search->code, at), wb_code_end(search->code, at),
                replacement);
}

void wb_mutant_replace_range(struct wb_mutant_search *search, const struct wb_code_range *range,
                             const char *format, ...) {
  if (range->first >= range->end) return;
  va_list values;
  struct wb_str replacement;
  wb_str_init(&replacement);
  va_start(values, format);
  wb_str_vaddf(&replacement, format, values);
  va_end(values);
  wb_mutant_add(search, wb_code_start(search->code, range->first),
                wb_code_end(search->code, range->end - 1), replacement.data);
  wb_str_release(&replacement);
}

void wb_mutant_remove(struct wb_mutant_search *search, size_t first, size_t end) {
  wb_mutant_add(search, wb_code_start(search->code, first), wb_code_start(search->code, end), "");
}

void wb_mutants_release(struct wb_mutants *mutants) {
  for (size_t i = 0; i < mutants->count; i++) free(mutants->items[i].replacement);
  free(mutants->items);
  *mutants = (struct wb_mutants){0};
}

/* ---- words that become others ---- */

void wb_mutant_swap_calls(struct wb_mutant_search *search, const struct wb_mutant_swap *swaps) {
  const struct wb_code *code = search->code;
  for (size_t i = 0; i < code->n_tokens; i++)
    for (const struct wb_mutant_swap *swap = swaps; swap->from != NULL; swap++)
      if (wb_code_is_mutable(code, i) && wb_code_is(code, i, swap->from) &&
          wb_code_is(code, i + 1, "("))
        wb_mutant_replace(search, i, swap->to);
}

void wb_mutant_swap_words(struct wb_mutant_search *search, const struct wb_mutant_swap *swaps) {
  const struct wb_code *code = search->code;
  for (size_t i = 0; i < code->n_tokens; i++)
    for (const struct wb_mutant_swap *swap = swaps; swap->from != NULL; swap++)
      if (wb_code_is_mutable(code, i) && wb_code_is(code, i, swap->from))
        wb_mutant_replace(search, i, swap->to);
}

static bool begins_with(const struct wb_token *token, const char *start) {
  return token->length >= strlen(start) && memcmp(token->text, start, strlen(start)) == 0;
}

void wb_mutant_swap_signs(struct wb_mutant_search *search, const struct wb_mutant_swap *swaps,
                          const char *but) {
  const struct wb_code *code = search->code;
  for (size_t i = 1; i < code->n_tokens; i++)
    for (const struct wb_mutant_swap *swap = swaps; swap->from != NULL; swap++)
      if (wb_code_is(code, i, swap->from) && wb_code_is_binary(code, i) &&
          (but == NULL || !begins_with(&code->tokens[i - 1], but)))
        wb_mutant_replace(search, i, swap->to);
}

/* ---- texts ---- */

char *wb_mutant_text(const struct wb_mutant *mutant, const char *text, size_t length) {
  struct wb_str out;
  wb_str_init(&out);
  wb_str_add_bytes(&out, text, mutant->start);
  wb_str_add(&out, mutant->replacement);
  const size_t end = mutant->start + mutant->length;
  wb_str_add_bytes(&out, text + end, length - end);
  return wb_str_detach(&out);
}

/* Line `number` of a text, from 0, after a sign, unless it is empty or not there, as one that a
 * #line directive made up. */
static void add_line_of(struct wb_str *out, char sign, const char *text, size_t number) {
  for (; number > 0 && *text != '\0'; number--) {
    text += strcspn(text, "\n");
    text += *text == '\n';
  }
  text += strspn(text, " \t");
  if (strcspn(text, "\r\n") == 0) return;
  wb_str_addf(out, "%c %.*s\n", sign, (int)strcspn(text, "\r\n"), text);
}

char *wb_mutant_difference(const char *text, const char *changed) {
  struct wb_diff diff = {0};
  struct wb_str out;
  wb_str_init(&out);
  wb_diff_texts(&diff, text, strlen(text), changed, strlen(changed));
  for (size_t i = 0; i < diff.n_runs; i++) {
    const struct wb_diff_run *run = &diff.runs[i];
    for (size_t k = 0; k < run->count; k++) {
      if (run->kind == WB_DIFF_REMOVED) add_line_of(&out, '-', text, run->old_line + k);
      if (run->kind == WB_DIFF_ADDED) add_line_of(&out, '+', changed, run->new_line + k);
    }
  }
  wb_diff_release(&diff);
  return wb_str_detach(&out);
}

char *wb_mutant_line_difference(const char *text, unsigned line, const char *rewritten,
                                const char *words) {
  struct wb_str out;
  wb_str_init(&out);
  if (line > 0) add_line_of(&out, '-', text, line - 1);
  if (rewritten != NULL)
    add_line_of(&out, '+', rewritten, 0);
  else
    add_line_of(&out, '=', words, 0);
  return wb_str_detach(&out);
}
