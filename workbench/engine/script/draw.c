/* Cases drawn from a domain: its corners first, then the boundaries of each size and of groups,
 * then small sizes one after the other. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "finding/launch_change.h"
#include "script/domain.h"

/* In steps of `work`, of which the emulator does some hundred million in a second. A case costs its
 * launch, too, however small it is. */
static const uint64_t MOST_WORK = 700000, LAUNCH_WORK = 4000, PROGRAM_WORK = 100000;

/* What is left to large cases: they are to leave room for many small ones. */
static const uint64_t LARGE_WORK = 20000, MOST_LARGE_WORK = 330000;

enum {
  MOST_BOUNDARIES = 36, /* cases for boundaries of sizes, and so many for those of groups */
  MOST_GROUPS = 14,
  SMALL_SIZES = 70 /* the sizes that are tried one after the other */
};

/* ---- from a point to a case ---- */

/* What came of a point. */
enum fit { FITS, OUTSIDE, WRONG };

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

static enum fit fail_drawing(struct drawing *drawing, const struct wb_quantity *at,
                             const char *message) {
  char where[WB_ERROR_WHERE_MAX];
  const int line = at->line > 0 ? at->line : drawing->domain->line;
  snprintf(where, sizeof where, "%s:%d", drawing->puzzle->script->label, line);
  wb_fail_at(drawing->err, WB_ERR_SPEC, where, "%s: %s", at->path != NULL ? at->path : "domain",
             message);
  return WRONG;
}

/* A quantity as a real number: ends of values may be fractions. */
static enum fit evaluate_real(struct drawing *drawing, const struct wb_quantity *quantity,
                              double *value) {
  const struct wb_scope scope = {drawing->names, drawing->n_names};
  char message[WB_EXPRESSION_MESSAGE_MAX];
  int64_t whole = quantity->whole;
  if (quantity->kind == WB_QUANTITY_TEXT &&
      !wb_expression_eval(quantity->text, &scope, &whole, message))
    return fail_drawing(drawing, quantity, message);
  *value = quantity->kind == WB_QUANTITY_REAL ? quantity->real : (double)whole;
  return FITS;
}

static enum fit evaluate_whole(struct drawing *drawing, const struct wb_quantity *quantity,
                               int64_t *value) {
  double real = 0;
  const enum fit fit = evaluate_real(drawing, quantity, &real);
  if (fit == FITS && (real != floor(real) || fabs(real) > 0x1p53))
    return fail_drawing(drawing, quantity, "must be a whole number");
  *value = (int64_t)real;
  return fit;
}

/* Both sides of "k <= local_x + 1". */
static enum fit check_condition(struct drawing *drawing,
                                const struct wb_domain_condition *condition) {
  const char *text = condition->text.text, *sign = strpbrk(text, "<>=");
  const bool has_equal = sign[1] == '=';
  struct wb_quantity side = condition->text;
  int64_t left = 0, right = 0;
  side.text = wb_format("%.*s", (int)(sign - text), text);
  enum fit fit = evaluate_whole(drawing, &side, &left);
  free(side.text);
  side.text = wb_strdup(sign + 1 + has_equal);
  if (fit == FITS) fit = evaluate_whole(drawing, &side, &right);
  free(side.text);
  if (fit != FITS) return fit;
  const bool holds = *sign == '<'   ? left < right || (has_equal && left == right)
                     : *sign == '>' ? left > right || (has_equal && left == right)
                                    : left == right;
  return holds ? FITS : OUTSIDE;
}

static bool needs_launch(const struct wb_domain_size *size) {
  return size->range.value.kind == WB_QUANTITY_TEXT &&
         strstr(size->range.value.text, "global_") != NULL;
}

/* Sizes that follow from the others: before the launch is known, or from it. */
static enum fit bind_followers(struct drawing *drawing, bool of_launch) {
  const struct wb_spec_domain *domain = drawing->domain;
  enum fit fit = FITS;
  for (size_t i = 0; i < domain->n_sizes && fit == FITS; i++) {
    const struct wb_domain_size *size = &domain->sizes[i];
    int64_t value = 0;
    if (!size->range.follows || needs_launch(size) != of_launch) continue;
    fit = evaluate_whole(drawing, &size->range.value, &value);
    if (fit == FITS) bind_name(drawing, size->name, value);
  }
  return fit;
}

