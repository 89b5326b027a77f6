/* From a point of a domain to a case: sizes that follow from others, the launch, conditions, and
 * what arrays are filled with. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "finding/launch_change.h"
#include "script/domain.h"

struct drawing {
  const struct wb_puzzle *puzzle;
  const struct wb_spec_domain *domain;
  struct wb_expression_name names[WB_SPEC_MAX_SIZES + 7];
  size_t n_names;
  int64_t global[3];
  struct wb_drawn_case *out;
  struct wb_error *err;
};

static void bind_name(struct drawing *drawing, const char *name, int64_t value) {
  drawing->names[drawing->n_names++] = (struct wb_expression_name){name, value};
}

static enum wb_draw_fit fail_drawing(struct drawing *drawing, const struct wb_quantity *at,
                                     const char *message) {
  char where[WB_ERROR_WHERE_MAX];
  const int line = at->line > 0 ? at->line : drawing->domain->line;
  snprintf(where, sizeof where, "%s:%d", drawing->puzzle->script->label, line);
  wb_fail_at(drawing->err, WB_ERR_SPEC, where, "%s: %s", at->path != NULL ? at->path : "domain",
             message);
  return WB_DRAW_WRONG;
}

/* A quantity as a real number: ends of values may be fractions. */
static enum wb_draw_fit evaluate_real(struct drawing *drawing, const struct wb_quantity *quantity,
                                      double *value) {
  const struct wb_scope scope = {drawing->names, drawing->n_names};
  char message[WB_EXPRESSION_MESSAGE_MAX];
  int64_t whole = quantity->whole;
  if (quantity->kind == WB_QUANTITY_TEXT &&
      !wb_expression_eval(quantity->text, &scope, &whole, message))
    return fail_drawing(drawing, quantity, message);
  *value = quantity->kind == WB_QUANTITY_REAL ? quantity->real : (double)whole;
  return WB_DRAW_FITS;
}

static enum wb_draw_fit evaluate_whole(struct drawing *drawing, const struct wb_quantity *quantity,
                                       int64_t *value) {
  double real = 0;
  const enum wb_draw_fit fit = evaluate_real(drawing, quantity, &real);
  if (fit == WB_DRAW_FITS && (real != floor(real) || fabs(real) > 0x1p53))
    return fail_drawing(drawing, quantity, "must be a whole number");
  *value = (int64_t)real;
  return fit;
}

/* Both sides of "k <= local_x + 1". */
static enum wb_draw_fit check_condition(struct drawing *drawing,
                                        const struct wb_domain_condition *condition) {
  const char *text = condition->text.text, *sign = strpbrk(text, "<>=");
  const bool has_equal = sign[1] == '=';
  struct wb_quantity side = condition->text;
  int64_t left = 0, right = 0;
  side.text = wb_format("%.*s", (int)(sign - text), text);
  enum wb_draw_fit fit = evaluate_whole(drawing, &side, &left);
  free(side.text);
  side.text = wb_strdup(sign + 1 + has_equal);
  if (fit == WB_DRAW_FITS) fit = evaluate_whole(drawing, &side, &right);
  free(side.text);
  if (fit != WB_DRAW_FITS) return fit;
  const bool holds = *sign == '<'   ? left < right || (has_equal && left == right)
                     : *sign == '>' ? left > right || (has_equal && left == right)
                                    : left == right;
  return holds ? WB_DRAW_FITS : WB_DRAW_OUTSIDE;
}

static bool needs_launch(const struct wb_domain_size *size) {
  return size->range.value.kind == WB_QUANTITY_TEXT &&
         strstr(size->range.value.text, "global_") != NULL;
}

/* Sizes that follow from the others: before the launch is known, or from it. */
static enum wb_draw_fit bind_followers(struct drawing *drawing, bool of_launch) {
  const struct wb_spec_domain *domain = drawing->domain;
  enum wb_draw_fit fit = WB_DRAW_FITS;
  for (size_t i = 0; i < domain->n_sizes && fit == WB_DRAW_FITS; i++) {
    const struct wb_domain_size *size = &domain->sizes[i];
    int64_t value = 0;
    if (!size->range.follows || needs_launch(size) != of_launch) continue;
    fit = evaluate_whole(drawing, &size->range.value, &value);
    if (fit == WB_DRAW_FITS) bind_name(drawing, size->name, value);
  }
  return fit;
}

