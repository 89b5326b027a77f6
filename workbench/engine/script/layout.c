/* A case made concrete as far as numbers go: sizes into expressions, launch,
 * shapes, scalars, budgets, tolerances. Done for every case when a spec is
 * loaded, so that mistakes show then, and again when a case is made. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "base/slug.h"
#include "base/str.h"
#include "script/spec.h"
#include "tensor/half.h"

enum { USUAL_SUBGROUP = 32 }; /* as the emulator has it (device.h) */
enum { MAX_GROUP = 1024 };    /* work-items in a group, as devices allow */
static const int64_t MAX_ITEMS = INT64_C(1) << 32;
static const size_t MAX_CASE_BYTES = (size_t)1 << 30;
static const int64_t MAX_LOCAL_BYTES = INT64_C(1) << 20;

struct layout {
  const struct wb_puzzle *puzzle;
  const struct wb_spec *spec;
  const struct wb_spec_case *from;
  struct wb_case *made;
  struct wb_error *err;
  struct wb_expression_name bindings[WB_SPEC_MAX_SIZES + 7];
  size_t n_sizes, n_bindings; /* sizes alone; with local_x … */
};

static enum wb_status fail_layout(const struct layout *layout, int line, const char *path,
                                  const char *format, ...) __attribute__((format(printf, 4, 5)));
static enum wb_status fail_layout(const struct layout *layout, int line, const char *path,
                                  const char *format, ...) {
  char message[1024], where[WB_ERROR_WHERE_MAX];
  va_list args;
  va_start(args, format);
  vsnprintf(message, sizeof message, format, args);
  va_end(args);
  if (layout->from == &layout->spec->extra)
    snprintf(where, sizeof where, WB_EXTRA_CASE);
  else
    snprintf(where, sizeof where, "%s:%d", layout->puzzle->script->label, line);
  return wb_fail_at(layout->err, WB_ERR_SPEC, where, "%s: %s (case \"%s\")", path, message,
                    layout->from->name);
}

static enum wb_status fail_quantity(const struct layout *layout, const struct wb_quantity *quantity,
                                    const char *message) {
  return fail_layout(layout, quantity->line, quantity->path, "%s", message);
}

static enum wb_status evaluate_quantity(const struct layout *layout,
                                        const struct wb_quantity *quantity, size_t n_bindings,
                                        int64_t *value) {
  struct wb_scope scope = {layout->bindings, n_bindings};
  char message[WB_EXPRESSION_MESSAGE_MAX];
  enum wb_status status = WB_OK;
  *value = quantity->whole;
  if (quantity->kind == WB_QUANTITY_REAL) {
    if (quantity->real != floor(quantity->real) || fabs(quantity->real) > 0x1p53)
      status = fail_quantity(layout, quantity, "must be a whole number");
    else
      *value = (int64_t)quantity->real;
  } else if (quantity->kind == WB_QUANTITY_TEXT) {
    if (!wb_expression_eval(quantity->text, &scope, value, message))
      status = fail_quantity(layout, quantity, message);
  }
  return status;
}

/* ---- launch ------------------------------------------------------------------- */

static enum wb_status lay_out_extent(struct layout *layout, const struct wb_quantity *quantities,
                                     const char *what, size_t *out) {
  enum wb_status status = WB_OK;
  for (unsigned d = 0; d < 3 && status == WB_OK; d++) {
    int64_t value = 1;
    if (d < layout->made->dimensions)
      status = evaluate_quantity(layout, &quantities[d], layout->n_sizes, &value);
    if (status == WB_OK && (value < 1 || value > MAX_ITEMS))
      status = fail_layout(layout, quantities[d].line, quantities[d].path,
                           "is %lld; %s sizes are 1 to %lld", (long long)value, what,
                           (long long)MAX_ITEMS);
    out[d] = (size_t)value;
  }
  return status;
}

static void add_binding(struct layout *layout, const char *name, int64_t value) {
  layout->bindings[layout->n_bindings++] = (struct wb_expression_name){name, value};
}

