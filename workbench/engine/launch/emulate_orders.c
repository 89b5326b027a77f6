/* The same launch in other orders of work-items. There is no reference: where the orders leave
 * different bytes behind, that is a warning, since it may be intended. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "launch/emulate_private.h"
#include "finding/schedule.h"
#include "finding/order_cause.h"
#include "launch/orders.h"
#include "launch/outcome.h"

enum { SHUFFLE_SEED = 1, VALUE_MAX = 64 };
static const size_t NONE = SIZE_MAX;

/* What the first order left in the buffers that the kernel may write. */
struct left {
  struct wb_tensor of[WB_MAX_ARGS]; /* no data: not compared */
  /* Which of the result's findings is about the buffer; NONE: it is the same in all orders so
   * far. Each buffer is reported once. */
  size_t finding[WB_MAX_ARGS];
};

static enum wb_status read_buffer(struct wb_emulate_work *w, size_t i, struct wb_tensor *content,
                                  struct wb_error *err) {
  const struct wb_dtype type = w->arguments.items[i].type;
  const struct wb_shape shape = {.rank = 1, .size = {w->arguments.bytes[i] / wb_dtype_size(type)}};
  enum wb_status status = wb_tensor_init(content, type, &shape, err);
  if (status == WB_OK) status = wb_arguments_read(&w->arguments, i, content, err);
  return status;
}

static enum wb_status read_all(struct wb_emulate_work *w, struct left *left, struct wb_error *err) {
  enum wb_status status = WB_OK;
  for (size_t i = 0; i < w->job->n_args && status == WB_OK; i++)
    if (wb_arguments_buffer(&w->arguments, i) != 0 && !w->job->args[i].read_only)
      status = read_buffer(w, i, &left->of[i], err);
  return status;
}

static enum wb_status make_anew(struct wb_emulate_work *w, struct wb_error *err) {
  enum wb_status status = wb_arguments_release(&w->arguments, err);
  return status == WB_OK ? wb_emulate_make_args(w, err) : status;
}

static void tell_difference(struct wb_emulate_work *w, size_t i, const struct wb_tensor *before,
                            const struct wb_tensor *after, const struct wb_schedule *order) {
  const size_t size = wb_dtype_size(before->type), count = wb_tensor_count(before);
  const unsigned char *a = before->data, *b = after->data;
  char values[2][VALUE_MAX], words[2][WB_SCHEDULE_WORDS_MAX];
  struct wb_finding finding = {.kind = WB_ORDER_DEPENDENCE,
                               .severity = WB_SEVERITY_WARNING,
                               .memory = WB_MEMORY_GLOBAL,
                               .has_index = true,
                               .count = 1};
  size_t first = count, others = 0;
  for (size_t k = 0; k < count; k++) {
    if (memcmp(a + k * size, b + k * size, size) == 0) continue;
    if (first == count)
      first = k;
    else
      others++;
  }
  if (first == count) return;
  finding.index = (int64_t)first;
  wb_tensor_format(before, first, values[0], sizeof values[0]);
  wb_tensor_format(after, first, values[1], sizeof values[1]);
  wb_schedule_words(&w->job->schedule, words[0]);
  wb_schedule_words(order, words[1]);
  wb_schedule_text(order, finding.order, sizeof finding.order);
  snprintf(finding.kernel, sizeof finding.kernel, "%s", w->job->result.kernel);
  snprintf(finding.array, sizeof finding.array, "%s", w->kernel.params[i].name);
  int length = snprintf(finding.message, sizeof finding.message,
                        "%s[%zu] is %s when work-items run %s and %s when they run %s",
                        finding.array, first, values[0], words[0], values[1], words[1]);
  if (others > 0 && length > 0 && (size_t)length < sizeof finding.message)
    snprintf(finding.message + length, sizeof finding.message - (size_t)length,
             "; %zu other element%s differ%s", others, others == 1 ? "" : "s",
             others == 1 ? "s" : "");
  wb_case_add_finding(w->job->result.result.cases, &finding);
}

/* Each buffer is told of once, in the first order that leaves it different. */
static enum wb_status compare_order(struct wb_emulate_work *w, struct left *left,
                                    const struct wb_schedule *order, struct wb_error *err) {
  const struct wb_case_result *result = w->job->result.result.cases;
  enum wb_status status = WB_OK;
  for (size_t i = 0; i < w->job->n_args && status == WB_OK; i++) {
    struct wb_tensor after = {0};
    if (left->of[i].data == NULL || left->finding[i] != NONE) continue;
    status = read_buffer(w, i, &after, err);
    if (status == WB_OK && memcmp(left->of[i].data, after.data, wb_tensor_bytes(&after)) != 0) {
      left->finding[i] = result->n_findings;
      tell_difference(w, i, &left->of[i], &after, order);
    }
    wb_tensor_release(&after);
  }
  return status;
}

static enum wb_status try_order(struct wb_emulate_work *w, struct left *left,
                                const struct wb_schedule *order, struct wb_error *err) {
  struct wb_case_result *result = w->job->result.result.cases;
  struct wb_case_result other = {0};
  struct wb_outcome *outcome = wb_alloc(sizeof *outcome);
  wb_case_begin(&other);
  wb_outcome_init(outcome);
  enum wb_status status = make_anew(w, err);
  if (status == WB_OK) status = wb_emulate_launch(w, order, 0, outcome, err);
  if (status == WB_OK) {
    wb_case_add_outcome(outcome, 1, 1, &other);
    other.order = *order;
    wb_case_add_order(result, &other);
    w->job->result.result.verdict = result->verdict;
    w->job->result.n_orders++;
    if (other.verdict == WB_VERDICT_ACCEPTED) status = compare_order(w, left, order, err);
  }
  wb_case_result_release(&other);
  wb_outcome_release(outcome);
  free(outcome);
  return status;
}