static enum wb_draw_fit bind_local(struct drawing *drawing, struct wb_draw_point *point) {
  static const char *const names[] = {"local_x", "local_y", "local_z"};
  const struct wb_spec_domain *domain = drawing->domain;
  enum wb_draw_fit fit = WB_DRAW_FITS;
  for (unsigned d = 0; d < domain->dimensions && fit == WB_DRAW_FITS; d++) {
    int64_t value = domain->local_by_kernel ? 1 : (int64_t)point->local[d];
    if (domain->local[d].follows) fit = evaluate_whole(drawing, &domain->local[d].value, &value);
    if (fit == WB_DRAW_FITS && (value < 1 || value > WB_LAUNCH_GROUP_MAX)) fit = WB_DRAW_OUTSIDE;
    if (fit == WB_DRAW_FITS) point->local[d] = (size_t)value;
    bind_name(drawing, names[d], value);
  }
  return fit;
}

static struct wb_quantity whole_quantity(const struct drawing *drawing, int64_t value) {
  return (struct wb_quantity){.kind = WB_QUANTITY_INT,
                              .whole = value,
                              .path = wb_strdup("domain"),
                              .line = drawing->domain->line};
}

static enum wb_draw_fit bind_global(struct drawing *drawing, const struct wb_draw_point *point) {
  static const char *const names[] = {"global_x", "global_y", "global_z"};
  const struct wb_spec_domain *domain = drawing->domain;
  enum wb_draw_fit fit = WB_DRAW_FITS;
  for (unsigned d = 0; d < domain->dimensions && fit == WB_DRAW_FITS; d++) {
    fit = evaluate_whole(drawing, &domain->global[d], &drawing->global[d]);
    drawing->global[d] += (int64_t)(point->spare[d] * point->local[d]);
    if (fit == WB_DRAW_FITS && (drawing->global[d] < 1 || drawing->global[d] > INT64_C(1) << 32))
      fit = WB_DRAW_OUTSIDE;
  }
  for (unsigned d = 0; d < domain->dimensions && fit == WB_DRAW_FITS; d++)
    bind_name(drawing, names[d], drawing->global[d]);
  return fit;
}

/* A launch that no device takes is outside, where a group is too large; else the domain is wrong.
 */
static enum wb_draw_fit set_launch(struct drawing *drawing, const struct wb_draw_point *point) {
  const struct wb_spec_domain *domain = drawing->domain;
  const struct wb_quantity at = {.path = (char *)"domain.global"};
  struct wb_spec_case *one = &drawing->out->one;
  struct wb_spec_sizes_fault fault;
  size_t global[3] = {1, 1, 1};
  for (unsigned d = 0; d < domain->dimensions; d++) {
    global[d] = (size_t)drawing->global[d];
    one->global[d] = whole_quantity(drawing, drawing->global[d]);
    one->local[d] = whole_quantity(drawing, (int64_t)point->local[d]);
  }
  if (!wb_spec_sizes_fault(domain->dimensions, global, point->local, &fault)) return WB_DRAW_FITS;
  return fault.dimension > 0 ? fail_drawing(drawing, &at, fault.words) : WB_DRAW_OUTSIDE;
}

static enum wb_draw_fit check_conditions(struct drawing *drawing) {
  enum wb_draw_fit fit = WB_DRAW_FITS;
  for (size_t i = 0; i < drawing->domain->n_conditions && fit == WB_DRAW_FITS; i++)
    fit = check_condition(drawing, &drawing->domain->conditions[i]);
  return fit;
}

/* ---- what arrays are filled with ---- */

/* Numbers that count up, where the range has room for them, or else a few small ones. */
static struct wb_fill simple_fill(double low, double high, double step) {
  const bool has_one = low <= 1 && high >= 1;
  const double by = step > 0 ? step : 1, first = step == 0 && has_one ? 1 : low;
  if (has_one && step == 0 && high >= 0x1p22)
    return (struct wb_fill){.kind = WB_FILL_RANGE, .first = 1, .step = 1};
  return (struct wb_fill){.kind = WB_FILL_RANDOM,
                          .first = first,
                          .last = high < first + 8 * by ? high : first + 8 * by,
                          .step = step};
}

/* Random numbers between ends that are far apart are all huge, and hide small mistakes. */
static struct wb_fill random_fill(double low, double high, double step) {
  return high > 1e30 && low < -1e30
             ? (struct wb_fill){.kind = WB_FILL_ASYMMETRIC}
             : (struct wb_fill){.kind = WB_FILL_RANDOM, .first = low, .last = high, .step = step};
}

