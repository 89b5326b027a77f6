#include "judge/data.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "judge/case_compare.h"
#include "judge/preview.h"

/* ---- arrays --------------------------------------------------------------------------- */

/* The texts of elements `first` and on, of those before `end`. */
static char **texts_of(const struct wb_tensor *tensor, uint64_t first, size_t end, size_t *count) {
  *count = first < end ? end - (size_t)first : 0;
  if (*count > WB_DATA_ELEMENTS_MAX) *count = WB_DATA_ELEMENTS_MAX;
  char **texts = wb_alloc(*count * sizeof *texts);
  for (size_t i = 0; i < *count; i++) texts[i] = wb_preview_text(tensor, (size_t)first + i);
  return texts;
}

static void take_shape(const struct wb_tensor *tensor, struct wb_array_data *data) {
  data->rank = tensor->shape.rank;
  data->total = wb_tensor_count(tensor);
  for (unsigned d = 0; d < data->rank; d++) data->shape[d] = tensor->shape.size[d];
}

/* A list of so many elements, which nobody has written. */
static void take_local(const struct wb_case_arg *arg, struct wb_dtype type,
                       struct wb_array_data *data) {
  data->rank = 1;
  data->total = data->shape[0] = arg->local_bytes / wb_dtype_size(type);
}

static size_t judged_count(const struct wb_puzzle *puzzle, const struct wb_case *made,
                           size_t index) {
  return puzzle->params[index].rest_ignored ? wb_case_counted(puzzle, made, index)
                                            : wb_tensor_count(&made->args[index].expected);
}

static void take_argument(const struct wb_puzzle *puzzle, const struct wb_case *made, size_t index,
                          uint64_t first, struct wb_array_data *data) {
  const struct wb_param *param = &puzzle->params[index];
  const struct wb_case_arg *arg = &made->args[index];
  const bool judged = wb_param_is_judged(param->kind);
  char type[WB_DTYPE_NAME_MAX];
  struct wb_str note;
  wb_str_init(&note);
  wb_puzzle_outline_freedom(puzzle, index, &note);
  data->name = wb_strdup(param->name);
  data->role = wb_strdup(wb_param_kind_name(param->kind));
  data->type = wb_strdup(wb_dtype_name(param->type, type));
  data->note = wb_strdup(note.data + strspn(note.data, ", "));
  if (param->kind == WB_PARAM_LOCAL)
    take_local(arg, param->type, data);
  else
    take_shape(judged ? &arg->expected : &arg->before, data);
  data->first = first < data->total ? first : data->total;
  if (param->kind != WB_PARAM_LOCAL && param->kind != WB_PARAM_OUTPUT)
    data->before = texts_of(&arg->before, data->first, (size_t)data->total, &data->n_before);
  if (judged)
    data->expected =
        texts_of(&arg->expected, data->first, judged_count(puzzle, made, index), &data->n_expected);
  wb_str_release(&note);
}

/* ---- for authors ----------------------------------------------------------------------- */

static void add_line(char ***lines, size_t *count, char *line) {
  char **longer = wb_alloc((*count + 1) * sizeof *longer);
  for (size_t i = 0; i < *count; i++) longer[i] = (*lines)[i];
  longer[(*count)++] = line;
  free(*lines);
  *lines = longer;
}

static void add_rule(struct wb_puzzle_data *data, char *line) {
  add_line(&data->rules, &data->n_rules, line);
}

static void add_names(struct wb_puzzle_data *data, const char *words,
                      const struct wb_names *names) {
  struct wb_str line;
  if (names->count == 0) return;
  wb_str_init(&line);
  wb_str_add(&line, words);
  for (size_t i = 0; i < names->count; i++)
    wb_str_addf(&line, "%s%s", i > 0 ? ", " : " ", names->items[i]);
  add_rule(data, wb_str_detach(&line));
}

/* What a verdict goes by in all cases. */
static void take_rules(const struct wb_puzzle *puzzle, struct wb_puzzle_data *data) {
  const struct wb_puzzle_limits *limits = &puzzle->limits;
  add_rule(data, wb_format("%s may take %u ms and %llu MiB, and print %llu KiB",
                           puzzle->is_host ? "a program, and each launch," : "a launch",
                           limits->time_ms, (unsigned long long)(limits->memory_bytes >> 20),
                           (unsigned long long)(limits->output_bytes >> 10)));
  if (limits->steps > 0)
    add_rule(data, wb_format("a work-item may take %llu steps", (unsigned long long)limits->steps));
  add_names(data, "must be launched, in this order:", &puzzle->launches);
  add_names(data, "may be defined for these:", &puzzle->defines);
  add_names(data, "a device must have", &puzzle->requires);
  add_names(data, "errors here though warnings elsewhere:", &puzzle->strict);
  add_names(data, "allowed here:", &puzzle->allow);
}

/* Those of a case, which are the same in all of them: said once. */
static void take_tolerances(const struct wb_puzzle *puzzle, const struct wb_case *made,
                            struct wb_puzzle_data *data) {
  for (size_t i = 0; i < puzzle->n_params; i++) {
    const struct wb_tolerance *by = &made->args[i].tolerance;
    const char *name = puzzle->params[i].name;
    if (!wb_param_is_judged(puzzle->params[i].kind)) continue;
    if (by->atol <= 0 && by->rtol <= 0 && by->ulp == 0)
      add_rule(data, wb_format("%s must be exact", name));
    else
      add_rule(data, wb_format("%s may differ by atol %g + rtol %g, or by %llu ulp", name, by->atol,
                               by->rtol, (unsigned long long)by->ulp));
  }
}

