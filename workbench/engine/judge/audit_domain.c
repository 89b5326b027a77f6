/* What of a puzzle's domain no case reaches: what a kernel gets wrong there, no run shows. And what
 * cases have beyond it, where no kernel needs to be right. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "base/str.h"
#include "judge/audit.h"
#include "script/puzzle.h"

/* Where narrow types and usual tiles end. */
static const double MARKS[] = {65535, 32767, 255, 127};
enum { N_MARKS = sizeof MARKS / sizeof MARKS[0] };

/* ---- sizes ---- */

/* The greatest mark that the domain goes beyond, and no case does; 0: there is none. */
static double mark_not_passed(const struct wb_domain_reach *reach) {
  for (int i = 0; i < N_MARKS; i++)
    if (reach->high > MARKS[i] && reach->most <= MARKS[i]) return MARKS[i];
  return 0;
}

static void look_at_size(struct wb_audited *audited, const struct wb_domain_reach *reach) {
  const double mark = mark_not_passed(reach);
  if (mark > 0)
    wb_puzzle_audit_remark(audited->audit, WB_AUDIT_SIZE_RANGE, SIZE_MAX, reach->name, NULL,
                           "no case, drawn ones included, has '%s' above %.0f, though the domain "
                           "goes to %.0f",
                           reach->name, reach->most, reach->high);
  else if (reach->least > reach->low)
    wb_puzzle_audit_remark(audited->audit, WB_AUDIT_SIZE_RANGE, SIZE_MAX, reach->name, NULL,
                           "no case, drawn ones included, has '%s' below %.0f, though the domain "
                           "begins at %.0f",
                           reach->name, reach->least, reach->low);
}

static void look_at_groups(struct wb_audited *audited, const struct wb_domain_reach *reach) {
  if (2 * reach->most > reach->high) return;
  wb_puzzle_audit_remark(audited->audit, WB_AUDIT_SIZE_RANGE, SIZE_MAX, reach->name, NULL,
                         "no case, drawn ones included, has more than %.0f work-items in %s, "
                         "though the domain goes to %.0f",
                         reach->most, reach->name, reach->high);
}

/* ---- values ---- */

/* Between which numbers an array lies in the puzzle's cases. */
static void find_ends(const struct wb_audited *audited, size_t param, double ends[2]) {
  ends[0] = INFINITY;
  ends[1] = -INFINITY;
  for (size_t c = 0; c < audited->puzzle->n_cases; c++) {
    const struct wb_tensor *tensor = &audited->cases[c]->args[param].before;
    for (size_t i = 0; i < wb_tensor_count(tensor); i++)
      for (unsigned lane = 0; lane < tensor->type.lanes; lane++) {
        ends[0] = fmin(ends[0], wb_tensor_get(tensor, i, lane));
        ends[1] = fmax(ends[1], wb_tensor_get(tensor, i, lane));
      }
  }
}

static void look_at_values(struct wb_audited *audited, size_t param) {
  const struct wb_param *of = &audited->puzzle->params[param];
  const bool is_float = wb_scalar_is_float(of->type.scalar);
  double ends[2];
  char *suggestion;
  find_ends(audited, param, ends);
  if (ends[0] > ends[1]) return;
  const bool unsigned_only = ends[0] >= 0 && wb_scalar_is_signed(of->type.scalar);
  const bool small = !is_float && wb_scalar_size(of->type.scalar) > 1 && ends[1] <= 127;
  if (!unsigned_only && !small) return;
  suggestion = wb_format("Declare in the domain what it may hold: values = { %s = %s }", of->name,
                         is_float ? "\"any but NaN\"" : "\"any\"");
  wb_puzzle_audit_remark(audited->audit, WB_AUDIT_VALUE_RANGE, SIZE_MAX, of->name, suggestion,
                         "no case, drawn ones included, has a number in '%s' that is not from %g "
                         "to %g",
                         of->name, ends[0], ends[1]);
  free(suggestion);
}