bool wb_spec_sizes_fault(unsigned dimensions, const size_t global[3], const size_t local[3],
                         struct wb_spec_sizes_fault *fault) {
  uint64_t group = 1, items = 1;
  *fault = (struct wb_spec_sizes_fault){.of_local = true};
  for (unsigned d = 0; d < dimensions; d++) {
    if (global[d] % local[d] != 0) {
      fault->dimension = d + 1;
      snprintf(fault->words, sizeof fault->words,
               "%zu does not divide global[%u], which is %zu; round up with "
               "\"ceil_div(n, %zu) * %zu\"",
               local[d], d + 1, global[d], local[d], local[d]);
      return true;
    }
    group = group > MAX_GROUP ? group : group * local[d];
    items = items > (uint64_t)MAX_ITEMS ? items : items * global[d];
  }
  fault->of_local = group > MAX_GROUP;
  if (group > MAX_GROUP)
    snprintf(fault->words, sizeof fault->words,
             "a group of %llu work-items is too large; devices allow %d", (unsigned long long)group,
             MAX_GROUP);
  else if (items > (uint64_t)MAX_ITEMS)
    snprintf(fault->words, sizeof fault->words, "%llu work-items are too many (at most %lld)",
             (unsigned long long)items, (long long)MAX_ITEMS);
  return fault->words[0] != '\0';
}

static enum wb_status check_groups(struct layout *layout) {
  const struct wb_case *made = layout->made;
  const struct wb_spec_case *from = layout->from;
  struct wb_spec_sizes_fault fault;
  char path[64];
  if (!wb_spec_sizes_fault(made->dimensions, made->global, made->local, &fault)) return WB_OK;
  if (fault.dimension > 0) {
    const struct wb_quantity *quantity = &from->local[fault.dimension - 1];
    return fail_layout(layout, quantity->line, quantity->path, "%s", fault.words);
  }
  snprintf(path, sizeof path, "%s.%s", from->path, fault.of_local ? "local" : "global");
  return fail_layout(layout, fault.of_local ? from->local_line : from->global_line, path, "%s",
                     fault.words);
}

/* Groups as large as the kernel wants them, and at least as many work-items as the case does. */
static void lay_out_kernels_group(struct layout *layout) {
  struct wb_case *made = layout->made;
  made->local_by_kernel = true;
  for (unsigned d = 0; d < 3; d++) {
    const size_t size = layout->puzzle->group[d];
    made->local[d] = d < made->dimensions && size > 0 ? size : 1;
    made->global[d] = (made->global[d] + made->local[d] - 1) / made->local[d] * made->local[d];
  }
}

void wb_puzzle_set_group(struct wb_puzzle *puzzle, const uint32_t group[3]) {
  for (int d = 0; d < 3; d++) puzzle->group[d] = group[d];
}

static enum wb_status lay_out_launch(struct layout *layout) {
  static const char *const local_names[] = {"local_x", "local_y", "local_z"};
  static const char *const global_names[] = {"global_x", "global_y", "global_z"};
  struct wb_case *made = layout->made;
  made->dimensions = layout->from->dimensions;
  enum wb_status status = lay_out_extent(layout, layout->from->global, "global", made->global);
  if (status == WB_OK && layout->from->local_by_kernel)
    lay_out_kernels_group(layout);
  else if (status == WB_OK)
    status = lay_out_extent(layout, layout->from->local, "local", made->local);
  if (status == WB_OK) status = check_groups(layout);
  for (unsigned d = 0; d < 3 && status == WB_OK; d++) {
    add_binding(layout, local_names[d], (int64_t)made->local[d]);
    add_binding(layout, global_names[d], (int64_t)made->global[d]);
  }
  if (status == WB_OK)
    add_binding(layout, "subgroup", made->subgroup > 0 ? made->subgroup : USUAL_SUBGROUP);
  return status;
}

/* ---- arrays ------------------------------------------------------------------- */

