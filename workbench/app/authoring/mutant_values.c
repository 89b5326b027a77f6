/* Mutants of what is computed, and of what. */
#include "authoring/mutant_operators.h"

/* ---- indexes and signs ---- */

/* Whether a range has, outside of brackets, a sign that binds less than + does. */
static bool binds_weakly(const struct wb_code *code, const struct wb_code_range *range) {
  static const char *const WEAK[] = {"?", "<",  ">",  "<=", ">=", "==", "!=", "&",  "|",
                                     "^", "<<", ">>", "&&", "||", "=",  "+=", "-=", ","};
  bool found = false;
  for (size_t i = range->first; i < range->end && !found; i++)
    found = code->enclosing[i] == code->enclosing[range->first] && WB_CODE_IS_ONE_OF(code, i, WEAK);
  return found;
}

void wb_mutants_of_indexes(struct wb_mutant_search *search) {
  const struct wb_code *code = search->code;
  for (size_t i = 0; i < code->n_tokens; i++) {
    if (!wb_code_is_mutable(code, i) || !wb_code_is(code, i, "[") || wb_code_is_array_size(code, i))
      continue;
    const struct wb_code_range index = {i + 1, code->partner[i]};
    if (index.first == index.end) continue;
    if (binds_weakly(code, &index)) {
      wb_mutant_replace_range(search, &index, "(%.*s) + 1", WB_CODE_TEXT(code, index));
      wb_mutant_replace_range(search, &index, "(%.*s) - 1", WB_CODE_TEXT(code, index));
    } else {
      wb_mutant_replace_range(search, &index, "%.*s + 1", WB_CODE_TEXT(code, index));
      wb_mutant_replace_range(search, &index, "%.*s - 1", WB_CODE_TEXT(code, index));
    }
  }
}

/* Flags of fences are another operator's. */
void wb_mutants_of_arithmetic(struct wb_mutant_search *search) {
  static const struct wb_mutant_swap SWAPS[] = {{"+", "-"}, {"-", "+"},   {"*", "/"},   {"/", "*"},
                                                {"%", "/"}, {"<<", ">>"}, {">>", "<<"}, {"&", "|"},
                                                {"|", "&"}, {NULL, NULL}};
  wb_mutant_swap_signs(search, SWAPS, "CLK_");
}

/* ---- numbers ---- */

static const char *const SIGNS_OF_SUMS[] = {"+", "-"};
static const char *const SIGNS_OF_STRIDES[] = {"*", "/", "%", "<<", ">>"};
static const char *const COMPARISONS[] = {"<", ">", "<=", ">=", "==", "!="};

#define IS_BESIDE(code, at, signs)                                                            \
  (((at) > 0 && WB_CODE_IS_ONE_OF(code, (at)-1, signs) && wb_code_is_binary(code, (at)-1)) || \
   (WB_CODE_IS_ONE_OF(code, (at) + 1, signs)))

/* Whether a bracket around the number is an index. */
static bool is_in_index(const struct wb_code *code, size_t at) {
  size_t open = code->enclosing[at];
  while (open != WB_CODE_NONE && !wb_code_is(code, open, "[")) open = code->enclosing[open];
  return open != WB_CODE_NONE && !wb_code_is_array_size(code, open);
}

static bool is_in_array_size(const struct wb_code *code, size_t at) {
  const size_t open = code->enclosing[at];
  return open != WB_CODE_NONE && wb_code_is_array_size(code, open);
}

static bool is_in_condition(const struct wb_code *code, size_t at) {
  const struct wb_statement *statement = &code->statements[code->owner[at]];
  return wb_code_in_range(&statement->condition, at);
}

