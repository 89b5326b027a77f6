/* Mutants of what a kernel does, and in which order. */
#include "authoring/mutant_operators.h"

#include <stdlib.h>

/* Which tokens end an operand of && and of ||. */
static const char *const BELOW_AND[] = {"&&", "||"};
static const char *const BELOW_OR[] = {"||"};

/* ---- barriers ---- */

static bool is_barrier(const struct wb_code *code, const struct wb_statement *statement) {
  static const char *const WORDS[] = {
      "barrier",        "work_group_barrier", "sub_group_barrier",     "mem_fence",
      "read_mem_fence", "write_mem_fence",    "atomic_work_item_fence"};
  return statement->kind == WB_STATEMENT_EXPRESSION &&
         WB_CODE_IS_ONE_OF(code, statement->tokens.first, WORDS) &&
         wb_code_is(code, statement->tokens.first + 1, "(");
}

void wb_mutants_of_removed_barriers(struct wb_mutant_search *search) {
  for (size_t i = 0; i < search->code->n_statements; i++) {
    const struct wb_statement *statement = &search->code->statements[i];
    if (is_barrier(search->code, statement))
      wb_mutant_replace_range(search, &statement->tokens, ";");
  }
}

/* A declaration that touches no memory but its own variable: where it stands beside a barrier is
 * all one. */
static bool is_private(const struct wb_code *code, const struct wb_statement *statement) {
  static const char *const BEYOND[] = {"[", "(", "*", "->", "__local", "local"};
  bool found = statement->kind != WB_STATEMENT_DECLARATION;
  for (size_t i = statement->tokens.first; i < statement->tokens.end && !found; i++)
    found = WB_CODE_IS_ONE_OF(code, i, BEYOND);
  return !found;
}

/* Two statements of a block, one after the other, with the first behind the second. */
static void swap_statements(struct wb_mutant_search *search, size_t a, size_t b) {
  const struct wb_code *code = search->code;
  if (a == WB_CODE_NONE || b == WB_CODE_NONE || is_private(code, &code->statements[a]) ||
      is_private(code, &code->statements[b]))
    return;
  const struct wb_code_range first = code->statements[a].tokens,
                             second = code->statements[b].tokens;
  const struct wb_code_range both = {first.first, second.end};
  const size_t gap = wb_code_end(code, first.end - 1);
  wb_mutant_replace_range(search, &both, "%.*s%.*s%.*s", WB_CODE_TEXT(code, second),
                          (int)(wb_code_start(code, second.first) - gap), code->text + gap,
                          WB_CODE_TEXT(code, first));
}

void wb_mutants_of_moved_barriers(struct wb_mutant_search *search) {
  const struct wb_code *code = search->code;
  for (size_t i = 0; i < code->n_statements; i++) {
    if (!is_barrier(code, &code->statements[i])) continue;
    swap_statements(search, wb_code_previous_statement(code, i), i);
    swap_statements(search, i, wb_code_next_statement(code, i));
  }
}

/* ---- conditions ---- */

static bool is_loop(const struct wb_statement *statement) {
  return statement->kind == WB_STATEMENT_FOR || statement->kind == WB_STATEMENT_WHILE;
}

/* A loop that never ends tells nothing that a loop that does one turn too many does not. */
void wb_mutants_of_conditions(struct wb_mutant_search *search) {
  const struct wb_code *code = search->code;
  for (size_t i = 0; i < code->n_statements; i++) {
    const struct wb_statement *statement = &code->statements[i];
    if (!is_loop(statement)) wb_mutant_replace_range(search, &statement->condition, "true");
    wb_mutant_replace_range(search, &statement->condition, "false");
  }
  for (size_t i = 0; i < code->n_tokens; i++) {
    if (!wb_code_is(code, i, "?") || !wb_code_is_mutable(code, i)) continue;
    const struct wb_code_range condition = wb_code_operand_before(code, i, NULL, 0);
    wb_mutant_replace_range(search, &condition, "true");
    wb_mutant_replace_range(search, &condition, "false");
  }
}

static void drop_operands(struct wb_mutant_search *search, size_t sign, const char *const *ends,
                          size_t n_ends) {
  const struct wb_code_range left = wb_code_operand_before(search->code, sign, ends, n_ends);
  const struct wb_code_range right = wb_code_operand_after(search->code, sign, ends, n_ends);
  if (left.first == left.end || right.first == right.end) return;
  wb_mutant_remove(search, left.first, right.first);
  wb_mutant_add(search, wb_code_end(search->code, left.end - 1),
                wb_code_end(search->code, right.end - 1), "");
}