static enum wb_status lay_out_shape(struct layout *layout, size_t index, size_t n_bindings) {
  const struct wb_spec_param *param = &layout->spec->params[index];
  struct wb_tensor *tensor = &layout->made->args[index].before;
  enum wb_status status = WB_OK;
  size_t bytes;
  tensor->shape.rank = param->rank;
  for (unsigned d = 0; d < param->rank && status == WB_OK; d++) {
    int64_t value;
    status = evaluate_quantity(layout, &param->shape[d], n_bindings, &value);
    if (status == WB_OK && value < 1)
      status = fail_layout(layout, param->shape[d].line, param->shape[d].path,
                           "is %lld; a size must be at least 1", (long long)value);
    if (status == WB_OK) tensor->shape.size[d] = (size_t)value;
  }
  if (status == WB_OK &&
      (!wb_shape_bytes(tensor->type, &tensor->shape, &bytes) || bytes > MAX_CASE_BYTES))
    status = fail_layout(layout, param->line, param->path, "is larger than %zu MiB",
                         MAX_CASE_BYTES >> 20);
  return status;
}

static enum wb_status lay_out_local(struct layout *layout, size_t index) {
  const struct wb_spec_param *param = &layout->spec->params[index];
  struct wb_case_arg *arg = &layout->made->args[index];
  enum wb_status status = lay_out_shape(layout, index, layout->n_bindings);
  if (status == WB_OK) {
    wb_shape_bytes(arg->before.type, &arg->before.shape, &arg->local_bytes);
    if (arg->local_bytes > (size_t)MAX_LOCAL_BYTES)
      status = fail_layout(layout, param->line, param->path,
                           "%zu bytes of local memory are too many", arg->local_bytes);
  }
  return status;
}

/* ---- scalars ------------------------------------------------------------------ */

/* Whether an integer type holds the value, or a float type exactly does. */
static bool holds_int(enum wb_scalar type, int64_t value) {
  unsigned bits = 8 * (unsigned)wb_scalar_size(type);
  if (type == WB_DOUBLE) return (int64_t)(double)value == value && fabs((double)value) < 0x1p63;
  if (type == WB_FLOAT) return fabs((double)value) < 0x1p63 && (int64_t)(float)value == value;
  if (type == WB_HALF)
    return (double)wb_half_to_float(wb_half_from_double((double)value)) == (double)value;
  if (type == WB_LONG) return true;
  if (type == WB_ULONG) return value >= 0;
  if (wb_scalar_is_signed(type))
    return value >= -(INT64_C(1) << (bits - 1)) && value < INT64_C(1) << (bits - 1);
  return value >= 0 && value < INT64_C(1) << bits;
}

static bool holds_real(enum wb_scalar type, double value) {
  double kept = value;
  if (type == WB_FLOAT) kept = (double)(float)value;
  if (type == WB_HALF) kept = (double)wb_half_to_float(wb_half_from_double(value));
  return isinf(kept) == isinf(value);
}

static enum wb_status set_scalar(struct layout *layout, size_t index, unsigned lane) {
  const struct wb_quantity *quantity = &layout->spec->params[index].value[lane];
  struct wb_tensor *tensor = &layout->made->args[index].before;
  enum wb_scalar type = tensor->type.scalar;
  struct wb_dtype scalar = {type, 1};
  char name[WB_DTYPE_NAME_MAX];
  int64_t value;
  if (quantity->kind == WB_QUANTITY_REAL && wb_scalar_is_float(type)) {
    if (!holds_real(type, quantity->real))
      return fail_layout(layout, quantity->line, quantity->path, "%.14g is too large for %s",
                         quantity->real, wb_dtype_name(scalar, name));
    wb_tensor_set(tensor, 0, lane, quantity->real);
    return WB_OK;
  }
  enum wb_status status = evaluate_quantity(layout, quantity, layout->n_bindings, &value);
  if (status == WB_OK && !holds_int(type, value))
    status = fail_layout(layout, quantity->line, quantity->path, "%lld does not fit %s",
                         (long long)value, wb_dtype_name(scalar, name));
  if (status == WB_OK) wb_tensor_set_int(tensor, 0, lane, value);
  return status;
}

