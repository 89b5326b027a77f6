/* A text as its tokens, to write a change of the program as one of the text.
 *
 * Ranges are of tokens, [first, end). Nothing here fails: what is not found is an empty range, and
 * rewriting that leaves rewritten NULL. Macros are not expanded: where one stands in the way the
 * tokens are not those that were looked for, and there is no form. */
#ifndef WB_COMPILER_MUTATE_SOURCE_FORM_H
#define WB_COMPILER_MUTATE_SOURCE_FORM_H

#include "base/tokens.h"

struct wb_source_form {
  const char *text;
  size_t length;
  struct wb_tokens tokens;
};
void wb_source_form_init(struct wb_source_form *form, const char *text, size_t length);
void wb_source_form_release(struct wb_source_form *form);

struct wb_token_range {
  size_t first, end;
};
bool wb_range_is_empty(struct wb_token_range range);

/* The token that begins there; NULL: none. */
const struct wb_token *wb_source_form_at(const struct wb_source_form *form, uint32_t line,
                                         uint32_t column);
/* The first one on a line that is spelt so. */
const struct wb_token *wb_source_form_on_line(const struct wb_source_form *form, uint32_t line,
                                              const char *text);
size_t wb_source_form_index(const struct wb_source_form *form, const struct wb_token *token);
/* As it stands in the text, with a NUL after it, cut where it is longer. */
void wb_source_form_copy(const struct wb_source_form *form, struct wb_token_range range, char *out,
                         size_t size);

/* Argument `index` of the call whose name is at `name`. */
struct wb_token_range wb_source_form_argument(const struct wb_source_form *form,
                                              const struct wb_token *name, unsigned index);
/* The whole call. */
struct wb_token_range wb_source_form_call(const struct wb_source_form *form,
                                          const struct wb_token *name);
/* The statement that an assignment, or a call at its beginning, is all of, without its ';'. */
struct wb_token_range wb_source_form_statement(const struct wb_source_form *form,
                                               const struct wb_token *inside);
/* What a condition's operand is that `&&` or `||` comes after. */
struct wb_token_range wb_source_form_operand_before(const struct wb_source_form *form,
                                                    const struct wb_token *sign);
/* The last operand of `&&` and `||` in the condition that begins at `first`, or which `if`,
 * `while` or `for` begins; the condition itself, if it has no such operator. */
struct wb_token_range wb_source_form_condition(const struct wb_source_form *form,
                                               const struct wb_token *first);
/* Whether some operand is an operator of `&&` or `||` itself. */
bool wb_source_form_has_logic(const struct wb_source_form *form, struct wb_token_range range);

/* The line of the range with `text` in its place; NULL where it is empty or goes on beyond its
 * line. The caller frees. */
char *wb_source_form_rewrite(const struct wb_source_form *form, struct wb_token_range range,
                             const char *text);

#endif