/* ---- where they part ------------------------------------------------------------------ */

/* Records a launch in this order; a trace of no length where that fails, which costs
 * nothing but the place. */
static enum wb_status trace_in(struct wb_emulate_work *w, const struct wb_schedule *order,
                               struct wb_outcome *outcome, struct wb_error *err) {
  enum wb_status status = make_anew(w, err);
  if (status == WB_OK) status = wb_emulate_launch(w, order, WB_TRACE_MAX, outcome, err);
  return status;
}

/* Whether the launch that was recorded last left the buffer as the first order did: a recorded
 * launch runs one group after another, and may lose what interleaved groups do. */
static bool is_left_alike(struct wb_emulate_work *w, const struct left *left, size_t i,
                          struct wb_error *err) {
  struct wb_tensor after = {0};
  const bool alike = read_buffer(w, i, &after, err) != WB_OK ||
                     memcmp(left->of[i].data, after.data, wb_tensor_bytes(&after)) == 0;
  wb_tensor_release(&after);
  return alike;
}

/* Adds to the findings about a difference in the order `order` where it parts from the first
 * one, whose trace is `first`. */
static enum wb_status explain_order(struct wb_emulate_work *w, const struct left *left,
                                    const struct wb_schedule *order, const struct wb_outcome *first,
                                    struct wb_error *err) {
  struct wb_case_result *result = w->job->result.result.cases;
  struct wb_outcome *other = NULL;
  char words[sizeof result->findings->order];
  enum wb_status status = WB_OK;
  wb_schedule_text(order, words, sizeof words);
  for (size_t i = 0; i < WB_MAX_ARGS && status == WB_OK; i++) {
    struct wb_finding *finding =
        left->finding[i] != NONE ? &result->findings[left->finding[i]] : NULL;
    struct wb_order_cause cause;
    if (finding == NULL || strcmp(finding->order, words) != 0) continue;
    if (other == NULL) {
      other = wb_alloc(sizeof *other);
      wb_outcome_init(other);
      status = trace_in(w, order, other, err);
    }
    const struct wb_order_run runs[2] = {{first->trace, first->trace_length},
                                         {other->trace, other->trace_length}};
    if (status == WB_OK && runs[1].length > 0 && !is_left_alike(w, left, i, err) &&
        wb_order_cause_find(runs, finding->array, (uint64_t)finding->index, &cause))
      wb_case_name_cause(finding, &cause);
  }
  if (other != NULL) wb_outcome_release(other);
  free(other);
  return status;
}

/* All that differs. The kernel is built once more, so that it can be recorded, unless it was
 * before. */
static enum wb_status explain_orders(struct wb_emulate_work *w, const struct left *left,
                                     struct wb_error *err) {
  struct wb_build_result plain = w->built;
  struct wb_outcome *first = wb_alloc(sizeof *first);
  wb_outcome_init(first);
  enum wb_status status = WB_OK;
  if (!w->job->profile) status = wb_emulate_build_traced(w, err);
  if (status == WB_OK) status = trace_in(w, &w->job->schedule, first, err);
  for (size_t i = 0; i < WB_SCHEDULE_ORDERS && status == WB_OK && first->trace_length > 0; i++) {
    const struct wb_schedule order = wb_schedule_order(i, SHUFFLE_SEED);
    if (order.kind != w->job->schedule.kind) status = explain_order(w, left, &order, first, err);
  }
  if (!w->job->profile) {
    wb_build_result_release(&w->built);
    w->built = plain;
  }
  wb_outcome_release(first);
  free(first);
  return status;
}

static bool buffer_differs(const struct left *left) {
  bool found = false;
  for (size_t i = 0; i < WB_MAX_ARGS; i++) found |= left->finding[i] != NONE;
  return found;
}

enum wb_status wb_emulate_try_orders(struct wb_emulate_work *w, struct wb_error *err) {
  struct wb_case_result *result = w->job->result.result.cases;
  struct left *left = wb_alloc(sizeof *left);
  enum wb_status status = WB_OK;
  for (size_t i = 0; i < WB_MAX_ARGS; i++) left->finding[i] = NONE;
  result->order = w->job->schedule;
  w->job->result.n_orders = 1;
  const size_t orders = wb_case_orders(w->info.checks, w->kernel.n_orders, result);
  if (orders > 1) {
    status = read_all(w, left, err);
    for (size_t i = 0; i < orders && status == WB_OK; i++) {
      const struct wb_schedule order = wb_schedule_order(i, SHUFFLE_SEED);
      if (order.kind == w->job->schedule.kind || result->verdict != WB_VERDICT_ACCEPTED) continue;
      status = try_order(w, left, &order, err);
    }
    if (status == WB_OK && buffer_differs(left)) {
      struct wb_error unimportant = {0};
      explain_orders(w, left, &unimportant);
    }
  } else {
    w->job->result.order_proven = w->info.checks && result->verdict == WB_VERDICT_ACCEPTED;
  }
  for (size_t i = 0; i < WB_MAX_ARGS; i++) wb_tensor_release(&left->of[i]);
  free(left);
  return status;
}
