/* Mutants of how large something may be: what a narrow type has no room for, and what is cut off.
 * Those that the puzzle's domain proves right are marked so (mutant_range.h). */
#include <stdio.h>
#include <string.h>

#include "authoring/mutant_operators.h"
#include "authoring/mutant_range.h"

/* ---- narrower types ---- */

/* The wider one first: what does not go into it does not go into the other. A text that declares a
 * `half` would need an extension; _Float16 is the same type. */
static const struct {
  const char *type, *narrower[2];
} NARROWER[] = {{"int", {"short", "char"}},
                {"uint", {"ushort", "uchar"}},
                {"size_t", {"ushort"}},
                {"double", {"float"}},
                {"float", {"_Float16"}}};

static void narrow(struct wb_mutant_search *search, const struct wb_statement *statement,
                   size_t type, const char *const narrower[2]) {
  const struct wb_number_range range =
      wb_mutant_range_of_declared(search->code, search->domain, statement);
  for (int i = 0; i < 2 && narrower[i] != NULL; i++) {
    search->fits = wb_number_range_fits_type(&range, narrower[i]);
    wb_mutant_replace(search, type, narrower[i]);
    if (range.known && !search->fits) break;
  }
  search->fits = false;
}

/* An index that is worked out in its brackets has no variable that could be narrower: a row's
 * number times its width. Only where the domain says how large it becomes. */
static void narrow_index(struct wb_mutant_search *search, size_t bracket) {
  const struct wb_code *code = search->code;
  const struct wb_code_range index = {bracket + 1, code->partner[bracket]};
  const struct wb_number_range range = wb_mutant_range_of(code, search->domain, &index);
  search->fits = wb_number_range_fits_type(&range, "ushort");
  if (range.known)
    wb_mutant_replace_range(search, &index, "(ushort)(%.*s)", WB_CODE_TEXT(code, index));
  search->fits = false;
}

void wb_mutants_of_narrow_types(struct wb_mutant_search *search) {
  const struct wb_code *code = search->code;
  for (size_t i = 0; i < code->n_statements && search->domain->declared; i++) {
    const struct wb_statement *statement = &code->statements[i];
    const size_t type = wb_code_declared_type(code, statement);
    for (size_t k = 0; k < sizeof NARROWER / sizeof NARROWER[0] && type != WB_CODE_NONE; k++)
      if (wb_code_is(code, type, NARROWER[k].type))
        narrow(search, statement, type, NARROWER[k].narrower);
  }
  for (size_t i = 1; i < code->n_tokens && search->domain->declared; i++)
    if (wb_code_is_mutable(code, i) && wb_code_is(code, i, "[") && wb_code_is_name(code, i - 1) &&
        code->partner[i] > i + 2)
      narrow_index(search, i);
}

/* ---- limits ---- */

static const int LIMITS[] = {16, 64, 256, 1024, 65535};
enum { N_LIMITS = sizeof LIMITS / sizeof LIMITS[0], USUAL_LIMIT = 1 };

/* The largest that cuts something off; -1: none does. */
static int limit_below(const struct wb_number_range *range) {
  int limit = N_LIMITS - 1;
  if (!range->known) return USUAL_LIMIT;
  while (limit >= 0 && LIMITS[limit] >= range->high) limit--;
  return limit;
}

/* A number that `min` takes beside a value of that type; false: of no type that it takes. */
static bool write_limit(const struct wb_token *type, int limit, char out[32]) {
  static const struct {
    const char *type, *format;
    int most;
  } FORMS[] = {
      {"int", "%d", 65535},          {"uint", "%du", 65535},       {"size_t", "(size_t)%d", 65535},
      {"ulong", "(ulong)%d", 65535}, {"long", "(long)%d", 65535},  {"float", "%d.0f", 65535},
      {"double", "%d.0", 65535},     {"short", "(short)%d", 1024}, {"ushort", "(ushort)%d", 1024},
      {"char", "(char)%d", 64},      {"uchar", "(uchar)%d", 64}};
  for (size_t i = 0; i < sizeof FORMS / sizeof FORMS[0]; i++) {
    if (!wb_token_is(type, FORMS[i].type)) continue;
    while (LIMITS[limit] > FORMS[i].most) limit--;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    snprintf(out, 32, FORMS[i].format, LIMITS[limit]);
#pragma GCC diagnostic pop
    return true;
  }
  return false;
}

