/* The same launch in other orders of work-items. There is no reference: that the
 * orders leave different bytes behind is told as a warning, for it may be meant so. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "cli/emulate_work.h"
#include "device/schedule.h"
#include "judge/case_orders.h"
#include "judge/case_run.h"

enum { SHUFFLE_SEED = 1, VALUE_MAX = 64 };

/* What the first order left in the buffers that the kernel may write. */
struct left {
  struct wb_tensor of[WB_MAX_ARGS]; /* no data: not compared */
  bool told[WB_MAX_ARGS];
};

static enum wb_status read_buffer(struct wb_emulate_work *w, size_t i, struct wb_tensor *content,
                                  struct wb_error *err) {
  const struct wb_shape shape = {.rank = 1, .size = {w->bytes[i] / wb_dtype_size(w->types[i])}};
  enum wb_status status = wb_tensor_init(content, w->types[i], &shape, err);
  if (status == WB_OK)
    status =
        wb_buffer_read(w->device, w->buffers[i], 0, content->data, wb_tensor_bytes(content), err);
  return status;
}

static enum wb_status read_all(struct wb_emulate_work *w, struct left *left, struct wb_error *err) {
  enum wb_status status = WB_OK;
  for (size_t i = 0; i < w->job->n_args && status == WB_OK; i++)
    if (w->buffers[i] != 0 && !w->job->args[i].read_only)
      status = read_buffer(w, i, &left->of[i], err);
  return status;
}

static enum wb_status make_anew(struct wb_emulate_work *w, struct wb_error *err) {
  enum wb_status status = WB_OK;
  for (size_t i = 0; i < w->job->n_args && status == WB_OK; i++) {
    if (w->buffers[i] == 0) continue;
    status = wb_buffer_release(w->device, w->buffers[i], err);
    w->buffers[i] = 0;
  }
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
static enum wb_status compare(struct wb_emulate_work *w, struct left *left,
                              const struct wb_schedule *order, struct wb_error *err) {
  enum wb_status status = WB_OK;
  for (size_t i = 0; i < w->job->n_args && status == WB_OK; i++) {
    struct wb_tensor after = {0};
    if (left->of[i].data == NULL || left->told[i]) continue;
    status = read_buffer(w, i, &after, err);
    if (status == WB_OK && memcmp(left->of[i].data, after.data, wb_tensor_bytes(&after)) != 0) {
      tell_difference(w, i, &left->of[i], &after, order);
      left->told[i] = true;
    }
    wb_tensor_release(&after);
  }
  return status;
}

static enum wb_status try_order(struct wb_emulate_work *w, struct left *left,
                                const struct wb_schedule *order, struct wb_error *err) {
  struct wb_case_result *result = w->job->result.result.cases;
  struct wb_case_result other = {.verdict = WB_VERDICT_ACCEPTED, .detail = wb_strdup("")};
  struct wb_outcome *outcome = wb_alloc(sizeof *outcome);
  wb_outcome_init(outcome);
  enum wb_status status = make_anew(w, err);
  if (status == WB_OK) status = wb_emulate_launch(w, order, 0, outcome, err);
  if (status == WB_OK) {
    wb_case_take_outcome(outcome, &other);
    other.order = *order;
    wb_case_add_order(result, &other);
    w->job->result.result.verdict = result->verdict;
    w->job->result.n_orders++;
    if (other.verdict == WB_VERDICT_ACCEPTED) status = compare(w, left, order, err);
  }
  wb_case_result_release(&other);
  wb_outcome_release(outcome);
  free(outcome);
  return status;
}

enum wb_status wb_emulate_try_orders(struct wb_emulate_work *w, struct wb_error *err) {
  struct wb_case_result *result = w->job->result.result.cases;
  const struct wb_case_job how = {.info = &w->info,
                                  .may_depend_on_order = w->kernel.may_depend_on_order};
  struct left *left = wb_alloc(sizeof *left);
  enum wb_status status = WB_OK;
  result->order = w->job->schedule;
  w->job->result.n_orders = 1;
  if (wb_case_needs_orders(&how, result)) {
    status = read_all(w, left, err);
    for (size_t i = 0; i < WB_SCHEDULE_ORDERS && status == WB_OK; i++) {
      const struct wb_schedule order = wb_schedule_order(i, SHUFFLE_SEED);
      if (order.kind == w->job->schedule.kind || result->verdict != WB_VERDICT_ACCEPTED) continue;
      status = try_order(w, left, &order, err);
    }
  } else {
    w->job->result.order_proven = w->info.checks && result->verdict == WB_VERDICT_ACCEPTED;
  }
  for (size_t i = 0; i < WB_MAX_ARGS; i++) wb_tensor_release(&left->of[i]);
  free(left);
  return status;
}