/* A number that says how many or how far. What is shifted as an index has its own mutants. */
static bool is_size_or_bound(const struct wb_code *code, size_t at) {
  const struct wb_statement *statement = &code->statements[code->owner[at]];
  const bool stride = IS_BESIDE(code, at, SIGNS_OF_STRIDES);
  const bool sum = IS_BESIDE(code, at, SIGNS_OF_SUMS);
  const bool compared = IS_BESIDE(code, at, COMPARISONS);
  return is_in_array_size(code, at) || compared || (stride && is_in_index(code, at)) ||
         ((sum || stride) &&
          (is_in_condition(code, at) || wb_code_declares_integers(code, statement)));
}

static void change_number(struct wb_mutant_search *search, size_t at, uint64_t value, bool more) {
  const struct wb_token *token = &search->code->tokens[at];
  size_t suffix = token->length;
  while (suffix > 0 && (token->text[suffix - 1] == 'u' || token->text[suffix - 1] == 'U' ||
                        token->text[suffix - 1] == 'l' || token->text[suffix - 1] == 'L'))
    suffix--;
  const struct wb_code_range range = {at, at + 1};
  wb_mutant_replace_range(search, &range, "%llu%.*s",
                          (unsigned long long)(more ? value + 1 : value - 1),
                          (int)(token->length - suffix), token->text + suffix);
}

/* A longer array is as good as one that is long enough: of its size only one less is tried. */
void wb_mutants_of_constants(struct wb_mutant_search *search) {
  const struct wb_code *code = search->code;
  for (size_t i = 0; i < code->n_tokens; i++) {
    uint64_t value;
    if (!wb_code_is_mutable(code, i) || !wb_token_integer(&code->tokens[i], &value) ||
        !is_size_or_bound(code, i))
      continue;
    if (!is_in_array_size(code, i)) change_number(search, i, value, true);
    if (value > 0) change_number(search, i, value, false);
  }
}

/* ---- assignments ---- */

void wb_mutants_of_assignments(struct wb_mutant_search *search) {
  static const struct wb_mutant_swap SWAPS[] = {
      {"+=", "="}, {"+=", "-="}, {"-=", "="}, {"-=", "+="}, {"*=", "="},  {"/=", "="}, {"%=", "="},
      {"&=", "="}, {"|=", "="},  {"^=", "="}, {"<<=", "="}, {">>=", "="}, {NULL, NULL}};
  wb_mutant_swap_words(search, SWAPS);
}

static void drop_initialiser(struct wb_mutant_search *search, size_t equals) {
  const struct wb_code *code = search->code;
  size_t end = equals + 1;
  while (end < code->n_tokens && !wb_code_is(code, end, ",") && !wb_code_is(code, end, ";"))
    end = wb_code_is(code, end, "(") || wb_code_is(code, end, "[") || wb_code_is(code, end, "{")
              ? code->partner[end] + 1
              : end + 1;
  wb_mutant_add(search, wb_code_end(code, equals - 1), wb_code_start(code, end), "");
}

void wb_mutants_of_initialisers(struct wb_mutant_search *search) {
  const struct wb_code *code = search->code;
  for (size_t i = 1; i < code->n_tokens; i++) {
    if (!wb_code_is(code, i, "=") || !wb_code_is_mutable(code, i)) continue;
    const struct wb_statement *statement = &code->statements[code->owner[i]];
    if (statement->kind == WB_STATEMENT_DECLARATION &&
        code->enclosing[i] == code->enclosing[statement->tokens.first])
      drop_initialiser(search, i);
  }
}

/* What is converted must be whole without it: not the list of a vector's lanes. */
void wb_mutants_of_casts(struct wb_mutant_search *search) {
  const struct wb_code *code = search->code;
  struct wb_code_range lanes[2];
  for (size_t i = 0; i < code->n_tokens; i++) {
    if (!wb_code_is_mutable(code, i) || !wb_code_is_cast(code, i)) continue;
    const size_t after = code->partner[i] + 1;
    if (!wb_code_is(code, after, "(") || wb_code_arguments(code, after, lanes, 2) == 1)
      wb_mutant_remove(search, i, after);
  }
}
