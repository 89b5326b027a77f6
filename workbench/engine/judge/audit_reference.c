/* Whether what is called right is to be relied on: the reference says the same twice, has no NaN,
 * and agrees with the second one; and the tolerance suits what rounding does to it.
 *
 * What rounding does is measured: each input of a float type is moved by the smallest step that its
 * type has, up or down, and the reference computes again. That is what one rounding of each product
 * does, however many there are and however they cancel. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "judge/audit.h"
#include "judge/case_compare.h"
#include "judge/case_printed.h"
#include "judge/preview.h"
#include "script/bounds.h"
#include "tensor/deviation.h"
#include "tensor/fill.h"

enum {
  ROUNDS = 3, /* of inputs that are moved */
  /* A sum of k products that are rounded one after the other is off by more than one rounding of
   * each of them: so many times as much at most, in the orders that kernels add in. */
  MARGIN = 4
};

/* ---- copies ---------------------------------------------------------------------------- */

/* A case with the same arguments, for other results; freed with release_copy. */
static enum wb_status copy_case(const struct wb_audited *audited, const struct wb_case *made,
                                struct wb_case *copy, struct wb_error *err) {
  enum wb_status status = WB_OK;
  *copy = *made;
  copy->others = 0;
  wb_names_init(&copy->printed);
  copy->args = wb_alloc(made->n_args * sizeof *copy->args);
  for (size_t i = 0; i < made->n_args && status == WB_OK; i++) {
    const enum wb_param_kind kind = audited->puzzle->params[i].kind;
    copy->args[i] = made->args[i];
    copy->args[i].before.data = copy->args[i].expected.data = NULL;
    if (made->args[i].before.data != NULL)
      status = wb_tensor_copy(&copy->args[i].before, &made->args[i].before, err);
    if (status == WB_OK && wb_param_is_judged(kind))
      status = wb_tensor_copy(&copy->args[i].expected, &made->args[i].expected, err);
  }
  return status;
}

static void release_copy(struct wb_case *copy) {
  for (size_t i = 0; copy->args != NULL && i < copy->n_args; i++) {
    wb_tensor_release(&copy->args[i].before);
    wb_tensor_release(&copy->args[i].expected);
  }
  wb_names_release(&copy->printed);
  free(copy->args);
}

static enum wb_status refer(const struct wb_audited *audited, size_t index, bool second,
                            struct wb_case *copy, struct wb_error *err) {
  return audited->job->refer(audited->job->cases.data, index, second, copy, err);
}

/* ---- once more -------------------------------------------------------------------------- */

/* The first element whose bytes differ; SIZE_MAX: none. */
static size_t first_difference(const struct wb_tensor *a, const struct wb_tensor *b) {
  const size_t size = wb_dtype_size(a->type), count = wb_tensor_count(a);
  for (size_t i = 0; i < count; i++)
    if (memcmp((const char *)a->data + i * size, (const char *)b->data + i * size, size) != 0)
      return i;
  return SIZE_MAX;
}

static void remark_difference(struct wb_audited *audited, enum wb_audit_kind kind, size_t index,
                              size_t output, const struct wb_tensor *other, size_t at,
                              const char *words) {
  const struct wb_case *made = audited->cases[index];
  const struct wb_tensor *expected = &made->args[output].expected;
  const char *name = audited->puzzle->params[output].name;
  char *position = wb_preview_position(&expected->shape, at);
  char *first = wb_preview_text(expected, at), *second = wb_preview_text(other, at);
  wb_puzzle_audit_remark(audited->audit, kind, index, name, NULL,
                         "case \"%s\": %s%s is %s by the reference, %s %s", made->name, name,
                         position, first, words, second);
  free(position);
  free(first);
  free(second);
}

