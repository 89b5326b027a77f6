/* From a point of a domain to a case: sizes that follow from others, the launch, conditions, and
 * what arrays are filled with. And back: whether a case of the spec lies in the domain. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "finding/launch_change.h"
#include "script/domain.h"
#include "tensor/convert.h"

static const char *const local_names[] = {"local_x", "local_y", "local_z"};
static const char *const global_names[] = {"global_x", "global_y", "global_z"};

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
  const struct wb_spec_domain *domain = drawing->domain;
  enum wb_draw_fit fit = WB_DRAW_FITS;
  for (unsigned d = 0; d < domain->dimensions && fit == WB_DRAW_FITS; d++) {
    int64_t value = domain->local_by_kernel ? 1 : (int64_t)point->local[d];
    if (domain->local[d].follows) fit = evaluate_whole(drawing, &domain->local[d].value, &value);
    if (fit == WB_DRAW_FITS && (value < 1 || value > WB_LAUNCH_GROUP_MAX)) fit = WB_DRAW_OUTSIDE;
    if (fit == WB_DRAW_FITS) point->local[d] = (size_t)value;
    bind_name(drawing, local_names[d], value);
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
  const struct wb_spec_domain *domain = drawing->domain;
  enum wb_draw_fit fit = WB_DRAW_FITS;
  for (unsigned d = 0; d < domain->dimensions && fit == WB_DRAW_FITS; d++) {
    fit = evaluate_whole(drawing, &domain->global[d], &drawing->global[d]);
    drawing->global[d] += (int64_t)(point->spare[d] * point->local[d]);
    if (fit == WB_DRAW_FITS && (drawing->global[d] < 1 || drawing->global[d] > INT64_C(1) << 32))
      fit = WB_DRAW_OUTSIDE;
  }
  for (unsigned d = 0; d < domain->dimensions && fit == WB_DRAW_FITS; d++)
    bind_name(drawing, global_names[d], drawing->global[d]);
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
    one->sizes[i] =
        (struct wb_spec_size){.name = wb_strdup(name), .value = drawing->names[at].value};
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
      wb_spec_lay_out(drawing->puzzle, &drawing->out->one, NULL, &made, drawing->err);
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

/* ---- whether a case of the spec lies in the domain ---- */

struct placing {
  struct drawing drawing; /* without a case of its own: the names are those of the case */
  const struct wb_spec_case *from;
  const struct wb_case *made;
  struct wb_names *out;
};

static void add_outside(struct placing *placing, const char *name, double value, double low,
                        double high, double step) {
  struct wb_str text;
  wb_str_init(&text);
  wb_str_addf(&text, "'%s' is %.15g, and the domain has %.15g", name, value, low);
  if (low != high) wb_str_addf(&text, " to %.15g", high);
  if (step > 0) wb_str_addf(&text, " in steps of %g", step);
  wb_names_add(placing->out, text.data);
  wb_str_release(&text);
}

/* A size, or the work-items of a group in one dimension. */
static enum wb_draw_fit place_in_range(struct placing *placing, const char *name, int64_t value,
                                       const struct wb_domain_range *range) {
  int64_t low = range->low, high = range->high;
  enum wb_draw_fit fit = WB_DRAW_FITS;
  if (range->follows) {
    fit = evaluate_whole(&placing->drawing, &range->value, &low);
    high = low;
  }
  if (fit == WB_DRAW_FITS && (value < low || value > high))
    add_outside(placing, name, (double)value, (double)low, (double)high, 0);
  return fit;
}

/* What follows from other sizes is how cases are drawn, and no part of what learners are told. */
static enum wb_draw_fit place_size(struct placing *placing, const struct wb_spec_size *size,
                                   const struct wb_domain_range *range) {
  enum wb_draw_fit fit = place_in_range(placing, size->name, size->value, range);
  if (fit == WB_DRAW_FITS && size->varies)
    fit = place_in_range(placing, size->name, size->low, range);
  if (fit == WB_DRAW_FITS && size->varies)
    fit = place_in_range(placing, size->name, size->high, range);
  return fit;
}

static enum wb_draw_fit place_sizes(struct placing *placing) {
  const struct wb_spec_domain *domain = placing->drawing.domain;
  const struct wb_spec_case *from = placing->from;
  enum wb_draw_fit fit = WB_DRAW_FITS;
  for (size_t i = 0; i < domain->n_sizes; i++)
    for (size_t k = 0; k < from->n_sizes && fit == WB_DRAW_FITS; k++)
      if (!domain->sizes[i].range.follows &&
          strcmp(domain->sizes[i].name, from->sizes[k].name) == 0)
        fit = place_size(placing, &from->sizes[k], &domain->sizes[i].range);
  return fit;
}