static void take_budgets(const struct wb_puzzle *puzzle, const struct wb_case *made,
                         struct wb_case_data *data) {
  for (size_t i = 0; i < made->n_budgets; i++)
    add_line(&data->budgets, &data->n_budgets,
             wb_format("%s at %s %llu", made->budgets[i].counter,
                       wb_counter_is_wanted(wb_counter_index(made->budgets[i].counter)) ? "least"
                                                                                        : "most",
                       (unsigned long long)made->budgets[i].limit));
  for (size_t i = 0; i < made->n_array_budgets; i++)
    add_line(&data->budgets, &data->n_budgets,
             wb_format("%s of %s at most %llu", made->array_budgets[i].of.counter,
                       puzzle->params[made->array_budgets[i].param].name,
                       (unsigned long long)made->array_budgets[i].of.limit));
}

/* ---- cases ---------------------------------------------------------------------------- */

static void take_printed(const struct wb_puzzle *puzzle, const struct wb_case *made,
                         struct wb_case_data *data) {
  const size_t total = made->printed.count;
  if (puzzle->printed == NULL) return;
  data->printed_order = wb_strdup(puzzle->printed);
  data->printed_total = total;
  data->n_printed = total < WB_DATA_ELEMENTS_MAX ? total : WB_DATA_ELEMENTS_MAX;
  data->printed = wb_alloc(data->n_printed * sizeof *data->printed);
  for (size_t i = 0; i < data->n_printed; i++) data->printed[i] = wb_strdup(made->printed.items[i]);
}

static enum wb_status take_case(const struct wb_data_job *job, const struct wb_puzzle *puzzle,
                                size_t index, struct wb_puzzle_data *data, struct wb_error *err) {
  struct wb_case_data *one = &data->cases[data->n_cases];
  struct wb_case *made = NULL;
  struct wb_str outline;
  enum wb_status status = job->cases.make(job->cases.data, index, &made, err);
  if (status != WB_OK) return status;
  wb_str_init(&outline);
  status = wb_puzzle_outline_case(puzzle, index, job->author, &outline, err);
  if (status == WB_OK) {
    data->n_cases++;
    if (made->n_stages > 1) wb_str_addf(&outline, ", %zu launches", made->n_stages);
    one->number = index + 1;
    one->name = wb_strdup(made->name);
    one->visible = made->visible;
    one->outline = wb_strdup(outline.data);
    one->n_arrays = made->n_args;
    one->arrays = wb_alloc(made->n_args * sizeof *one->arrays);
    for (size_t i = 0; i < made->n_args; i++)
      take_argument(puzzle, made, i, job->first, &one->arrays[i]);
    take_printed(puzzle, made, one);
    if (job->author) take_budgets(puzzle, made, one);
    if (job->author && data->n_cases == 1) take_tolerances(puzzle, made, data);
  }
  wb_str_release(&outline);
  job->cases.free(made);
  return status;
}

/* The case that was asked for cannot be told. */
static enum wb_status refuse_case(const struct wb_data_job *job, const struct wb_puzzle *puzzle,
                                  struct wb_error *err) {
  if (job->only_case > puzzle->n_cases)
    return wb_fail(err, WB_ERR_USAGE, "%s has %zu cases; there is no case %zu", job->slug,
                   puzzle->n_cases, job->only_case);
  return wb_fail(
      err, WB_ERR_USAGE,
      "case %zu of %s is hidden: what it gives a kernel, and what it wants back, is not shown",
      job->only_case, job->slug);
}

enum wb_status wb_data_make(const struct wb_data_job *job, struct wb_puzzle_data *data,
                            struct wb_error *err) {
  const struct wb_puzzle *puzzle = NULL;
  memset(data, 0, sizeof *data);
  enum wb_status status = job->cases.load(job->cases.data, &puzzle, err);
  if (status == WB_OK) {
    data->puzzle = wb_strdup(job->slug);
    data->cases = wb_alloc((puzzle->n_cases + 1) * sizeof *data->cases);
    if (job->author) take_rules(puzzle, data);
  }
  if (status == WB_OK && job->extra_case)
    status = take_case(job, puzzle, puzzle->n_cases, data, err);
  for (size_t i = 0; status == WB_OK && !job->extra_case && i < puzzle->n_cases; i++) {
    const char *name;
    bool visible = false;
    const bool wanted = job->only_case == 0 || job->only_case == i + 1;
    status = job->cases.name(job->cases.data, i, &name, &visible);
    const bool told = visible || job->author;
    data->hidden += status == WB_OK && !told;
    if (status == WB_OK && told && wanted) status = take_case(job, puzzle, i, data, err);
  }
  if (status == WB_OK && job->only_case > 0 && data->n_cases == 0)
    status = refuse_case(job, puzzle, err);
  if (status != WB_OK) wb_puzzle_data_release(data);
  return status;
}