/* Near one end, and not all alike: equal numbers would hide an index that is wrong, and round ones
 * a sum that is. */
static struct wb_fill end_fill(double low, double high, double step, bool at_high) {
  const bool is_wide = high > 1e30 && low < -1e30;
  const double part = is_wide ? 0 : (high - low) / 16;
  const double by = step > 0 ? step * floor(part / step) : floor(part) > 0 ? floor(part) : part;
  if (is_wide)
    return (struct wb_fill){.kind = WB_FILL_RANDOM,
                            .first = at_high ? 0x1p100 : -0x1p126,
                            .last = at_high ? 0x1p126 : -0x1p100};
  return (struct wb_fill){.kind = WB_FILL_RANDOM,
                          .first = at_high ? high - by : low,
                          .last = at_high ? high : low + by,
                          .step = step};
}

static struct wb_fill fill_between(double low, double high, double step, unsigned which) {
  if (which == WB_DRAW_SIMPLE) return simple_fill(low, high, step);
  if (which == WB_DRAW_EXTREMES)
    return (struct wb_fill){.kind = WB_FILL_EXTREMES, .first = low, .last = high, .step = step};
  if (which == WB_DRAW_MOST || which == WB_DRAW_LEAST)
    return (struct wb_fill){.kind = WB_FILL_CONSTANT, .first = which == WB_DRAW_MOST ? high : low};
  if (which == WB_DRAW_HIGH || which == WB_DRAW_LOW)
    return end_fill(low, high, step, which == WB_DRAW_HIGH);
  return random_fill(low, high, step);
}

/* All arrays at the same ends, or each at another one: sums and differences of both show. */
static unsigned fill_of_array(unsigned fill, size_t array) {
  const bool differ = fill / WB_DRAW_FILLS % 2 == 1;
  if (fill == WB_DRAW_SIMPLE) return fill;
  return (fill + (differ ? (unsigned)array : 0)) % WB_DRAW_FILLS;
}

static enum wb_draw_fit fill_arrays(struct drawing *drawing, unsigned fill) {
  const struct wb_puzzle *puzzle = drawing->puzzle;
  struct wb_spec_case *one = &drawing->out->one;
  enum wb_draw_fit fit = WB_DRAW_FITS;
  size_t array = 0;
  one->fills = wb_alloc((puzzle->n_params + 1) * sizeof *one->fills);
  for (size_t i = 0; i < puzzle->n_params && fit == WB_DRAW_FITS; i++) {
    const struct wb_domain_values *values = &drawing->domain->values[i];
    double low = 0, high = 0;
    if (!values->given) continue;
    fit = evaluate_real(drawing, &values->low, &low);
    if (fit == WB_DRAW_FITS) fit = evaluate_real(drawing, &values->high, &high);
    if (fit == WB_DRAW_FITS && low > high) fit = WB_DRAW_OUTSIDE;
    one->fills[i].given = fit == WB_DRAW_FITS;
    one->fills[i].line = drawing->domain->line;
    one->fills[i].path = wb_strdup("domain.values");
    one->fills[i].fill = fill_between(low, high, values->step, fill_of_array(fill, array++));
  }
  return fit;
}

/* ---- the case ---- */

/* "n = 65, groups of 64": what a learner is told of it. */
static char *name_point(const struct wb_spec_domain *domain, const struct wb_draw_point *point) {
  struct wb_str name;
  const char *between = "";
  wb_str_init(&name);
  for (size_t i = 0; i < domain->n_sizes; i++) {
    if (domain->sizes[i].range.follows) continue;
    wb_str_addf(&name, "%s%s = %lld", between, domain->sizes[i].name, (long long)point->sizes[i]);
    between = ", ";
  }
  for (unsigned d = 0; d < domain->dimensions && !domain->local_by_kernel; d++)
    wb_str_addf(&name, "%s%zu",
                d > 0              ? "×"
                : *between != '\0' ? ", groups of "
                                   : "groups of ",
                point->local[d]);
  for (unsigned d = 0; d < domain->dimensions; d++)
    if (point->spare[d] > 0) {
      wb_str_add(&name, ", more groups than needed");
      break;
    }
  return wb_str_detach(&name);
}