static enum wb_status lay_out_scalar(struct layout *layout, size_t index) {
  struct wb_tensor *tensor = &layout->made->args[index].before;
  struct wb_shape shape = {0};
  enum wb_status status = wb_tensor_init(tensor, tensor->type, &shape, layout->err);
  for (unsigned lane = 0; lane < tensor->type.lanes && status == WB_OK; lane++)
    status = set_scalar(layout, index, lane);
  return status;
}

/* case.n means one thing: a parameter named as a size must be that size. */
static enum wb_status check_shared_name(const struct layout *layout, size_t index) {
  const struct wb_param *param = &layout->puzzle->params[index];
  const struct wb_spec_param *spec = &layout->spec->params[index];
  const struct wb_tensor *tensor = &layout->made->args[index].before;
  for (size_t i = 0; i < layout->n_sizes; i++) {
    const struct wb_expression_name *size = &layout->bindings[i];
    if (strcmp(size->name, param->name) != 0) continue;
    if (param->kind == WB_PARAM_SCALAR && param->type.lanes == 1 &&
        wb_tensor_get_int(tensor, 0, 0) == size->value)
      continue;
    return fail_layout(
        layout, spec->line, spec->path,
        "'%s' is a size of this case too; only a scalar with that size as its value may "
        "share the name",
        param->name);
  }
  return WB_OK;
}

/* ---- the rest of a parameter ---------------------------------------------------- */

static enum wb_status check_fill(const struct layout *layout, size_t index) {
  const struct wb_spec_fill *fill = &layout->spec->params[index].fill;
  const struct wb_tensor *tensor = &layout->made->args[index].before;
  struct wb_dtype scalar = {tensor->type.scalar, 1};
  char name[WB_DTYPE_NAME_MAX];
  double last = 0;
  if (layout->from->fills[index].given) fill = &layout->from->fills[index];
  double count = (double)wb_tensor_count(tensor) * tensor->type.lanes;
  if (!fill->given) return WB_OK;
  if (fill->fill.kind == WB_FILL_PERMUTATION) last = count - 1;
  if (fill->fill.kind == WB_FILL_RANGE) last = fill->fill.first + (count - 1) * fill->fill.step;
  if (fabs(last) < 0x1p62 ? holds_int(scalar.scalar, (int64_t)trunc(last))
                          : holds_real(scalar.scalar, last) && wb_scalar_is_float(scalar.scalar))
    return WB_OK;
  /* A range of floats may round on its way, a permutation may not. */
  if (fill->fill.kind == WB_FILL_RANGE && wb_scalar_is_float(scalar.scalar) &&
      holds_real(scalar.scalar, last))
    return WB_OK;
  return fail_layout(layout, fill->line, fill->path, "reaches %.14g, which does not fit %s", last,
                     wb_dtype_name(scalar, name));
}

static enum wb_status lay_out_tolerance(struct layout *layout, size_t index) {
  const struct wb_spec_param *param = &layout->spec->params[index];
  struct wb_case_arg *arg = &layout->made->args[index];
  enum wb_status status = WB_OK;
  int64_t scale = 0;
  arg->tolerance = param->tolerance;
  if (param->scale_by.kind == WB_QUANTITY_REAL) {
    arg->tolerance.scale_by = param->scale_by.real;
  } else if (param->scale_by.kind != WB_QUANTITY_NONE) {
    status = evaluate_quantity(layout, &param->scale_by, layout->n_bindings, &scale);
    arg->tolerance.scale_by = (double)scale;
  }
  if (status == WB_OK && param->scale_by.kind != WB_QUANTITY_NONE &&
      !(arg->tolerance.scale_by >= 1 && arg->tolerance.scale_by <= 1e12))
    status = fail_layout(layout, param->scale_by.line, param->scale_by.path,
                         "is %.14g; it multiplies the tolerance and must be at least 1",
                         arg->tolerance.scale_by);
  return status;
}

static enum wb_status lay_out_array(struct layout *layout, size_t index) {
  enum wb_param_kind kind = layout->puzzle->params[index].kind;
  enum wb_status status = lay_out_shape(layout, index, layout->n_sizes);
  if (status == WB_OK && kind != WB_PARAM_OUTPUT) status = check_fill(layout, index);
  if (status == WB_OK && kind != WB_PARAM_INPUT) {
    layout->made->args[index].expected = layout->made->args[index].before;
    status = lay_out_tolerance(layout, index);
  }
  return status;
}