void wb_mutants_of_guards(struct wb_mutant_search *search) {
  const struct wb_code *code = search->code;
  for (size_t i = 0; i < code->n_tokens; i++) {
    if (!wb_code_is_mutable(code, i)) continue;
    if (wb_code_is(code, i, "&&"))
      drop_operands(search, i, BELOW_AND, sizeof BELOW_AND / sizeof BELOW_AND[0]);
    if (wb_code_is(code, i, "||"))
      drop_operands(search, i, BELOW_OR, sizeof BELOW_OR / sizeof BELOW_OR[0]);
  }
}

void wb_mutants_of_comparisons(struct wb_mutant_search *search) {
  static const struct wb_mutant_swap SWAPS[] = {{"<", "<="},  {"<=", "<"},  {">", ">="},
                                                {">=", ">"},  {"==", "!="}, {"!=", "=="},
                                                {"&&", "||"}, {"||", "&&"}, {NULL, NULL}};
  wb_mutant_swap_signs(search, SWAPS, NULL);
}

/* ---- statements ---- */

/* The whole body of an `if` without `else`: leaving it out is what a condition that never holds
 * does, too. */
static bool is_whole_body(const struct wb_code *code, size_t at) {
  const size_t parent = code->statements[at].parent;
  if (parent == WB_CODE_NONE) return false;
  const struct wb_statement *around = &code->statements[parent];
  if (around->kind == WB_STATEMENT_BLOCK)
    return around->tokens.end - around->tokens.first ==
               code->statements[at].tokens.end - code->statements[at].tokens.first + 2 &&
           is_whole_body(code, parent);
  return around->kind == WB_STATEMENT_IF && !around->has_else;
}

/* Of a function that returns a value the last `return` must stay. */
static bool may_be_dropped(const struct wb_code *code, const struct wb_statement *statement) {
  const bool plain =
      statement->kind == WB_STATEMENT_EXPRESSION || statement->kind == WB_STATEMENT_JUMP;
  const bool value = wb_code_is(code, statement->tokens.first, "return") &&
                     statement->tokens.end - statement->tokens.first > 2;
  return plain && !value && !statement->in_header && !is_barrier(code, statement);
}

void wb_mutants_of_statements(struct wb_mutant_search *search) {
  for (size_t i = 0; i < search->code->n_statements; i++) {
    const struct wb_statement *statement = &search->code->statements[i];
    if (may_be_dropped(search->code, statement) && !is_whole_body(search->code, i))
      wb_mutant_replace_range(search, &statement->tokens, ";");
  }
}

/* Whether a statement assigns to an element or through a pointer. */
static bool is_store(const struct wb_code *code, const struct wb_statement *statement) {
  static const char *const ASSIGNMENTS[] = {
      "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="};
  if (statement->kind != WB_STATEMENT_EXPRESSION || statement->in_header) return false;
  bool element = wb_code_is(code, statement->tokens.first, "*");
  for (size_t i = statement->tokens.first; i < statement->tokens.end; i++) {
    if (WB_CODE_IS_ONE_OF(code, i, ASSIGNMENTS)) return element;
    element = element || wb_code_is(code, i, "[");
  }
  return false;
}

/* How many dimensions the text asks for, as far as it names them by number. */
static unsigned dimensions_of(const struct wb_code *code) {
  static const char *const HIGHER[] = {"1", "2"};
  unsigned dimensions = 1;
  for (size_t i = 2; i < code->n_tokens; i++) {
    const bool asked =
        wb_code_is(code, i - 1, "(") && wb_code_is_name(code, i - 2) &&
        code->tokens[i - 2].length > 4 &&
        wb_token_is(&(struct wb_token){.text = code->tokens[i - 2].text, .length = 4}, "get_") &&
        wb_code_is(code, i + 1, ")");
    if (!asked || !(WB_CODE_IS_ONE_OF(code, i, HIGHER))) continue;
    const unsigned here = wb_code_is(code, i, "1") ? 2 : 3;
    dimensions = here > dimensions ? here : dimensions;
  }
  return dimensions;
}

void wb_mutants_of_last_groups(struct wb_mutant_search *search) {
  const struct wb_code *code = search->code;
  struct wb_str condition;
  wb_str_init(&condition);
  for (unsigned d = 0; d < dimensions_of(code); d++)
    wb_str_addf(&condition, "%sget_group_id(%u) + 1 < get_num_groups(%u)", d > 0 ? " || " : "", d,
                d);
  for (size_t i = 0; i < code->n_statements; i++) {
    const struct wb_statement *statement = &code->statements[i];
    if (is_store(code, statement))
      wb_mutant_replace_range(search, &statement->tokens, "if (%s) %.*s", condition.data,
                              WB_CODE_TEXT(code, statement->tokens));
  }
  wb_str_release(&condition);
}
