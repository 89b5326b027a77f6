/* Mutants of which work-item, which memory and which order is meant. */
#include "authoring/mutant_operators.h"

#include <string.h>

void wb_mutants_of_ids(struct wb_mutant_search *search) {
  static const struct wb_mutant_swap SWAPS[] = {{"get_global_id", "get_local_id"},
                                                {"get_global_id", "get_group_id"},
                                                {"get_local_id", "get_global_id"},
                                                {"get_local_id", "get_group_id"},
                                                {"get_group_id", "get_global_id"},
                                                {"get_group_id", "get_local_id"},
                                                {NULL, NULL}};
  wb_mutant_swap_calls(search, SWAPS);
}

void wb_mutants_of_size_queries(struct wb_mutant_search *search) {
  static const struct wb_mutant_swap SWAPS[] = {
      {"get_local_size", "get_global_size"},    {"get_local_size", "get_num_groups"},
      {"get_global_size", "get_local_size"},    {"get_global_size", "get_num_groups"},
      {"get_num_groups", "get_local_size"},     {"get_num_groups", "get_global_size"},
      {"get_sub_group_size", "get_local_size"}, {NULL, NULL}};
  wb_mutant_swap_calls(search, SWAPS);
}

void wb_mutants_of_dimensions(struct wb_mutant_search *search) {
  static const char *const QUERIES[] = {"get_global_id",   "get_local_id",   "get_group_id",
                                        "get_global_size", "get_local_size", "get_num_groups"};
  const struct wb_code *code = search->code;
  for (size_t i = 2; i + 1 < code->n_tokens; i++) {
    if (!wb_code_is_mutable(code, i) || !wb_code_is(code, i - 1, "(") ||
        !wb_code_is(code, i + 1, ")") || !(WB_CODE_IS_ONE_OF(code, i - 2, QUERIES)))
      continue;
    if (wb_code_is(code, i, "0")) wb_mutant_replace(search, i, "1");
    if (wb_code_is(code, i, "1") || wb_code_is(code, i, "2")) wb_mutant_replace(search, i, "0");
  }
}

/* ---- fences ---- */

static bool is_fence(const struct wb_code *code, size_t at) {
  static const char *const FLAGS[] = {"CLK_LOCAL_MEM_FENCE", "CLK_GLOBAL_MEM_FENCE"};
  return wb_code_is_mutable(code, at) && WB_CODE_IS_ONE_OF(code, at, FLAGS);
}

/* One of two flags is left out; one alone becomes the other, or none. */
void wb_mutants_of_fences(struct wb_mutant_search *search) {
  const struct wb_code *code = search->code;
  for (size_t i = 0; i < code->n_tokens; i++) {
    if (!is_fence(code, i)) continue;
    if (wb_code_is(code, i + 1, "|")) {
      wb_mutant_remove(search, i, i + 2);
    } else if (i > 0 && wb_code_is(code, i - 1, "|")) {
      wb_mutant_add(search, wb_code_end(code, i - 2), wb_code_end(code, i), "");
    } else {
      wb_mutant_replace(search, i,
                        wb_code_is(code, i, "CLK_LOCAL_MEM_FENCE") ? "CLK_GLOBAL_MEM_FENCE"
                                                                   : "CLK_LOCAL_MEM_FENCE");
      wb_mutant_replace(search, i, "0");
    }
  }
}

void wb_mutants_of_orders(struct wb_mutant_search *search) {
  static const struct wb_mutant_swap SWAPS[] = {
      {"memory_order_seq_cst", "memory_order_acq_rel"},
      {"memory_order_seq_cst", "memory_order_relaxed"},
      {"memory_order_acq_rel", "memory_order_acquire"},
      {"memory_order_acq_rel", "memory_order_release"},
      {"memory_order_acquire", "memory_order_relaxed"},
      {"memory_order_release", "memory_order_relaxed"},
      {"memory_scope_all_svm_devices", "memory_scope_device"},
      {"memory_scope_all_devices", "memory_scope_device"},
      {"memory_scope_device", "memory_scope_work_group"},
      {"memory_scope_work_group", "memory_scope_work_item"},
      {NULL, NULL}};
  wb_mutant_swap_words(search, SWAPS);
}

/* ---- atomics ---- */

/* A plain form of an atomic function: of its arguments 1 is the place and 2 what is brought.
 * What it gives back is the old value, as far as `value` has it: where only a statement can say
 * it, `value` is NULL. */