static enum wb_status lay_out_param(struct layout *layout, size_t index) {
  static enum wb_status (*const by_kind[])(struct layout *, size_t) = {
      [WB_PARAM_INPUT] = lay_out_array, [WB_PARAM_OUTPUT] = lay_out_array,
      [WB_PARAM_INOUT] = lay_out_array, [WB_PARAM_SCALAR] = lay_out_scalar,
      [WB_PARAM_LOCAL] = lay_out_local,
  };
  const struct wb_param *param = &layout->puzzle->params[index];
  layout->made->args[index].before.type = param->type;
  enum wb_status status = by_kind[param->kind](layout, index);
  if (status == WB_OK) status = check_shared_name(layout, index);
  return status;
}

static enum wb_status check_total(const struct layout *layout) {
  size_t total = 0;
  for (size_t i = 0; i < layout->made->n_args; i++) {
    enum wb_param_kind kind = layout->puzzle->params[i].kind;
    size_t times = kind == WB_PARAM_INOUT ? 2 : kind == WB_PARAM_LOCAL ? 0 : 1;
    total += times * wb_tensor_bytes(&layout->made->args[i].before);
  }
  if (total <= MAX_CASE_BYTES) return WB_OK;
  return fail_layout(layout, layout->from->line, layout->from->path,
                     "its arrays take %zu MiB together; at most %zu are allowed", total >> 20,
                     MAX_CASE_BYTES >> 20);
}

static enum wb_status lay_out_budget(struct layout *layout, unsigned counter,
                                     const struct wb_quantity *budget, struct wb_budget *out) {
  int64_t limit;
  enum wb_status status = evaluate_quantity(layout, budget, layout->n_bindings, &limit);
  if (status == WB_OK && limit < 0)
    status = fail_layout(layout, budget->line, budget->path, "is %lld; a budget cannot be negative",
                         (long long)limit);
  if (status == WB_OK && wb_counter_is_wanted(counter) && limit > 100)
    status = fail_layout(layout, budget->line, budget->path, "is %lld; it is at most 100 percent",
                         (long long)limit);
  if (status == WB_OK) *out = (struct wb_budget){wb_counter_names()[counter], (uint64_t)limit};
  return status;
}

/* What a model counts, as pieces of memory, is a matter of sizes that were chosen for it. */
static enum wb_status lay_out_budgets(struct layout *layout) {
  enum wb_status status = WB_OK;
  for (unsigned i = 0; i < WB_BUDGET_COUNTERS && status == WB_OK; i++)
    if (layout->spec->budgets[i].kind != WB_QUANTITY_NONE &&
        !(layout->from->is_drawn && wb_counter_is_modelled(i)))
      status = lay_out_budget(layout, i, &layout->spec->budgets[i],
                              &layout->made->budgets[layout->made->n_budgets++]);
  for (size_t i = 0; i < layout->spec->n_array_budgets && status == WB_OK; i++) {
    const struct wb_spec_array_budget *budget = &layout->spec->array_budgets[i];
    struct wb_array_budget *made = &layout->made->array_budgets[layout->made->n_array_budgets++];
    made->param = budget->param;
    status = lay_out_budget(layout, budget->counter, &budget->limit, &made->of);
  }
  return status;
}

/* The same everywhere and for good, wherever the puzzle stands in its course: FNV-1a of the name,
 * spread by the place of the case. */
uint64_t wb_spec_seed(const char *slug, size_t place) {
  uint64_t hash = UINT64_C(0xCBF29CE484222325);
  for (const char *at = wb_slug_name(slug); *at != '\0'; at++)
    hash = (hash ^ (unsigned char)*at) * UINT64_C(0x100000001B3);
  return wb_random_at(hash, place);
}

struct wb_case *wb_case_share(struct wb_case *made) {
  made->others++;
  return made;
}