/* The lines of the copy, against those of the reference: exactly, or as the judge compares. */
static void remark_lines(struct wb_audited *audited, enum wb_audit_kind kind, size_t index,
                         const struct wb_case *copy, const char *words) {
  const struct wb_case *made = audited->cases[index];
  const struct wb_names *lines = &made->printed, *others = &copy->printed;
  size_t at = 0;
  while (at < lines->count && at < others->count &&
         strcmp(lines->items[at], others->items[at]) == 0)
    at++;
  const char *line = at < lines->count ? lines->items[at] : "";
  const char *other = at < others->count ? others->items[at] : "";
  wb_puzzle_audit_remark(audited->audit, kind, index, NULL, NULL,
                         "case \"%s\": printed line %zu is \"%s\" by the reference, %s \"%s\"",
                         made->name, at + 1, line, words, other);
}

static bool same_lines(const struct wb_names *a, const struct wb_names *b) {
  bool same = a->count == b->count;
  for (size_t i = 0; i < a->count && same; i++) same = strcmp(a->items[i], b->items[i]) == 0;
  return same;
}

static enum wb_status repeat_reference(struct wb_audited *audited, size_t index,
                                       struct wb_case *copy, struct wb_error *err) {
  const struct wb_case *made = audited->cases[index];
  enum wb_status status = refer(audited, index, false, copy, err);
  for (size_t i = 0; i < made->n_args && status == WB_OK; i++) {
    if (!wb_param_is_judged(audited->puzzle->params[i].kind)) continue;
    const size_t at = first_difference(&made->args[i].expected, &copy->args[i].expected);
    if (at != SIZE_MAX)
      remark_difference(audited, WB_AUDIT_NOT_REPEATABLE, index, i, &copy->args[i].expected, at,
                        "and when it is asked again");
  }
  if (status == WB_OK && !same_lines(&made->printed, &copy->printed))
    remark_lines(audited, WB_AUDIT_NOT_REPEATABLE, index, copy, "and when it is asked again");
  return status;
}

static enum wb_status ask_second(struct wb_audited *audited, size_t index, struct wb_case *copy,
                                 struct wb_error *err) {
  const struct wb_case *made = audited->cases[index];
  if (!audited->puzzle->has_second_reference) return WB_OK;
  enum wb_status status = refer(audited, index, true, copy, err);
  for (size_t i = 0; i < made->n_args && status == WB_OK; i++) {
    const struct wb_case_arg *arg = &made->args[i];
    const struct wb_tensor *other = &copy->args[i].expected;
    struct wb_comparison comparison;
    bool fits = true;
    if (!wb_param_is_judged(audited->puzzle->params[i].kind)) continue;
    status = wb_case_output_fits(audited->puzzle, made, i, other, &fits, err);
    if (status != WB_OK || fits) continue;
    wb_tensor_compare(&arg->expected, other, &arg->tolerance, &comparison);
    remark_difference(audited, WB_AUDIT_SECOND_REFERENCE, index, i, other,
                      comparison.equal ? 0 : comparison.first, "and by the second one");
  }
  if (status == WB_OK && !wb_case_lines_fit(audited->puzzle, made, &copy->printed))
    remark_lines(audited, WB_AUDIT_SECOND_REFERENCE, index, copy, "and by the second one");
  return status;
}

static void look_for_nan(struct wb_audited *audited, size_t index, size_t output) {
  const struct wb_case *made = audited->cases[index];
  const struct wb_tensor *expected = &made->args[output].expected;
  const size_t count = wb_tensor_count(expected);
  const char *name = audited->puzzle->params[output].name;
  for (size_t i = 0; i < count; i++) {
    bool is_nan = false;
    for (unsigned lane = 0; lane < expected->type.lanes; lane++)
      is_nan |= isnan(wb_tensor_get(expected, i, lane)) != 0;
    if (!is_nan) continue;
    char *position = wb_preview_position(&expected->shape, i);
    wb_puzzle_audit_remark(audited->audit, WB_AUDIT_NAN, index, name, NULL,
                           "case \"%s\": the reference gives a NaN for %s%s", made->name, name,
                           position);
    free(position);
    return;
  }
}

/* ---- rounding ---------------------------------------------------------------------------- */