static void cap(struct wb_mutant_search *search, const struct wb_code_range *what,
                const struct wb_token *type, const struct wb_number_range *range) {
  const int limit = limit_below(range);
  char number[32];
  if (limit < 0 || !write_limit(type, limit, number)) return;
  wb_mutant_replace_range(search, what, "min(%.*s, %s)", WB_CODE_TEXT(search->code, *what), number);
}

/* A name, or a size of the launch: what is compared with has its type. */
static const struct wb_token *type_of_size(const struct wb_code *code,
                                           const struct wb_code_range *operand) {
  static const struct wb_token SIZE = {.kind = WB_TOKEN_NAME, .text = "size_t", .length = 6};
  static const char *const QUERIES[] = {"get_global_size", "get_local_size", "get_num_groups"};
  const size_t first = operand->first;
  if (operand->end == first + 4 && WB_CODE_IS_ONE_OF(code, first, QUERIES)) return &SIZE;
  if (operand->end != first + 1 || !wb_code_is_name(code, first)) return NULL;
  const size_t type = wb_code_type_of_name(code, &code->tokens[first]);
  return type != WB_CODE_NONE ? &code->tokens[type] : NULL;
}

/* What stands on the right of a comparison is a size as a rule: its left is what counts up to it.
 */
static void cap_compared(struct wb_mutant_search *search, size_t sign) {
  static const char *const ENDS[] = {"&&", "||", "<", ">", "<=", ">=", "==", "!=", "&", "|", "^"};
  const struct wb_code *code = search->code;
  const struct wb_code_range right =
      wb_code_operand_after(code, sign, ENDS, sizeof ENDS / sizeof ENDS[0]);
  const struct wb_token *type = type_of_size(code, &right);
  if (type == NULL) return;
  const struct wb_number_range range = wb_mutant_range_of(code, search->domain, &right);
  cap(search, &right, type, &range);
}

/* "a[i] > 0": beside a number a limit does not show. */
static bool is_beside_number(const struct wb_code *code, size_t end) {
  static const char *const COMPARISONS[] = {"<", ">", "<=", ">=", "==", "!="};
  return WB_CODE_IS_ONE_OF(code, end, COMPARISONS) && end + 1 < code->n_tokens &&
         code->tokens[end + 1].kind == WB_TOKEN_NUMBER;
}

/* Whether what stands there takes an element's value, and no more. */
static bool is_read(const struct wb_code *code, const struct wb_code_range *element) {
  static const char *const BEHIND[] = {"=",  "+=", "-=", "*=",  "/=",  "%=", "&=", "|=",
                                       "^=", "++", "--", "<<=", ">>=", "[",  ".",  "->"};
  static const char *const BEFORE[] = {"&", "++", "--"};
  return !(WB_CODE_IS_ONE_OF(code, element->end, BEHIND)) &&
         (!(WB_CODE_IS_ONE_OF(code, element->first - 1, BEFORE)) ||
          wb_code_is_binary(code, element->first - 1));
}

/* Each way in which an element is named, once: where it is read, if the domain says what it holds.
 */
static void cap_element(struct wb_mutant_search *search, size_t name) {
  const struct wb_code *code = search->code;
  const struct wb_code_range element = {name, code->partner[name + 1] + 1};
  const size_t type = wb_code_type_of_name(code, &code->tokens[name]);
  const struct wb_number_range range = wb_mutant_range_of_elements(code, search->domain, name);
  if (range.known && type != WB_CODE_NONE && is_read(code, &element) &&
      !is_beside_number(code, element.end))
    cap(search, &element, &code->tokens[type], &range);
}

void wb_mutants_of_caps(struct wb_mutant_search *search) {
  static const char *const COMPARISONS[] = {"<", ">", "<=", ">=", "!="};
  const struct wb_code *code = search->code;
  for (size_t i = 1; i < code->n_tokens && search->domain->declared; i++) {
    if (!wb_code_is_mutable(code, i)) continue;
    if (WB_CODE_IS_ONE_OF(code, i, COMPARISONS) && wb_code_is_binary(code, i))
      cap_compared(search, i);
    if (wb_code_is_name(code, i) && wb_code_is(code, i + 1, "[")) cap_element(search, i);
  }
}