static enum fit bind_local(struct drawing *drawing, struct wb_draw_point *point) {
  static const char *const names[] = {"local_x", "local_y", "local_z"};
  const struct wb_spec_domain *domain = drawing->domain;
  enum fit fit = FITS;
  for (unsigned d = 0; d < domain->dimensions && fit == FITS; d++) {
    int64_t value = domain->local_by_kernel ? 1 : (int64_t)point->local[d];
    if (domain->local[d].follows) fit = evaluate_whole(drawing, &domain->local[d].value, &value);
    if (fit == FITS && (value < 1 || value > WB_LAUNCH_GROUP_MAX)) fit = OUTSIDE;
    if (fit == FITS) point->local[d] = (size_t)value;
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

static enum fit bind_global(struct drawing *drawing, const struct wb_draw_point *point) {
  static const char *const names[] = {"global_x", "global_y", "global_z"};
  const struct wb_spec_domain *domain = drawing->domain;
  enum fit fit = FITS;
  for (unsigned d = 0; d < domain->dimensions && fit == FITS; d++) {
    fit = evaluate_whole(drawing, &domain->global[d], &drawing->global[d]);
    drawing->global[d] += (int64_t)(point->spare[d] * point->local[d]);
    if (fit == FITS && (drawing->global[d] < 1 || drawing->global[d] > INT64_C(1) << 32))
      fit = OUTSIDE;
  }
  for (unsigned d = 0; d < domain->dimensions && fit == FITS; d++)
    bind_name(drawing, names[d], drawing->global[d]);
  return fit;
}

/* A launch that no device takes is outside, where a group is too large; else the domain is wrong.
 */
static enum fit set_launch(struct drawing *drawing, const struct wb_draw_point *point) {
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
  if (!wb_spec_sizes_fault(domain->dimensions, global, point->local, &fault)) return FITS;
  return fault.dimension > 0 ? fail_drawing(drawing, &at, fault.words) : OUTSIDE;
}

static enum fit check_conditions(struct drawing *drawing) {
  enum fit fit = FITS;
  for (size_t i = 0; i < drawing->domain->n_conditions && fit == FITS; i++)
    fit = check_condition(drawing, &drawing->domain->conditions[i]);
  return fit;
}

/* ---- what arrays are filled with ---- */

enum {
  FILL_RANDOM,
  FILL_EXTREMES,
  FILL_HIGH,
  FILL_LOW,
  FILL_MOST,
  FILL_LEAST,
  FILL_COUNT,
  FILL_SIMPLE = 1000
};

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
  if (which == FILL_SIMPLE) return simple_fill(low, high, step);
  if (which == FILL_EXTREMES)
    return (struct wb_fill){.kind = WB_FILL_EXTREMES, .first = low, .last = high, .step = step};
  if (which == FILL_MOST || which == FILL_LEAST)
    return (struct wb_fill){.kind = WB_FILL_CONSTANT, .first = which == FILL_MOST ? high : low};
  if (which == FILL_HIGH || which == FILL_LOW) return end_fill(low, high, step, which == FILL_HIGH);
  return random_fill(low, high, step);
}

/* All arrays at the same ends, or each at another one: sums and differences of both show. */
static unsigned fill_of_array(unsigned fill, size_t array) {
  const bool differ = fill / FILL_COUNT % 2 == 1;
  if (fill == FILL_SIMPLE) return fill;
  return (fill + (differ ? (unsigned)array : 0)) % FILL_COUNT;
}

static enum fit fill_arrays(struct drawing *drawing, unsigned fill) {
  const struct wb_puzzle *puzzle = drawing->puzzle;
  struct wb_spec_case *one = &drawing->out->one;
  enum fit fit = FITS;
  size_t array = 0;
  one->fills = wb_alloc((puzzle->n_params + 1) * sizeof *one->fills);
  for (size_t i = 0; i < puzzle->n_params && fit == FITS; i++) {
    const struct wb_domain_values *values = &drawing->domain->values[i];
    double low = 0, high = 0;
    if (!values->given) continue;
    fit = evaluate_real(drawing, &values->low, &low);
    if (fit == FITS) fit = evaluate_real(drawing, &values->high, &high);
    if (fit == FITS && low > high) fit = OUTSIDE;
    one->fills[i].given = fit == FITS;
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
static enum fit find_work(struct drawing *drawing, const struct wb_case *made) {
  const struct wb_quantity *work = &drawing->domain->work;
  uint64_t items = 1, elements = 0;
  int64_t given = 0;
  if (work->kind != WB_QUANTITY_NONE) {
    const enum fit fit = evaluate_whole(drawing, work, &given);
    drawing->out->work = given > 0 ? (uint64_t)given : 0;
    return fit;
  }
  for (unsigned d = 0; d < made->dimensions; d++) items *= made->global[d];
  for (size_t i = 0; i < made->n_args; i++)
    if (made->args[i].local_bytes == 0) elements += wb_tensor_count(&made->args[i].before);
  drawing->out->work = elements + (made->dimensions > 0 ? items : 0);
  return FITS;
}

static void release_drawn_case(struct wb_drawn_case *drawn, size_t n_params) {
  wb_spec_release_case(&drawn->one, n_params);
  *drawn = (struct wb_drawn_case){.work = 0};
}

/* Lays the case out once: what does not fit the spec's own limits is a mistake of its domain. */
static enum fit check_layout(struct drawing *drawing) {
  struct wb_case *made = NULL;
  const enum wb_status status =
      wb_spec_lay_out(drawing->puzzle, &drawing->out->one, &made, drawing->err);
  const enum fit fit = status == WB_OK ? find_work(drawing, made) : WRONG;
  wb_case_free(made);
  return fit;
}

static enum fit make_drawn(const struct wb_puzzle *puzzle, const struct wb_draw_point *from,
                           struct wb_drawn_case *out, struct wb_error *err) {
  const struct wb_spec_domain *domain = puzzle->spec->domain;
  struct drawing drawing = {.puzzle = puzzle, .domain = domain, .out = out, .err = err};
  struct wb_spec_case *one = &out->one;
  *out = (struct wb_drawn_case){.point = *from};
  for (size_t i = 0; i < domain->n_sizes; i++)
    if (!domain->sizes[i].range.follows) bind_name(&drawing, domain->sizes[i].name, from->sizes[i]);
  enum fit fit = bind_local(&drawing, &out->point);
  if (fit == FITS) fit = bind_followers(&drawing, false);
  if (fit == FITS) fit = bind_global(&drawing, &out->point);
  if (fit == FITS) fit = bind_followers(&drawing, true);
  if (fit == FITS) fit = check_conditions(&drawing);
  if (fit == FITS) {
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
  if (fit == FITS) fit = fill_arrays(&drawing, from->fill);
  if (fit == FITS) fit = check_layout(&drawing);
  if (fit != FITS) release_drawn_case(out, puzzle->n_params);
  return fit;
}

/* ---- the list ---- */

struct list {
  struct wb_puzzle *puzzle;
  const struct wb_spec_domain *domain;
  struct wb_spec_drawn *drawn;
  int fill;                  /* of the next cases; -1: in turn */
  uint64_t work, large_work; /* of all of them, and of the large ones */
  enum wb_status status;
  struct wb_error *err;
};

static bool is_same_launch(const struct list *list, const struct wb_draw_point *a,
                           const struct wb_draw_point *b) {
  bool same = memcmp(a->local, b->local, sizeof a->local) == 0 &&
              memcmp(a->spare, b->spare, sizeof a->spare) == 0;
  for (size_t i = 0; i < list->domain->n_sizes && same; i++)
    same = list->domain->sizes[i].range.follows || a->sizes[i] == b->sizes[i];
  return same;
}

static bool is_listed(const struct list *list, const struct wb_draw_point *point) {
  for (size_t i = 0; i < list->drawn->count; i++)
    if (is_same_launch(list, &list->drawn->cases[i].point, point)) return true;
  return false;
}

static bool take_work(struct list *list, uint64_t work) {
  const uint64_t fixed = list->domain->dimensions > 0 ? LAUNCH_WORK : PROGRAM_WORK;
  const bool is_large = work > LARGE_WORK;
  if (list->work + work + fixed > MOST_WORK ||
      (is_large && list->large_work + work > MOST_LARGE_WORK))
    return false;
  list->work += work + fixed;
  list->large_work += is_large ? work : 0;
  return true;
}

/* Adds the case of a point, unless it is there or too dear. OUTSIDE: one near it may be inside. */
static enum fit add_point(struct list *list, struct wb_draw_point *point) {
  struct wb_drawn_case one;
  if (list->status != WB_OK || list->drawn->count == WB_DRAWN_MAX) return WRONG;
  point->fill = list->fill >= 0 ? (unsigned)list->fill : (unsigned)list->drawn->count;
  point->seed = wb_spec_seed(list->puzzle->slug, 1000 + list->drawn->count);
  enum fit fit = make_drawn(list->puzzle, point, &one, list->err);
  /* There is room for a large case or two: what most mistakes show in is random numbers. */
  if (fit == FITS && one.work > LARGE_WORK && point->fill % FILL_COUNT != FILL_RANDOM) {
    release_drawn_case(&one, list->puzzle->n_params);
    point->fill = FILL_RANDOM;
    fit = make_drawn(list->puzzle, point, &one, list->err);
  }
  if (fit == WRONG) list->status = WB_ERR_SPEC;
  if (fit != FITS) return fit;
  if (is_listed(list, &one.point) || !take_work(list, one.work))
    release_drawn_case(&one, list->puzzle->n_params);
  else
    list->drawn->cases[list->drawn->count++] = one;
  return FITS;
}

static int64_t clamp(int64_t value, int64_t low, int64_t high) {
  return value < low ? low : value > high ? high : value;
}

/* Where nothing else is said: small, and no two sizes alike. */
static struct wb_draw_point usual_point(const struct wb_spec_domain *domain) {
  static const int64_t sizes[] = {13, 7, 5, 9, 3, 11}, groups[] = {4, 3, 2};
  struct wb_draw_point point = {.subgroup = domain->wide};
  size_t k = 0;
  for (size_t i = 0; i < domain->n_sizes; i++) {
    const struct wb_domain_range *range = &domain->sizes[i].range;
    const int64_t middle = range->low + (range->high - range->low + 1) / 2;
    if (!range->follows) point.sizes[i] = clamp(sizes[k++ % 6], range->low, middle);
  }
  for (unsigned d = 0; d < domain->dimensions; d++)
    point.local[d] = domain->local[d].follows || domain->local_by_kernel
                         ? 1
                         : (size_t)clamp(groups[d], domain->local[d].low, domain->local[d].high);
  return point;
}

/* What is not looked at in a case changes from case to case. */
static void vary_launch(const struct list *list, struct wb_draw_point *point, size_t turn) {
  const struct wb_spec_domain *domain = list->domain;
  for (unsigned d = 0; d < domain->dimensions && domain->spare > 0; d++)
    point->spare[d] = (turn + d) % (domain->spare + 1);
  if (domain->wide == 0) return;
  uint32_t widths = 0;
  while (domain->narrow << widths < domain->wide) widths++;
  point->subgroup = domain->narrow << turn % (widths + 1);
}

/* All sizes and groups at one end, and at the other. Where that is too dear, or outside, each size
 * alone is (below). */
static void add_corners(struct list *list) {
  const struct wb_spec_domain *domain = list->domain;
  for (unsigned corner = 0; corner < 4; corner++) {
    struct wb_draw_point point = usual_point(domain);
    for (size_t i = 0; i < domain->n_sizes; i++)
      point.sizes[i] = corner & 1 ? domain->sizes[i].range.high : domain->sizes[i].range.low;
    for (unsigned d = 0; d < domain->dimensions; d++)
      if (!domain->local[d].follows && !domain->local_by_kernel)
        point.local[d] = (size_t)(corner & 2 ? domain->local[d].high : domain->local[d].low);
    vary_launch(list, &point, corner);
    add_point(list, &point);
  }
}

static bool varies(const struct wb_spec_domain *domain, size_t size) {
  const struct wb_domain_range *range = &domain->sizes[size].range;
  return !range->follows && range->low < range->high;
}

/* The group sizes of a case that is about something else: small, odd, and larger ones in turn. */
static void vary_groups(const struct wb_spec_domain *domain, struct wb_draw_point *point,
                        size_t turn) {
  static const int64_t groups[3][3] = {{4, 2, 2}, {7, 3, 1}, {16, 8, 2}};
  for (unsigned d = 0; d < domain->dimensions; d++)
    if (!domain->local[d].follows && !domain->local_by_kernel)
      point->local[d] =
          (size_t)clamp(groups[turn % 3][d], domain->local[d].low, domain->local[d].high);
}

/* The same with smaller groups, where conditions keep the case out. */
static enum fit add_with_groups(struct list *list, const struct wb_draw_point *from) {
  const struct wb_domain_range *side = &list->domain->local[0];
  struct wb_draw_point point = *from;
  const bool has_groups = list->domain->dimensions > 0 && !side->follows;
  enum fit fit = add_point(list, &point);
  while (fit == OUTSIDE && has_groups && (int64_t)point.local[0] > side->low) {
    point.local[0]--;
    fit = add_point(list, &point);
  }
  return fit;
}

/* With all other sizes small, or else with other groups. */
static enum fit add_fitting(struct list *list, const struct wb_draw_point *from, size_t size) {
  const struct wb_spec_domain *domain = list->domain;
  struct wb_draw_point point = *from;
  enum fit fit = add_point(list, &point);
  for (size_t i = 0; i < domain->n_sizes; i++)
    if (i != size)
      point.sizes[i] = clamp(1, domain->sizes[i].range.low, domain->sizes[i].range.high);
  if (fit == OUTSIDE) fit = add_point(list, &point);
  point = *from;
  if (fit == OUTSIDE) fit = add_with_groups(list, &point);
  for (size_t turn = 0; turn < 3 && fit == OUTSIDE; turn++) {
    vary_groups(domain, &point, turn);
    fit = add_with_groups(list, &point);
  }
  return fit;
}

/* With the size that is nearest, where they tie sizes to each other. */
static void add_near(struct list *list, struct wb_draw_point *point, size_t size) {
  enum { NEAR = 16 };
  const struct wb_domain_range *range = &list->domain->sizes[size].range;
  const int64_t wanted = point->sizes[size];
  enum fit fit = OUTSIDE;
  for (int64_t by = 0; by <= 2 * NEAR && fit == OUTSIDE; by++) {
    point->sizes[size] = wanted + (by % 2 == 0 ? by / 2 : -(by + 1) / 2);
    if (point->sizes[size] >= range->low && point->sizes[size] <= range->high)
      fit = add_fitting(list, point, size);
  }
}

static void add_size(struct list *list, size_t size, int64_t value) {
  const struct wb_domain_range *range = &list->domain->sizes[size].range;
  struct wb_draw_point point = usual_point(list->domain);
  const size_t turn = list->drawn->count;
  if (!varies(list->domain, size) || value < range->low || value > range->high) return;
  vary_groups(list->domain, &point, turn);
  vary_launch(list, &point, turn);
  point.sizes[size] = value;
  add_near(list, &point, size);
}

/* Numbers at which counters of few bits, and groups of usual sizes, end. */
static void add_boundaries(struct list *list) {
  static const int64_t marks[] = {65537, 257,   255, 65, 33, 17, 256, 64,  15,  1,    2,    0,
                                  -1,    65536, 129, 63, 32, 31, 16,  128, 127, 1025, 1024, 1023};
  const struct wb_spec_domain *domain = list->domain;
  const size_t most = list->drawn->count + MOST_BOUNDARIES;
  for (size_t i = 0; i < domain->n_sizes; i++) {
    add_size(list, i, domain->sizes[i].range.high);
    add_size(list, i, domain->sizes[i].range.low);
    add_size(list, i, domain->sizes[i].range.high - 1);
  }
  for (size_t k = 0; k < sizeof marks / sizeof marks[0]; k++)
    for (size_t i = 0; i < domain->n_sizes && list->drawn->count < most; i++)
      add_size(list, i, marks[k]);
}

/* The size that groups share out: the one that may be largest. */
static size_t main_size(const struct wb_spec_domain *domain) {
  size_t size = domain->n_sizes;
  for (size_t i = 0; i < domain->n_sizes; i++)
    if (varies(domain, i) &&
        (size == domain->n_sizes || domain->sizes[i].range.high > domain->sizes[size].range.high))
      size = i;
  return size;
}

/* Groups of so many work-items, and a size that is one less, as many, and one more. */
static void add_group(struct list *list, unsigned dimension, int64_t value) {
  const struct wb_spec_domain *domain = list->domain;
  const struct wb_domain_range *range = &domain->local[dimension];
  const size_t turn = list->drawn->count, size = main_size(domain);
  struct wb_draw_point point = usual_point(domain);
  if (range->follows || value < range->low || value > range->high) return;
  point.local[dimension] = (size_t)value;
  vary_launch(list, &point, turn);
  if (size == domain->n_sizes) {
    add_point(list, &point);
    return;
  }
  point.sizes[size] = clamp(value + (int64_t)(turn % 3) - 1, domain->sizes[size].range.low,
                            domain->sizes[size].range.high);
  add_near(list, &point, size);
}

/* The largest groups, full of the most, of the least, and of what is near either: that is where
 * sums are largest, and where most work-items meet. */
static void add_full_groups(struct list *list, unsigned dimension) {
  for (list->fill = FILL_HIGH; list->fill <= FILL_LEAST; list->fill++)
    add_group(list, dimension, list->domain->local[dimension].high);
  list->fill = -1;
}

static void add_groups(struct list *list) {
  static const int64_t marks[] = {3, 64, 33, 7, 256, 100, 2, 31, 128, 5, 16, 255};
  const struct wb_spec_domain *domain = list->domain;
  const size_t most = list->drawn->count + MOST_GROUPS;
  if (domain->local_by_kernel) return;
  for (unsigned d = 0; d < domain->dimensions; d++) {
    add_full_groups(list, d);
    add_group(list, d, domain->local[d].low);
  }
  for (size_t k = 0; k < sizeof marks / sizeof marks[0]; k++)
    for (unsigned d = 0; d < domain->dimensions && list->drawn->count < most; d++)
      add_group(list, d, marks[k]);
}

static void add_small_sizes(struct list *list) {
  for (int64_t value = 0; value <= SMALL_SIZES; value++)
    for (size_t i = 0; i < list->domain->n_sizes; i++) add_size(list, i, value);
}

/* How many are small. Large cases come last: many small ones are launched in one process as long as
 * no large one has had a kernel built for speed. */
static size_t put_large_last(struct wb_spec_drawn *drawn) {
  struct wb_drawn_case *large = wb_alloc((drawn->count + 1) * sizeof *large);
  size_t n_large = 0, n_small = 0;
  for (size_t i = 0; i < drawn->count; i++) {
    const struct wb_drawn_case one = drawn->cases[i];
    if (one.work > LARGE_WORK)
      large[n_large++] = one;
    else
      drawn->cases[n_small++] = one;
  }
  memcpy(drawn->cases + n_small, large, n_large * sizeof *large);
  free(large);
  return n_small;
}

enum wb_status wb_puzzle_draw(struct wb_puzzle *puzzle, struct wb_error *err) {
  struct wb_spec *spec = puzzle->spec;
  struct list list = {
      .puzzle = puzzle, .domain = spec->domain, .fill = -1, .status = WB_OK, .err = err};
  if (spec->drawn != NULL || spec->domain == NULL || puzzle->left_out > 0) return WB_OK;
  list.drawn = wb_alloc(sizeof *list.drawn);
  add_corners(&list);
  add_boundaries(&list);
  add_groups(&list);
  add_small_sizes(&list);
  puzzle->n_drawn_small = put_large_last(list.drawn);
  if (list.status == WB_OK && list.drawn->count == 0)
    list.status = wb_fail_at(err, WB_ERR_SPEC, puzzle->script->label,
                             "domain: no case of it can be drawn; see its holds and work");
  if (list.status == WB_OK) {
    spec->drawn = list.drawn;
    puzzle->n_drawn = list.drawn->count;
  } else {
    wb_spec_drawn_free(list.drawn, puzzle->n_params);
  }
  return list.status;
}

void wb_spec_drawn_free(struct wb_spec_drawn *drawn, size_t n_params) {
  if (drawn == NULL) return;
  for (size_t i = 0; i < drawn->count; i++) release_drawn_case(&drawn->cases[i], n_params);
  release_drawn_case(&drawn->found, n_params);
  release_drawn_case(&drawn->tried, n_params);
  free(drawn);
}

const struct wb_spec_case *wb_spec_drawn_case(const struct wb_spec_drawn *drawn, size_t place) {
  const struct wb_drawn_case *one = place < drawn->count        ? &drawn->cases[place]
                                    : place == drawn->count     ? &drawn->found
                                    : place == drawn->count + 1 ? &drawn->tried
                                                                : NULL;
  return one != NULL && one->one.name != NULL ? &one->one : NULL;
}

/* ---- smaller ones ---- */

/* What is as near to `low` as can be, then half, a quarter … as far from `size`. */
static int64_t smaller_size(int64_t size, int64_t low, size_t way) {
  const int64_t far = size - low;
  return way == 0 ? low : size - (far >> way);
}

/* One change after the other: simple data, no spare groups, then each size and each dimension of
 * groups smaller. False: there are no more. */
static bool change_point(const struct wb_spec_domain *domain, unsigned attempt,
                         struct wb_draw_point *point) {
  enum { WAYS = 24 };
  int64_t size, low;
  if (attempt == 0) point->fill = FILL_SIMPLE;
  if (attempt == 1) memset(point->spare, 0, sizeof point->spare);
  if (attempt < 2) return true;
  const size_t place = (attempt - 2) / WAYS, way = (attempt - 2) % WAYS;
  const unsigned d = (unsigned)(place - domain->n_sizes);
  if (place >= domain->n_sizes + domain->dimensions) return false;
  const bool is_size = place < domain->n_sizes;
  const struct wb_domain_range *range = is_size ? &domain->sizes[place].range : &domain->local[d];
  if (range->follows || (!is_size && domain->local_by_kernel)) return true;
  size = is_size ? point->sizes[place] : (int64_t)point->local[d];
  low = range->low <= 0 && range->high >= 0 && is_size ? 0 : range->low;
  size = smaller_size(size, low, way);
  if (is_size)
    point->sizes[place] = clamp(size, range->low, range->high);
  else
    point->local[d] = (size_t)clamp(size, range->low, range->high);
  return true;
}

void wb_puzzle_find_case(struct wb_puzzle *puzzle, size_t drawn) {
  struct wb_spec_drawn *all = puzzle->spec->drawn;
  release_drawn_case(&all->found, puzzle->n_params);
  if (make_drawn(puzzle, &all->cases[drawn].point, &all->found, NULL) != FITS)
    wb_bug("case %zu of %s was drawn, and cannot be drawn again", drawn, puzzle->slug);
  all->found.one.visible = true;
  all->attempt = 0;
}

bool wb_puzzle_try_smaller(struct wb_puzzle *puzzle) {
  struct wb_spec_drawn *all = puzzle->spec->drawn;
  const struct wb_spec_domain *domain = puzzle->spec->domain;
  const struct list list = {.domain = domain};
  struct wb_error unsaid = {0};
  for (;;) {
    struct wb_draw_point point = all->found.point;
    if (!change_point(domain, all->attempt++, &point)) return false;
    if (is_same_launch(&list, &point, &all->found.point) && point.fill == all->found.point.fill)
      continue;
    release_drawn_case(&all->tried, puzzle->n_params);
    if (make_drawn(puzzle, &point, &all->tried, &unsaid) != FITS) continue;
    all->tried.one.visible = true;
    return true;
  }
}

void wb_puzzle_take_smaller(struct wb_puzzle *puzzle) {
  struct wb_spec_drawn *all = puzzle->spec->drawn;
  release_drawn_case(&all->found, puzzle->n_params);
  all->found = all->tried;
  all->tried = (struct wb_drawn_case){.work = 0};
  all->attempt--; /* what has made it smaller may do so again, and larger steps would not */
}