/* ---- no domain ---- */

static void suggest_values(const struct wb_audited *audited, struct wb_str *out) {
  const char *between = "";
  wb_str_add(out, ", values = {");
  for (size_t i = 0; i < audited->puzzle->n_params; i++) {
    double ends[2];
    if (!wb_param_has_input(audited->puzzle->params[i].kind)) continue;
    find_ends(audited, i, ends);
    if (ends[0] > ends[1]) continue;
    wb_str_addf(out, "%s %s = { %g, %g }", between, audited->puzzle->params[i].name, ends[0],
                ends[1]);
    between = ",";
  }
  wb_str_add(out, " }");
}

static void suggest_domain(struct wb_audited *audited, const struct wb_domain_reach *reaches,
                           size_t count) {
  struct wb_str text, sizes;
  wb_str_init(&text);
  wb_str_init(&sizes);
  wb_str_add(&text,
             "Declare for which sizes and values a kernel must be right, and more of them "
             "than the cases have: domain = { sizes = {");
  for (size_t i = 0; i < count; i++) {
    const char *between = i > 0 ? "," : "";
    wb_str_addf(&text, "%s %s = { %.0f, %.0f }", between, reaches[i].name, reaches[i].least,
                reaches[i].most);
    wb_str_addf(&sizes, "%s '%s' goes from %.0f to %.0f", between, reaches[i].name,
                reaches[i].least, reaches[i].most);
  }
  wb_str_add(&text, " }, [\"local\"] = { { 1, 256 } }, global = { … }");
  suggest_values(audited, &text);
  wb_str_add(&text, " }");
  wb_puzzle_audit_remark(audited->audit, WB_AUDIT_SIZE_RANGE, SIZE_MAX, NULL, text.data,
                         "the spec declares no domain, and in its cases%s", sizes.data);
  wb_str_release(&text);
  wb_str_release(&sizes);
}

/* ---- cases outside of it ---- */

static enum wb_status look_at_case(struct wb_audited *audited, size_t index, struct wb_error *err) {
  const struct wb_case *made = audited->cases[index];
  struct wb_names outside = {0};
  const enum wb_status status = wb_puzzle_place_case(audited->puzzle, index, made, &outside, err);
  for (size_t i = 0; i < outside.count; i++)
    wb_puzzle_audit_remark(audited->audit, WB_AUDIT_CASE_OUTSIDE, index, NULL, NULL,
                           "case \"%s\" lies outside of the domain: %s", made->name,
                           outside.items[i]);
  wb_names_release(&outside);
  return status;
}

/* ---- all of it ---- */

enum wb_status wb_audit_domain(struct wb_audited *audited, struct wb_error *err) {
  const struct wb_case_source *source = &audited->job->cases;
  const struct wb_puzzle *puzzle = audited->puzzle;
  struct wb_domain_reach reaches[WB_DOMAIN_MAX_REACHES];
  enum wb_status status = WB_OK;
  for (size_t i = 0; i < puzzle->n_cases && status == WB_OK; i++)
    status = look_at_case(audited, i, err);
  if (puzzle->is_host) return status;
  if (status == WB_OK && puzzle->domain != NULL && source->draw != NULL)
    status = source->draw(source->data, err);
  if (status != WB_OK) return status;
  const size_t count = puzzle->domain != NULL ? wb_puzzle_domain_reach(puzzle, reaches)
                                              : wb_puzzle_cases_reach(puzzle, reaches);
  if (puzzle->domain == NULL && count > 0) suggest_domain(audited, reaches, count);
  for (size_t i = 0; puzzle->domain != NULL && i < count; i++)
    if (reaches[i].part == WB_DOMAIN_SIZE)
      look_at_size(audited, &reaches[i]);
    else
      look_at_groups(audited, &reaches[i]);
  for (size_t i = 0; i < puzzle->n_params; i++)
    if (wb_puzzle_is_filled(puzzle, i)) look_at_values(audited, i);
  return WB_OK;
}