static enum wb_draw_fit place_launch(struct placing *placing) {
  const struct wb_spec_domain *domain = placing->drawing.domain;
  const struct wb_case *made = placing->made;
  enum wb_draw_fit fit = WB_DRAW_FITS;
  for (unsigned d = 0; d < domain->dimensions && fit == WB_DRAW_FITS; d++) {
    int64_t least = 0;
    if (!domain->local_by_kernel)
      fit = place_in_range(placing, local_names[d], (int64_t)made->local[d], &domain->local[d]);
    if (fit == WB_DRAW_FITS) fit = evaluate_whole(&placing->drawing, &domain->global[d], &least);
    const struct wb_domain_range range = {
        .low = least, .high = least + (int64_t)(domain->spare * made->local[d])};
    if (fit == WB_DRAW_FITS)
      fit = place_in_range(placing, global_names[d], (int64_t)made->global[d], &range);
  }
  if (domain->wide > 0 && made->subgroup > 0 &&
      (made->subgroup < domain->narrow || made->subgroup > domain->wide))
    add_outside(placing, "subgroup", made->subgroup, domain->narrow, domain->wide, 0);
  return fit;
}

static enum wb_draw_fit place_conditions(struct placing *placing) {
  const struct wb_spec_domain *domain = placing->drawing.domain;
  enum wb_draw_fit fit = WB_DRAW_FITS;
  for (size_t i = 0; i < domain->n_conditions && fit != WB_DRAW_WRONG; i++) {
    fit = check_condition(&placing->drawing, &domain->conditions[i]);
    if (fit != WB_DRAW_OUTSIDE) continue;
    char *text =
        wb_format("%s is not true, and holds in the domain", domain->conditions[i].text.text);
    wb_names_add(placing->out, text);
    free(text);
  }
  return fit == WB_DRAW_WRONG ? fit : WB_DRAW_FITS;
}

/* As an array of that type has it: what is written as 0.1 is not quite that in a float. */
static double round_to_type(enum wb_scalar type, double value) {
  uint64_t kept = 0;
  if (!wb_scalar_is_float(type)) return value;
  wb_tensor_store_doubles(type, &kept, 0, 1, &value);
  wb_tensor_load_doubles(type, &kept, 0, 1, &value);
  return value;
}

/* Not a NaN, which is no number of any domain. Steps are not always exact. */
static bool is_between(double value, double low, double high, double step) {
  const double steps = step > 0 ? (value - low) / step : 0;
  return value >= low && value <= high && fabs(steps - round(steps)) < 0.0625;
}

/* The first element that does not lie between the ends. */
static void place_elements(struct placing *placing, size_t param, double low, double high,
                           double step) {
  const struct wb_tensor *tensor = &placing->made->args[param].before;
  const size_t count = wb_tensor_count(tensor);
  double value = 0;
  bool good = true;
  low = round_to_type(tensor->type.scalar, low);
  high = round_to_type(tensor->type.scalar, high);
  for (size_t i = 0; i < count && good; i++)
    for (unsigned lane = 0; lane < tensor->type.lanes && good; lane++) {
      value = wb_tensor_get(tensor, i, lane);
      good = is_between(value, low, high, step);
    }
  if (!good)
    add_outside(placing, placing->drawing.puzzle->params[param].name, value, low, high, step);
}

/* Not what `inputs` computed: an author does that where values are beyond what can be drawn. */
static enum wb_draw_fit place_values(struct placing *placing) {
  const struct wb_spec_domain *domain = placing->drawing.domain;
  enum wb_draw_fit fit = WB_DRAW_FITS;
  for (size_t i = 0; i < placing->made->n_args && fit == WB_DRAW_FITS; i++) {
    const struct wb_domain_values *values = &domain->values[i];
    double low = 0, high = 0;
    if (!values->given || placing->made->args[i].is_computed) continue;
    fit = evaluate_real(&placing->drawing, &values->low, &low);
    if (fit == WB_DRAW_FITS) fit = evaluate_real(&placing->drawing, &values->high, &high);
    if (fit == WB_DRAW_FITS) place_elements(placing, i, low, high, values->step);
  }
  return fit;
}

/* What follows from others follows from what the case has of these, whether that is right or not.
 */
static void bind_case(struct placing *placing) {
  struct drawing *drawing = &placing->drawing;
  for (size_t i = 0; i < placing->from->n_sizes; i++)
    bind_name(drawing, placing->from->sizes[i].name, placing->from->sizes[i].value);
  for (unsigned d = 0; d < drawing->domain->dimensions; d++) {
    bind_name(drawing, local_names[d], (int64_t)placing->made->local[d]);
    bind_name(drawing, global_names[d], (int64_t)placing->made->global[d]);
  }
}

enum wb_status wb_puzzle_place_case(const struct wb_puzzle *puzzle, size_t index,
                                    const struct wb_case *made, struct wb_names *out,
                                    struct wb_error *err) {
  struct placing placing = {
      .drawing = {.puzzle = puzzle, .domain = puzzle->spec->domain, .err = err},
      .from = wb_spec_case_at(puzzle->spec, index),
      .made = made,
      .out = out};
  if (placing.drawing.domain == NULL) return WB_OK;
  bind_case(&placing);
  enum wb_draw_fit fit = place_sizes(&placing);
  if (fit == WB_DRAW_FITS) fit = place_launch(&placing);
  if (fit == WB_DRAW_FITS) fit = place_conditions(&placing);
  if (fit == WB_DRAW_FITS) fit = place_values(&placing);
  return fit == WB_DRAW_WRONG && out->count == 0 ? WB_ERR_SPEC : WB_OK;
}
