/* How the cases of a puzzle differ: what no two of them tell apart, no run does. */
#include <stdlib.h>
#include <string.h>

#include "judge/audit.h"

static bool is_array(enum wb_param_kind kind) {
  return kind != WB_PARAM_SCALAR && kind != WB_PARAM_LOCAL;
}

/* What a kernel gets of a parameter; NULL: nothing that is the same for all launches. */
static const struct wb_tensor *given_of(const struct wb_puzzle *puzzle, const struct wb_case *made,
                                        size_t i) {
  const enum wb_param_kind kind = puzzle->params[i].kind;
  return wb_param_has_input(kind) || kind == WB_PARAM_SCALAR ? &made->args[i].before : NULL;
}

static const struct wb_tensor *shape_of(const struct wb_puzzle *puzzle, const struct wb_case *made,
                                        size_t i) {
  return puzzle->params[i].kind == WB_PARAM_OUTPUT ? &made->args[i].expected
                                                   : &made->args[i].before;
}

static bool same_content(const struct wb_tensor *a, const struct wb_tensor *b) {
  return wb_dtype_equal(a->type, b->type) && wb_shape_equal(&a->shape, &b->shape) &&
         memcmp(a->data, b->data, wb_tensor_bytes(a)) == 0;
}

static bool has_arrays(const struct wb_puzzle *puzzle) {
  bool has = false;
  for (size_t i = 0; i < puzzle->n_params; i++) has |= is_array(puzzle->params[i].kind);
  return has;
}

static bool same_sizes(const struct wb_puzzle *puzzle, const struct wb_case *a,
                       const struct wb_case *b) {
  for (size_t i = 0; i < puzzle->n_params; i++)
    if (is_array(puzzle->params[i].kind) &&
        !wb_shape_equal(&shape_of(puzzle, a, i)->shape, &shape_of(puzzle, b, i)->shape))
      return false;
  return true;
}

static bool same_launch(const struct wb_case *a, const struct wb_case *b) {
  bool same = a->dimensions == b->dimensions && a->n_stages == b->n_stages;
  for (unsigned d = 0; d < a->dimensions && same; d++)
    same = a->global[d] == b->global[d] && a->local[d] == b->local[d];
  return same;
}

static bool same_data(const struct wb_puzzle *puzzle, const struct wb_case *a,
                      const struct wb_case *b) {
  for (size_t i = 0; i < puzzle->n_params; i++) {
    const struct wb_tensor *one = given_of(puzzle, a, i), *other = given_of(puzzle, b, i);
    if (one != NULL && !same_content(one, other)) return false;
  }
  return true;
}

/* ---- pairs of cases -------------------------------------------------------------------- */

/* A hidden case is one that a kernel does not see coming: it has other sizes and another launch
 * than each visible one. */
static void look_at_hidden(struct wb_audited *audited, size_t hidden) {
  const struct wb_case *made = audited->cases[hidden];
  bool sizes = false, launch = false;
  for (size_t i = 0; i < audited->puzzle->n_cases; i++) {
    const struct wb_case *visible = audited->cases[i];
    if (!visible->visible) continue;
    if (!sizes && has_arrays(audited->puzzle) && same_sizes(audited->puzzle, made, visible)) {
      wb_puzzle_audit_remark(audited->audit, WB_AUDIT_SAME_SIZE, hidden, NULL, NULL,
                             "the hidden case \"%s\" has the sizes of the visible case \"%s\"",
                             made->name, visible->name);
      sizes = true;
    }
    if (!launch && made->dimensions > 0 && same_launch(made, visible)) {
      wb_puzzle_audit_remark(audited->audit, WB_AUDIT_SAME_LAUNCH, hidden, NULL, NULL,
                             "the hidden case \"%s\" has the launch of the visible case \"%s\"",
                             made->name, visible->name);
      launch = true;
    }
  }
}

static void look_for_twins(struct wb_audited *audited, size_t index) {
  const struct wb_case *made = audited->cases[index];
  for (size_t i = 0; i < index; i++) {
    const struct wb_case *other = audited->cases[i];
    if (!same_sizes(audited->puzzle, made, other) || !same_launch(made, other) ||
        !same_data(audited->puzzle, made, other))
      continue;
    wb_puzzle_audit_remark(audited->audit, WB_AUDIT_SAME_CASE, index, NULL, NULL,
                           "the case \"%s\" is the case \"%s\" once more", made->name, other->name);
    return;
  }
}

/* ---- pairs of parameters --------------------------------------------------------------- */

static const struct wb_tensor *wanted_of(const struct wb_puzzle *puzzle, const struct wb_case *made,
                                         size_t i) {
  return wb_param_is_judged(puzzle->params[i].kind) ? &made->args[i].expected
                                                    : given_of(puzzle, made, i);
}