static bool move_inputs(const struct wb_audited *audited, const struct wb_case *made,
                        struct wb_case *copy, uint64_t round) {
  bool moved = false;
  for (size_t i = 0; i < made->n_args; i++) {
    const struct wb_tensor *from = &made->args[i].before;
    if (!wb_param_has_input(audited->puzzle->params[i].kind) ||
        !wb_scalar_is_float(from->type.scalar))
      continue;
    const size_t count = wb_tensor_count(from);
    for (size_t k = 0; k < count; k++)
      for (unsigned lane = 0; lane < from->type.lanes; lane++) {
        const bool up = wb_random_at(made->seed + round, (i << 40) + k * 4 + lane) % 2 == 0;
        wb_tensor_set(&copy->args[i].before, k, lane,
                      wb_float_neighbour(wb_tensor_get(from, k, lane), from->type.scalar, up));
      }
    moved |= count > 0;
  }
  return moved;
}

/* What rounding explains of one number: it is off by one unit in any case. */
static void measure_element(const struct wb_case_arg *arg, const struct wb_tensor *moved,
                            double largest, size_t i, unsigned lane,
                            struct wb_audit_spread *spread) {
  const enum wb_scalar type = arg->expected.type.scalar;
  const double expected = wb_tensor_get(&arg->expected, i, lane);
  const double difference = fabs(wb_tensor_get(moved, i, lane) - expected);
  if (!isfinite(expected) || !isfinite(difference)) return;
  const double allowed = wb_tolerance_allowed(&arg->tolerance, expected, type);
  const double explained = MARGIN * fmax(difference, wb_float_unit(expected, type));
  wb_deviation_add(&spread->explained, &arg->tolerance, type, largest, expected, explained);
  if (explained > 0 && allowed / explained < spread->least) spread->least = allowed / explained;
  if (difference > allowed && difference > spread->beyond) {
    spread->beyond = difference;
    spread->beyond_at = i;
  }
}

static void measure_output(const struct wb_case_arg *arg, const struct wb_tensor *moved,
                           struct wb_audit_spread *spread) {
  const size_t count = wb_tensor_count(&arg->expected);
  const double largest = wb_tensor_largest(&arg->expected);
  for (size_t i = 0; i < count; i++)
    for (unsigned lane = 0; lane < arg->expected.type.lanes; lane++)
      measure_element(arg, moved, largest, i, lane, spread);
}

/* Not what is sorted, or stands in any order: its values would move to other places. Nor what must
 * be exact: the author knows that it can be. */
static bool has_spread(const struct wb_audited *audited, size_t index, size_t output) {
  const struct wb_param *param = &audited->puzzle->params[output];
  const struct wb_tolerance *tolerance = &audited->cases[index]->args[output].tolerance;
  return wb_param_is_judged(param->kind) && wb_scalar_is_float(param->type.scalar) &&
         !param->any_order && param->counted_by == 0 && !wb_tolerance_is_exact(tolerance);
}

/* Of one case; by parameters. */
static void merge_spreads(struct wb_audited *audited, size_t index,
                          const struct wb_audit_spread *spreads) {
  for (size_t i = 0; i < audited->puzzle->n_params; i++) {
    const struct wb_audit_spread *one = &spreads[i];
    struct wb_audit_spread *all = &audited->spreads[i];
    wb_deviation_merge(&all->explained, &one->explained);
    if (one->least < all->least) all->least = one->least;
    if (one->beyond > all->beyond) {
      all->beyond = one->beyond;
      all->beyond_at = one->beyond_at;
      all->beyond_case = index;
    }
  }
}

static enum wb_status measure_rounding(struct wb_audited *audited, size_t index,
                                       struct wb_case *copy, struct wb_error *err) {
  const struct wb_case *made = audited->cases[index];
  const size_t n = made->n_args;
  struct wb_audit_spread *spreads = wb_alloc(n * sizeof *spreads);
  enum wb_status status = WB_OK;
  bool wanted = false;
  for (size_t i = 0; i < n; i++) {
    wanted |= has_spread(audited, index, i);
    spreads[i] = (struct wb_audit_spread){.least = INFINITY};
  }
  for (uint64_t round = 0; wanted && round < ROUNDS && status == WB_OK; round++) {
    /* Without inputs that rounding moves there is the rounding of the output itself. */
    if (!move_inputs(audited, made, copy, round)) round = ROUNDS;
    status = refer(audited, index, false, copy, err);
    for (size_t i = 0; i < n && status == WB_OK; i++)
      if (has_spread(audited, index, i))
        measure_output(&made->args[i], &copy->args[i].expected, &spreads[i]);
  }
  if (status == WB_OK) merge_spreads(audited, index, spreads);
  free(spreads);
  return status;
}

