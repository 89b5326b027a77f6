/* Whether what is called right is to be relied on: the reference says the same twice, has no NaN,
 * and agrees with the second one; and the tolerance suits what rounding does to it.
 *
 * What rounding does is measured: each input of a float type is moved by the smallest step that its
 * type has, up or down, and the reference computes again. That is what one rounding of each product
 * does, however many there are and however they cancel. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "judge/audit.h"
#include "judge/case_compare.h"
#include "judge/preview.h"
#include "tensor/fill.h"

enum {
  ROUNDS = 3, /* of inputs that are moved */
  /* A sum of k products that are rounded one after the other is off by more than one rounding of
   * each of them: so many times as much at most, in the orders that kernels add in. */
  MARGIN = 4,
  FAR_TOO_LOOSE = 1000
};

/* ---- copies ---------------------------------------------------------------------------- */

/* A case with the same arguments, for other results; freed with release_copy. */
static enum wb_status copy_case(const struct wb_audited *audited, const struct wb_case *made,
                                struct wb_case *copy, struct wb_error *err) {
  enum wb_status status = WB_OK;
  *copy = *made;
  copy->others = 0;
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

/* The neighbour of a number in its type, up or down; infinities, NaN and 0 stay: 0 is exact. */
static double neighbour(double value, enum wb_scalar type, bool up) {
  const double step = type == WB_DOUBLE ? DBL_EPSILON : type == WB_FLOAT ? FLT_EPSILON : 0x1p-10;
  if (!isfinite(value) || value == 0) return value;
  int exponent;
  frexp(value, &exponent);
  const double unit = ldexp(step, exponent - 1);
  return up ? value + unit : value - unit;
}

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
                      neighbour(wb_tensor_get(from, k, lane), from->type.scalar, up));
      }
    moved |= count > 0;
  }
  return moved;
}

static double unit_of(double value, enum wb_scalar type) {
  return fabs(neighbour(value, type, true) - value);
}

static double allowed_of(const struct wb_tolerance *tolerance, double expected,
                         enum wb_scalar type) {
  const double scale = tolerance->scale_by > 1 ? tolerance->scale_by : 1;
  const double allowed = scale * (tolerance->atol + tolerance->rtol * fabs(expected));
  const double units = (double)tolerance->ulp * unit_of(expected, type);
  return allowed > units ? allowed : units;
}

static double largest_of(const struct wb_tensor *tensor) {
  const size_t count = wb_tensor_count(tensor);
  double largest = 0;
  for (size_t i = 0; i < count; i++)
    for (unsigned lane = 0; lane < tensor->type.lanes; lane++) {
      const double value = fabs(wb_tensor_get(tensor, i, lane));
      if (isfinite(value) && value > largest) largest = value;
    }
  return largest;
}

static void measure_element(const struct wb_case_arg *arg, const struct wb_tensor *moved,
                            double largest, size_t i, unsigned lane,
                            struct wb_audit_spread *spread) {
  const enum wb_scalar type = arg->expected.type.scalar;
  const double expected = wb_tensor_get(&arg->expected, i, lane);
  const double deviation = fabs(wb_tensor_get(moved, i, lane) - expected);
  if (!isfinite(expected) || !isfinite(deviation)) return;
  const double allowed = allowed_of(&arg->tolerance, expected, type);
  const double unit = unit_of(expected, type);
  const double explained = MARGIN * (deviation > unit ? deviation : unit);
  if (fabs(expected) > largest / 100) {
    if (explained / fabs(expected) > spread->relative)
      spread->relative = explained / fabs(expected);
  } else if (explained > spread->absolute) {
    spread->absolute = explained;
  }
  if (explained > 0 && allowed / explained < spread->least) spread->least = allowed / explained;
  if (deviation > allowed && deviation > spread->beyond) {
    spread->beyond = deviation;
    spread->beyond_at = i;
  }
}

static void measure_output(const struct wb_case_arg *arg, const struct wb_tensor *moved,
                           struct wb_audit_spread *spread) {
  const size_t count = wb_tensor_count(&arg->expected);
  const double largest = largest_of(&arg->expected);
  for (size_t i = 0; i < count; i++)
    for (unsigned lane = 0; lane < arg->expected.type.lanes; lane++)
      measure_element(arg, moved, largest, i, lane, spread);
}

/* Not what is sorted, or stands in any order: its values would move to other places. Nor what must
 * be exact: the author knows that it can be. */
static bool has_spread(const struct wb_audited *audited, size_t index, size_t output) {
  const struct wb_param *param = &audited->puzzle->params[output];
  const struct wb_tolerance *tolerance = &audited->cases[index]->args[output].tolerance;
  const bool exact = tolerance->atol == 0 && tolerance->rtol == 0 && tolerance->ulp == 0;
  return wb_param_is_judged(param->kind) && wb_scalar_is_float(param->type.scalar) &&
         !param->any_order && param->counted_by == 0 && !exact;
}

/* Of one case; by parameters. */
static void merge_spreads(struct wb_audited *audited, size_t index,
                          const struct wb_audit_spread *spreads) {
  for (size_t i = 0; i < audited->puzzle->n_params; i++) {
    const struct wb_audit_spread *one = &spreads[i];
    struct wb_audit_spread *all = &audited->spreads[i];
    if (one->relative > all->relative) all->relative = one->relative;
    if (one->absolute > all->absolute) all->absolute = one->absolute;
    if (one->least < all->least) {
      all->least = one->least;
      all->least_case = index;
    }
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
    if (!move_inputs(audited, made, copy, round)) break;
    status = refer(audited, index, false, copy, err);
    for (size_t i = 0; i < n && status == WB_OK; i++)
      if (has_spread(audited, index, i))
        measure_output(&made->args[i], &copy->args[i].expected, &spreads[i]);
  }
  if (status == WB_OK) merge_spreads(audited, index, spreads);
  free(spreads);
  return status;
}

/* One digit, rounded up: what stands in a spec should be read. */
static double round_up(double value) {
  if (!(value > 0)) return 0;
  const double unit = pow(10, floor(log10(value)));
  return ceil(value / unit * (1 - 1e-9)) * unit;
}

static void remark_spread(struct wb_audited *audited, size_t output) {
  const struct wb_audit_spread *spread = &audited->spreads[output];
  const char *name = audited->puzzle->params[output].name;
  char suggestion[160];
  snprintf(suggestion, sizeof suggestion, "tolerance = { %s = { rtol = %.1g, atol = %.1g } }", name,
           round_up(spread->relative), round_up(spread->absolute));
  if (spread->beyond > 0) {
    const struct wb_case *made = audited->cases[spread->beyond_case];
    char *position = wb_preview_position(&made->args[output].expected.shape, spread->beyond_at);
    wb_puzzle_audit_remark(
        audited->audit, WB_AUDIT_TOLERANCE_TIGHT, spread->beyond_case, name, suggestion,
        "case \"%s\": inputs that differ in their last bit alone move %s%s by %.2g, "
        "which is more than its tolerance allows",
        made->name, name, position, spread->beyond);
    free(position);
  } else if (isfinite(spread->least) && spread->least > FAR_TOO_LOOSE) {
    wb_puzzle_audit_remark(
        audited->audit, WB_AUDIT_TOLERANCE_LOOSE, spread->least_case, name, suggestion,
        "the tolerance of '%s' is at least %.0f times what rounding explains, in every "
        "case: it may hide a mistake",
        name, spread->least);
  }
}

void wb_audit_tolerances(struct wb_audited *audited) {
  for (size_t i = 0; i < audited->puzzle->n_params; i++) remark_spread(audited, i);
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