static bool comparable(const struct wb_param *a, const struct wb_param *b) {
  if (a->kind == WB_PARAM_LOCAL || b->kind == WB_PARAM_LOCAL) return false;
  return wb_param_is_judged(a->kind) == wb_param_is_judged(b->kind) &&
         (a->kind == WB_PARAM_SCALAR) == (b->kind == WB_PARAM_SCALAR);
}

/* Whether launches of a case give a scalar values of their own. */
static bool varies_by_launch(const struct wb_audited *audited, size_t index) {
  for (size_t c = 0; c < audited->puzzle->n_cases; c++)
    for (size_t s = 0; s < audited->cases[c]->n_stages; s++) {
      const struct wb_case_stage *stage = &audited->cases[c]->stages[s];
      for (size_t i = 0; i < stage->n_args; i++)
        if (stage->args[i].param == index && stage->args[i].has_value) return true;
    }
  return false;
}

/* Whoever mistakes one for the other is never found out. */
static void look_for_doubles(struct wb_audited *audited, size_t a, size_t b) {
  const struct wb_puzzle *puzzle = audited->puzzle;
  bool same = comparable(&puzzle->params[a], &puzzle->params[b]) && !varies_by_launch(audited, a) &&
              !varies_by_launch(audited, b);
  for (size_t i = 0; i < puzzle->n_cases && same; i++)
    same = same_content(wanted_of(puzzle, audited->cases[i], a),
                        wanted_of(puzzle, audited->cases[i], b));
  if (same)
    wb_puzzle_audit_remark(audited->audit, WB_AUDIT_SAME_EVERYWHERE, SIZE_MAX,
                           puzzle->params[b].name, NULL,
                           "'%s' and '%s' hold the same in every case: no case tells them apart",
                           puzzle->params[a].name, puzzle->params[b].name);
}

static void look_for_constant(struct wb_audited *audited, size_t index) {
  const struct wb_puzzle *puzzle = audited->puzzle;
  const struct wb_tensor *first = &audited->cases[0]->args[index].before;
  bool same = puzzle->n_cases > 1 && puzzle->params[index].kind == WB_PARAM_SCALAR &&
              !varies_by_launch(audited, index);
  char value[64];
  for (size_t i = 1; i < puzzle->n_cases && same; i++)
    same = same_content(first, &audited->cases[i]->args[index].before);
  if (!same) return;
  wb_tensor_format(first, 0, value, sizeof value);
  wb_puzzle_audit_remark(audited->audit, WB_AUDIT_NEVER_VARIES, SIZE_MAX,
                         puzzle->params[index].name, NULL,
                         "'%s' is %s in every case: a kernel that has the number in it is accepted",
                         puzzle->params[index].name, value);
}

/* ---- groups ---------------------------------------------------------------------------- */

/* A case that says no group counts in the last one, which may not be what was meant. */
static void look_for_group(struct wb_audited *audited, size_t index) {
  const struct wb_puzzle *puzzle = audited->puzzle;
  if (puzzle->n_groups == 0 || puzzle->case_groups[index] > 0) return;
  wb_puzzle_audit_remark(audited->audit, WB_AUDIT_GROUP_CASES, index, NULL, NULL,
                         "the case \"%s\" is in no group, and counts in the last one, \"%s\"",
                         audited->cases[index]->name, puzzle->groups[puzzle->n_groups - 1].name);
}

/* In a student's pack all of its cases may be hidden ones. */
static void look_for_cases(struct wb_audited *audited, uint32_t group) {
  const struct wb_puzzle *puzzle = audited->puzzle;
  const char *name = puzzle->groups[group - 1].name;
  bool has = puzzle->left_out > 0 || (puzzle->domain != NULL && puzzle->drawn_group == group);
  for (size_t i = 0; i < puzzle->n_cases; i++) has |= wb_puzzle_case_group(puzzle, i) == group;
  if (!has)
    wb_puzzle_audit_remark(audited->audit, WB_AUDIT_GROUP_CASES, SIZE_MAX, name, NULL,
                           "the group \"%s\" has no case, and its points count for nothing", name);
}

void wb_audit_cases(struct wb_audited *audited) {
  const struct wb_puzzle *puzzle = audited->puzzle;
  size_t hidden = 0;
  for (size_t i = 0; i < puzzle->n_cases; i++) {
    hidden += !audited->cases[i]->visible;
    if (!audited->cases[i]->visible) look_at_hidden(audited, i);
    look_for_twins(audited, i);
    look_for_group(audited, i);
  }
  for (uint32_t group = 1; group <= puzzle->n_groups; group++) look_for_cases(audited, group);
  if (hidden == 0)
    wb_puzzle_audit_remark(
        audited->audit, WB_AUDIT_NO_HIDDEN_CASE, SIZE_MAX, NULL, NULL,
        "no case is hidden: a kernel that has the visible outputs in it is accepted");
  for (size_t a = 0; a < puzzle->n_params; a++) {
    look_for_constant(audited, a);
    for (size_t b = a + 1; b < puzzle->n_params; b++) look_for_doubles(audited, a, b);
  }
}