static unsigned line_of_tolerance(const struct wb_puzzle *puzzle, size_t output) {
  const unsigned line = wb_puzzle_tolerance_line(puzzle, output);
  return line > 0 ? line : wb_puzzle_param_line(puzzle, output);
}

/* Tolerances of an output differ between cases in nothing but what scales them. */
static struct wb_audit_tolerance *add_tolerance(struct wb_audited *audited, size_t output) {
  const struct wb_audit_spread *spread = &audited->spreads[output];
  const struct wb_tolerance *given = &audited->cases[0]->args[output].tolerance;
  struct wb_puzzle_audit *audit = audited->audit;
  struct wb_audit_tolerance *tolerance = &audit->tolerances[audit->n_tolerances++];
  struct wb_str scale;
  wb_str_init(&scale);
  wb_puzzle_tolerance_scale(audited->puzzle, output, &scale);
  *tolerance = (struct wb_audit_tolerance){.array = wb_strdup(audited->puzzle->params[output].name),
                                           .line = line_of_tolerance(audited->puzzle, output),
                                           .in_units = given->atol == 0 && given->rtol == 0,
                                           .scale_by = wb_str_detach(&scale),
                                           .relative = spread->explained.relative,
                                           .absolute = spread->explained.absolute,
                                           .units = spread->explained.units,
                                           .least = spread->least};
  return tolerance;
}

static void remark_tight(struct wb_audited *audited, size_t output,
                         const struct wb_audit_tolerance *tolerance) {
  const struct wb_audit_spread *spread = &audited->spreads[output];
  const struct wb_case *made = audited->cases[spread->beyond_case];
  char *position = wb_preview_position(&made->args[output].expected.shape, spread->beyond_at);
  struct wb_str suggestion;
  wb_str_init(&suggestion);
  wb_audit_tolerance_words(tolerance, &suggestion);
  wb_puzzle_audit_remark(
      audited->audit, WB_AUDIT_TOLERANCE_TIGHT, spread->beyond_case, tolerance->array,
      suggestion.data,
      "case \"%s\": inputs that differ in their last bit alone move %s%s by %.2g, "
      "which is more than its tolerance allows",
      made->name, tolerance->array, position, spread->beyond);
  wb_str_release(&suggestion);
  free(position);
}

void wb_audit_tolerances(struct wb_audited *audited) {
  const size_t n = audited->puzzle->n_params;
  audited->audit->tolerances = wb_alloc(n * sizeof *audited->audit->tolerances);
  for (size_t i = 0; i < n; i++) {
    if (!isfinite(audited->spreads[i].least)) continue;
    const struct wb_audit_tolerance *tolerance = add_tolerance(audited, i);
    if (audited->spreads[i].beyond > 0) remark_tight(audited, i, tolerance);
  }
}

/* ---- all of it ---------------------------------------------------------------------------- */

enum wb_status wb_audit_reference(struct wb_audited *audited, size_t index, struct wb_error *err) {
  const struct wb_case *made = audited->cases[index];
  struct wb_case copy = {.args = NULL};
  enum wb_status status = copy_case(audited, made, &copy, err);
  if (status == WB_OK) status = repeat_reference(audited, index, &copy, err);
  if (status == WB_OK) status = ask_second(audited, index, &copy, err);
  for (size_t i = 0; i < made->n_args && status == WB_OK; i++)
    if (wb_param_is_judged(audited->puzzle->params[i].kind) &&
        wb_scalar_is_float(audited->puzzle->params[i].type.scalar))
      look_for_nan(audited, index, i);
  if (status == WB_OK) status = measure_rounding(audited, index, &copy, err);
  release_copy(&copy);
  return status;
}