static void set_sizes(struct drawing *drawing) {
  struct wb_spec_case *one = &drawing->out->one;
  for (size_t i = 0; i < drawing->domain->n_sizes; i++) {
    const char *name = drawing->domain->sizes[i].name;
    size_t at = 0;
    while (strcmp(drawing->names[at].name, name) != 0) at++;
    one->sizes[i] = (struct wb_spec_size){wb_strdup(name), drawing->names[at].value};
  }
  one->n_sizes = drawing->domain->n_sizes;
}

/* Steps of a case, by the spec's word or by its work-items and elements. */
static enum wb_draw_fit find_work(struct drawing *drawing, const struct wb_case *made) {
  const struct wb_quantity *work = &drawing->domain->work;
  uint64_t items = 1, elements = 0;
  int64_t given = 0;
  if (work->kind != WB_QUANTITY_NONE) {
    const enum wb_draw_fit fit = evaluate_whole(drawing, work, &given);
    drawing->out->work = given > 0 ? (uint64_t)given : 0;
    return fit;
  }
  for (unsigned d = 0; d < made->dimensions; d++) items *= made->global[d];
  for (size_t i = 0; i < made->n_args; i++)
    if (made->args[i].local_bytes == 0) elements += wb_tensor_count(&made->args[i].before);
  drawing->out->work = elements + (made->dimensions > 0 ? items : 0);
  return WB_DRAW_FITS;
}

int64_t wb_draw_clamp(int64_t value, int64_t low, int64_t high) {
  return value < low ? low : value > high ? high : value;
}

bool wb_draw_is_same_launch(const struct wb_spec_domain *domain, const struct wb_draw_point *a,
                            const struct wb_draw_point *b) {
  bool same = memcmp(a->local, b->local, sizeof a->local) == 0 &&
              memcmp(a->spare, b->spare, sizeof a->spare) == 0;
  for (size_t i = 0; i < domain->n_sizes && same; i++)
    same = domain->sizes[i].range.follows || a->sizes[i] == b->sizes[i];
  return same;
}

void wb_drawn_case_release(struct wb_drawn_case *drawn, size_t n_params) {
  wb_spec_release_case(&drawn->one, n_params);
  *drawn = (struct wb_drawn_case){.work = 0};
}

/* Lays the case out once: what does not fit the spec's own limits is a mistake of its domain. */
static enum wb_draw_fit check_layout(struct drawing *drawing) {
  struct wb_case *made = NULL;
  const enum wb_status status =
      wb_spec_lay_out(drawing->puzzle, &drawing->out->one, &made, drawing->err);
  const enum wb_draw_fit fit = status == WB_OK ? find_work(drawing, made) : WB_DRAW_WRONG;
  wb_case_free(made);
  return fit;
}

enum wb_draw_fit wb_draw_case(const struct wb_puzzle *puzzle, const struct wb_draw_point *from,
                              struct wb_drawn_case *out, struct wb_error *err) {
  const struct wb_spec_domain *domain = puzzle->spec->domain;
  struct drawing drawing = {.puzzle = puzzle, .domain = domain, .out = out, .err = err};
  struct wb_spec_case *one = &out->one;
  *out = (struct wb_drawn_case){.point = *from};
  for (size_t i = 0; i < domain->n_sizes; i++)
    if (!domain->sizes[i].range.follows) bind_name(&drawing, domain->sizes[i].name, from->sizes[i]);
  enum wb_draw_fit fit = bind_local(&drawing, &out->point);
  if (fit == WB_DRAW_FITS) fit = bind_followers(&drawing, false);
  if (fit == WB_DRAW_FITS) fit = bind_global(&drawing, &out->point);
  if (fit == WB_DRAW_FITS) fit = bind_followers(&drawing, true);
  if (fit == WB_DRAW_FITS) fit = check_conditions(&drawing);
  if (fit == WB_DRAW_FITS) {
    *one = (struct wb_spec_case){.name = name_point(domain, &out->point),
                                 .path = wb_strdup("domain"),
                                 .line = domain->line,
                                 .is_drawn = true,
                                 .has_seed = true,
                                 .seed = from->seed,
                                 .dimensions = domain->dimensions,
                                 .subgroup = from->subgroup,
                                 .local_by_kernel = domain->local_by_kernel};
    set_sizes(&drawing);
    fit = set_launch(&drawing, &out->point);
  }
  if (fit == WB_DRAW_FITS) fit = fill_arrays(&drawing, from->fill);
  if (fit == WB_DRAW_FITS) fit = check_layout(&drawing);
  if (fit != WB_DRAW_FITS) wb_drawn_case_release(out, puzzle->n_params);
  return fit;
}
