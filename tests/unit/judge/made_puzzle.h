/* A puzzle made by hand, without Lua: out[i] = a[i] + 10, two visible cases of
 * 4 and 100 elements and a hidden one of 5. */
#ifndef WB_TESTS_MADE_PUZZLE_H
#define WB_TESTS_MADE_PUZZLE_H

#include <time.h>

#include "base/str.h"
#include "judge/engine.h"
#include "unit/device/fake_worker.h"

struct made {
  struct wb_param params[3];
  struct wb_puzzle puzzle;
  struct wb_budget budget;
  enum wb_status load_fails, make_fails;
  size_t size; /* of every case, unless 0 */
  /* Cases are made in two steps, the first of which takes longer than compiling, unless it is to
   * end `at_once`; how often the second was taken, and whether the case was under way (case_begun)
   * by then. */
  bool in_steps, at_once, case_begun, expected_late;
  enum wb_status expected_fails;
  unsigned n_expected;
};

static const size_t made_sizes[3] = {4, 100, 5};

static inline void made_init(struct made *made, const char *entry) {
  memset(made, 0, sizeof *made);
  made->params[0] = (struct wb_param){
      .name = (char *)(uintptr_t) "out", .kind = WB_PARAM_OUTPUT, .type = {WB_FLOAT, 1}};
  made->params[1] = (struct wb_param){
      .name = (char *)(uintptr_t) "a", .kind = WB_PARAM_INPUT, .type = {WB_FLOAT, 1}};
  made->params[2] = (struct wb_param){
      .name = (char *)(uintptr_t) "n", .kind = WB_PARAM_SCALAR, .type = {WB_UINT, 1}};
  made->puzzle.slug = (char *)(uintptr_t) "01-add";
  made->puzzle.entry = (char *)(uintptr_t)entry;
  made->puzzle.params = made->params;
  made->puzzle.n_params = 3;
  made->puzzle.n_cases = 3;
  made->puzzle.limits.time_ms = 100;
}

static inline enum wb_status made_load(void *data, const struct wb_puzzle **puzzle,
                                       struct wb_error *err) {
  struct made *made = data;
  if (made->load_fails != WB_OK)
    return wb_fail_at(err, made->load_fails, "puzzle.lua:3", "no such field");
  *puzzle = &made->puzzle;
  return WB_OK;
}

static inline enum wb_status made_name(void *data, size_t index, const char **name, bool *visible) {
  (void)data;
  *name = index == 0 ? "four" : index == 1 ? "hundred" : "secret name";
  *visible = index < 2;
  return WB_OK;
}

static inline enum wb_status made_make(void *data, size_t index, struct wb_case **out,
                                       struct wb_error *err) {
  struct made *made = data;
  size_t n = made->size > 0 ? made->size : made_sizes[index];
  struct wb_shape shape = {1, {n}}, scalar = {0, {0}};
  struct wb_case *c;
  if (made->make_fails != WB_OK && index == 1)
    return wb_fail_at(err, made->make_fails, "puzzle.lua:9", "reference: an error");
  c = wb_alloc(sizeof *c);
  c->dimensions = 1;
  c->global[0] = (n + 3) / 4 * 4;
  c->local[0] = 4;
  c->n_args = 3;
  c->args = wb_alloc(3 * sizeof *c->args);
  wb_tensor_init(&c->args[0].expected, made->params[0].type, &shape, err);
  wb_tensor_init(&c->args[1].before, made->params[1].type, &shape, err);
  wb_tensor_init(&c->args[2].before, made->params[2].type, &scalar, err);
  for (size_t i = 0; i < n; i++) {
    wb_tensor_set(&c->args[1].before, i, 0, (double)i);
    wb_tensor_set(&c->args[0].expected, i, 0, (double)i + 10);
  }
  wb_tensor_set(&c->args[2].before, 0, 0, (double)n);
  c->args[0].tolerance = wb_tolerance_default(WB_FLOAT);
  if (made->budget.counter != NULL) {
    c->budgets[0] = made->budget;
    c->n_budgets = 1;
  }
  wb_case_set_stages(c, 1);
  wb_case_usual_stage(&made->puzzle, c, &c->stages[0]);
  *out = c;
  return WB_OK;
}

static inline void made_free(struct wb_case *c) {
  if (c == NULL) return;
  for (size_t i = 0; i < c->n_args; i++) {
    wb_tensor_release(&c->args[i].before);
    wb_tensor_release(&c->args[i].expected);
  }
  wb_case_set_stages(c, 0);
  free(c->args);
  free(c);
}

static inline enum wb_status made_inputs(void *data, size_t index, struct wb_case **out,
                                         struct wb_error *err) {
  const struct timespec longer = {.tv_nsec = 100000000};
  const enum wb_status status = made_make(data, index, out, err);
  if (status != WB_OK) return status;
  for (size_t i = 0; i < wb_tensor_count(&(*out)->args[0].expected); i++)
    wb_tensor_set(&(*out)->args[0].expected, i, 0, -1);
  (*out)->lacks_expected = true;
  if (!((struct made *)data)->at_once) nanosleep(&longer, NULL);
  return WB_OK;
}

static inline enum wb_status made_expected(void *data, size_t index, struct wb_case *c,
                                           struct wb_error *err) {
  struct made *made = data;
  (void)index;
  made->n_expected++;
  made->expected_late = made->case_begun;
  if (made->expected_fails != WB_OK)
    return wb_fail_at(err, made->expected_fails, "puzzle.lua:9", "reference: an error");
  for (size_t i = 0; i < wb_tensor_count(&c->args[0].expected); i++)
    wb_tensor_set(&c->args[0].expected, i, 0, (double)i + 10);
  c->lacks_expected = false;
  return WB_OK;
}

/* The device of struct wb_fake_options, in this process. */
static inline enum wb_status made_open_device(void *data, int cancel_fd, struct wb_device **device,
                                              struct wb_error *err) {
  struct wb_fake_options *options = data;
  (void)cancel_fd;
  options->kernels = fake_kernels;
  options->n_kernels = N_FAKE_KERNELS;
  return wb_fake_open(options, device, err);
}

static inline struct wb_case_source made_source(struct made *made) {
  return (struct wb_case_source){.data = made,
                                 .load = made_load,
                                 .name = made_name,
                                 .make = made_make,
                                 .free = made_free,
                                 .make_inputs = made->in_steps ? made_inputs : NULL,
                                 .make_expected = made_expected};
}

#endif