struct plain_form {
  const char *stem; /* of atomic_STEM, atom_STEM and atomic_fetch_STEM */
  size_t arguments;
  const char *statement, *value;
};

static const struct plain_form *plain_form_of(const struct wb_token *name) {
  static const struct plain_form FORMS[] = {
      {"add", 2, "*(1) += 2", "(*(1) += 2) - (2)"},
      {"sub", 2, "*(1) -= 2", "(*(1) -= 2) + (2)"},
      {"inc", 1, "(*(1))++", "(*(1))++"},
      {"dec", 1, "(*(1))--", "(*(1))--"},
      {"min", 2, "*(1) = min(*(1), 2)", NULL},
      {"max", 2, "*(1) = max(*(1), 2)", NULL},
      {"and", 2, "*(1) &= 2", NULL},
      {"or", 2, "*(1) |= 2", NULL},
      {"xor", 2, "*(1) ^= 2", "(*(1) ^= 2) ^ (2)"},
      {"xchg", 2, "*(1) = 2", NULL},
      {"store", 2, "*(1) = 2", NULL},
      {"load", 1, "*(1)", "*(1)"},
  };
  static const char *const PREFIXES[] = {"atomic_fetch_", "atomic_", "atom_"};
  for (size_t p = 0; p < sizeof PREFIXES / sizeof PREFIXES[0]; p++) {
    const size_t length = strlen(PREFIXES[p]);
    if (name->length <= length || memcmp(name->text, PREFIXES[p], length) != 0) continue;
    const struct wb_token stem = {.text = name->text + length, .length = name->length - length};
    for (size_t i = 0; i < sizeof FORMS / sizeof FORMS[0]; i++)
      if (wb_token_is(&stem, FORMS[i].stem)) return &FORMS[i];
  }
  return NULL;
}

static void add_plain_form(struct wb_str *out, const struct wb_code *code, const char *form,
                           const struct wb_code_range *arguments) {
  for (; *form != '\0'; form++) {
    if (*form == '1' || *form == '2')
      wb_str_addf(out, "%.*s", WB_CODE_TEXT(code, arguments[*form - '1']));
    else
      wb_str_add_char(out, *form);
  }
}

static void make_plain(struct wb_mutant_search *search, size_t at, const struct plain_form *form) {
  const struct wb_code *code = search->code;
  const struct wb_statement *statement = &code->statements[code->owner[at]];
  const struct wb_code_range call = {at, code->partner[at + 1] + 1};
  const bool whole = statement->kind == WB_STATEMENT_EXPRESSION &&
                     statement->tokens.first == call.first && statement->tokens.end == call.end + 1;
  const char *wanted = whole ? form->statement : form->value;
  struct wb_code_range arguments[2];
  struct wb_str replacement;
  if (wanted == NULL || wb_code_arguments(code, at + 1, arguments, 2) != form->arguments) return;
  wb_str_init(&replacement);
  if (!whole) wb_str_add_char(&replacement, '(');
  add_plain_form(&replacement, code, wanted, arguments);
  if (!whole) wb_str_add_char(&replacement, ')');
  wb_mutant_replace_range(search, &call, "%s", replacement.data);
  wb_str_release(&replacement);
}

void wb_mutants_of_atomics(struct wb_mutant_search *search) {
  const struct wb_code *code = search->code;
  for (size_t i = 0; i < code->n_tokens; i++) {
    if (!wb_code_is_mutable(code, i) || !wb_code_is_name(code, i) || !wb_code_is(code, i + 1, "("))
      continue;
    const struct plain_form *form = plain_form_of(&code->tokens[i]);
    if (form != NULL) make_plain(search, i, form);
  }
}

/* ---- local memory ---- */

/* A pointer to local memory stays one: only what lies there itself can be private. */
void wb_mutants_of_local_memory(struct wb_mutant_search *search) {
  static const char *const WORDS[] = {"__local", "local"};
  const struct wb_code *code = search->code;
  for (size_t i = 0; i < code->n_tokens; i++) {
    if (!wb_code_is_mutable(code, i) || !(WB_CODE_IS_ONE_OF(code, i, WORDS))) continue;
    const struct wb_statement *statement = &code->statements[code->owner[i]];
    bool pointer = statement->kind != WB_STATEMENT_DECLARATION;
    for (size_t k = i; k < statement->tokens.end && !pointer; k++)
      pointer = wb_code_is(code, k, "*") && !wb_code_is_binary(code, k);
    if (!pointer) wb_mutant_remove(search, i, i + 1);
  }
}