size_t wb_case_size(const struct wb_case *made) {
  size_t bytes = 0;
  for (size_t i = 0; i < made->n_args; i++) {
    if (made->args[i].before.data != NULL) bytes += wb_tensor_bytes(&made->args[i].before);
    if (made->args[i].expected.data != NULL) bytes += wb_tensor_bytes(&made->args[i].expected);
  }
  for (size_t i = 0; i < made->printed.count; i++)
    bytes += strlen(made->printed.items[i]) + sizeof made->printed.items[i];
  return bytes;
}

bool wb_puzzle_prints_in_order(const struct wb_puzzle *puzzle) {
  return puzzle->printed != NULL && strcmp(puzzle->printed, "given") == 0;
}

uint64_t wb_case_output_bytes(const struct wb_puzzle *puzzle, const struct wb_case *made) {
  enum { LINE_BYTES = 128 };
  uint64_t all = 0;
  for (size_t i = 0; i < made->n_stages; i++) {
    const struct wb_case_stage *stage = &made->stages[i];
    uint64_t items = 1;
    for (unsigned d = 0; d < stage->dimensions; d++) items *= stage->global[d];
    all += items;
  }
  return puzzle->limits.output_bytes + (made->visible ? 0 : all * LINE_BYTES);
}

void wb_case_free(struct wb_case *made) {
  if (made == NULL || made->others-- > 0) return;
  for (size_t i = 0; i < made->n_args; i++) {
    wb_tensor_release(&made->args[i].before);
    wb_tensor_release(&made->args[i].expected);
  }
  wb_case_set_stages(made, 0);
  wb_names_release(&made->printed);
  free(made->args);
  free(made->sizes);
  free(made->name);
  free(made);
}

static size_t place_of(const struct wb_spec *spec, const struct wb_spec_case *one) {
  return one == &spec->extra ? spec->n_cases : (size_t)(one - spec->cases);
}

/* Behind the numbers that arrays are filled by (case.c). */
static int64_t vary_size(const struct wb_spec_size *size, size_t place, uint64_t seed) {
  const uint64_t span = (uint64_t)size->high - (uint64_t)size->low + 1;
  if (seed == WB_SEED_OF_LEAST) return size->low;
  if (seed == WB_SEED_OF_MOST) return size->high;
  return size->low + (int64_t)(wb_random_at(seed, WB_SPEC_MAX_PARAMS + place) % span);
}

enum wb_status wb_spec_lay_out(const struct wb_puzzle *puzzle, const struct wb_spec_case *from,
                               const uint64_t *seed, struct wb_case **made, struct wb_error *err) {
  const struct wb_spec *spec = puzzle->spec;
  struct layout layout = {.puzzle = puzzle, .spec = spec, .from = from, .err = err};
  struct wb_case *one = wb_alloc(sizeof *one);
  one->name = wb_strdup(layout.from->name);
  one->visible = layout.from->visible;
  one->subgroup = layout.from->subgroup;
  one->seed = seed != NULL     ? *seed
              : from->has_seed ? from->seed
                               : wb_spec_seed(puzzle->slug, place_of(spec, from));
  one->order_seed = one->seed;
  one->sizes = wb_alloc((from->n_sizes + 1) * sizeof *one->sizes);
  one->args = wb_alloc(puzzle->n_params * sizeof *one->args);
  one->n_args = puzzle->n_params;
  layout.made = one;
  for (size_t i = 0; i < from->n_sizes; i++) {
    const struct wb_spec_size *size = &from->sizes[i];
    one->sizes[i] = seed != NULL && size->varies ? vary_size(size, i, *seed) : size->value;
    add_binding(&layout, size->name, one->sizes[i]);
  }
  layout.n_sizes = layout.n_bindings;
  enum wb_status status = puzzle->is_host ? WB_OK : lay_out_launch(&layout);
  for (size_t i = 0; i < puzzle->n_params && status == WB_OK; i++)
    status = lay_out_param(&layout, i);
  if (status == WB_OK) status = check_total(&layout);
  if (status == WB_OK) status = lay_out_budgets(&layout);
  if (status != WB_OK) {
    wb_case_free(one);
    one = NULL;
  }
  *made = one;
  return status;
}
