#include "judge/case_orders.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "finding/schedule.h"
#include "finding/order_cause.h"

/* ---- what another order shows ---------------------------------------------------- */

/* The outputs of the order that is wrong are those to look at. */
static void take_outputs(struct wb_case_result *result, struct wb_case_result *other) {
  const struct wb_case_result before = *result;
  result->first_mismatch = other->first_mismatch;
  result->mismatches = other->mismatches;
  result->printed = other->printed;
  if (result->prints_judged) result->text = other->text;
  result->previews = other->previews;
  result->n_previews = other->n_previews;
  other->first_mismatch = before.first_mismatch;
  other->mismatches = before.mismatches;
  other->printed = before.printed;
  if (result->prints_judged) other->text = before.text;
  other->previews = before.previews;
  other->n_previews = before.n_previews;
}

static void depends_on_order(const struct wb_case *made, struct wb_case_result *result,
                             const struct wb_schedule *right, const struct wb_schedule *wrong) {
  const struct wb_mismatch *mismatch = &result->first_mismatch;
  struct wb_finding finding = {.kind = WB_ORDER_DEPENDENCE,
                               .severity = WB_SEVERITY_ERROR,
                               .memory = WB_MEMORY_GLOBAL,
                               .has_index = mismatch->present,
                               .index = (int64_t)mismatch->index,
                               .count = 1};
  char right_words[WB_SCHEDULE_WORDS_MAX], wrong_words[WB_SCHEDULE_WORDS_MAX];
  wb_schedule_words(right, right_words);
  wb_schedule_words(wrong, wrong_words);
  wb_schedule_text(wrong, finding.order, sizeof finding.order);
  snprintf(finding.kernel, sizeof finding.kernel, "%s", wb_case_entry(made));
  if (mismatch->present) snprintf(finding.array, sizeof finding.array, "%s", mismatch->array);
  if (!mismatch->present && result->printed.present) finding.memory = WB_MEMORY_NONE;
  snprintf(finding.message, sizeof finding.message,
           "%.63s%.40s is right when work-items run %s and wrong when they run %s",
           mismatch->present ? finding.array : "what is printed",
           mismatch->present ? mismatch->position : "", right_words, wrong_words);
  result->right = *right;
  wb_case_add_finding(result, &finding);
  wb_case_verdict(result, WB_VERDICT_RUNTIME_ERROR, "%s", "");
}

/* Adds to `result` what `other`, of another order, shows. True where nothing
 * that a further order shows could matter. */
static bool combine_results(const struct wb_case *made, struct wb_case_result *result,
                            struct wb_case_result *other) {
  const struct wb_schedule first = result->order;
  wb_case_add_order(result, other);
  if (!wb_case_has_ended(result)) return true;
  if (wb_case_is_right(result) && !wb_case_is_right(other)) {
    take_outputs(result, other);
    result->order = other->order;
    depends_on_order(made, result, &first, &other->order);
  } else if (!wb_case_is_right(result) && wb_case_is_right(other)) {
    depends_on_order(made, result, &other->order, &first);
  }
  return !wb_case_has_ended(result);
}

/* ---- launching ------------------------------------------------------------------- */

static enum wb_status judge_in(const struct wb_case_job *job, const struct wb_case *made,
                               struct wb_case_result *result, struct wb_error *err) {
  struct wb_case_run *run = wb_case_run_new();
  enum wb_status status = wb_case_launch(run, job, made, err);
  if (status == WB_OK)
    status = wb_case_finish(run, result, err);
  else
    wb_case_abandon(run);
  free(run);
  return status;
}

/* One after the other: a launch of several kernels, and of large buffers. */
static enum wb_status try_in_turn(const struct wb_case_job *jobs, size_t n,
                                  const struct wb_case *made, struct wb_case_result *result,
                                  struct wb_error *err) {
  enum wb_status status = WB_OK;
  bool decided = false;
  for (size_t i = 0; i < n && status == WB_OK && !decided; i++) {
    struct wb_case_result other = {.visible = result->visible};
    status = judge_in(&jobs[i], made, &other, err);
    if (status == WB_OK) decided = combine_results(made, result, &other);
    wb_case_result_release(&other);
  }
  return status;
}

/* What the others come to is of no interest. */
static void forget_runs(struct wb_device *device, struct wb_case_run *const *runs, size_t n) {
  struct wb_error unsaid;
  if (n > 0) wb_device_finish(device, &unsaid);
  for (size_t i = 0; i < n; i++) {
    wb_arguments_release(&runs[i]->arguments, NULL);
    wb_case_abandon(runs[i]);
  }
}

/* All launches beside each other, or in a row, since each has buffers of its own. One that ends
 * badly cancels those after it, and decides. */
static enum wb_status try_together(const struct wb_case_job *jobs, size_t n,
                                   const struct wb_case *made, struct wb_case_result *result,
                                   struct wb_error *err) {
  struct wb_case_run *runs[WB_SCHEDULE_ORDERS];
  enum wb_status status = WB_OK;
  size_t launched = 0, judged = 0;
  bool decided = false;
  while (launched < n && status == WB_OK) {
    runs[launched] = wb_case_run_new();
    status = wb_case_launch(runs[launched], &jobs[launched], made, err);
    launched++;
  }
  for (size_t i = 0; i < n && status == WB_OK; i++) wb_case_ask(runs[i]);
  while (judged < n && status == WB_OK && !decided) {
    struct wb_case_result other = {.visible = result->visible};
    status = wb_case_finish(runs[judged++], &other, err);
    if (status == WB_OK) decided = combine_results(made, result, &other);
    wb_case_result_release(&other);
  }
  forget_runs(jobs->device, runs + judged, launched - judged);
  for (size_t i = 0; i < launched; i++) free(runs[i]);
  return status;
}

enum wb_status wb_case_try_orders(const struct wb_case_job *job, const struct wb_case *made,
                                  size_t orders, uint64_t number, struct wb_case_result *result,
                                  struct wb_error *err) {
  enum { MOST_BYTES = 1 << 20 };
  struct wb_case_job jobs[WB_SCHEDULE_ORDERS];
  const bool together =
      made->n_stages == 1 && wb_case_bytes(job->puzzle, made) <= (size_t)MOST_BYTES;
  size_t n = 0;
  for (size_t i = 0; i < orders; i++) {
    const struct wb_schedule schedule = wb_schedule_order(i, number);
    if (schedule.kind == job->schedule.kind) continue;
    jobs[n] = *job;
    jobs[n++].schedule = schedule;
  }
  return together ? try_together(jobs, n, made, result, err)
                  : try_in_turn(jobs, n, made, result, err);
}

/* ---- where they part --------------------------------------------------------------- */

static struct wb_finding *dependence_of(const struct wb_case_result *result) {
  struct wb_finding *found = NULL;
  for (size_t i = 0; i < result->n_findings && found == NULL; i++)
    if (result->findings[i].kind == WB_ORDER_DEPENDENCE) found = &result->findings[i];
  return found;
}

bool wb_case_depends_on_order(const struct wb_case_result *result) {
  return dependence_of(result) != NULL;
}

/* What the buffers hold, one after the other, once a launch has ended; appended. */
static enum wb_status read_buffers(const struct wb_case_run *run, struct wb_str *out,
                                   struct wb_error *err) {
  enum wb_status status = WB_OK;
  for (size_t i = 0; i < run->arguments.count && status == WB_OK; i++) {
    const wb_handle buffer = wb_arguments_buffer(&run->arguments, i);
    const size_t bytes = run->arguments.bytes[i];
    if (buffer == 0 || bytes == 0) continue;
    void *content = wb_alloc(bytes);
    status = wb_buffer_read(run->job->device, buffer, 0, content, bytes, err);
    if (status == WB_OK) wb_str_add_bytes(out, content, bytes);
    free(content);
  }
  return status;
}

/* FNV-1a. */
static uint64_t hash_of(const struct wb_str *content) {
  uint64_t hash = UINT64_C(0xCBF29CE484222325);
  for (size_t i = 0; i < content->length; i++)
    hash = (hash ^ (unsigned char)content->data[i]) * UINT64_C(0x100000001B3);
  return hash;
}

/* Makes all launches; what the buffers hold after each of them, as a number. */
static enum wb_status hash_launches(const struct wb_case_job *job, const struct wb_case *made,
                                    uint64_t *hashes, struct wb_error *err) {
  struct wb_case_run *run = wb_case_run_new();
  struct wb_str content;
  wb_str_init(&content);
  enum wb_status status = wb_case_launch(run, job, made, err);
  for (size_t i = 0; i < made->n_stages && status == WB_OK; i++) {
    status = wb_case_run_to(run, i, err);
    wb_str_clear(&content);
    if (status == WB_OK) status = read_buffers(run, &content, err);
    hashes[i] = hash_of(&content);
  }
  if (status == WB_OK) status = wb_arguments_release(&run->arguments, err);
  wb_case_abandon(run);
  free(run);
  wb_str_release(&content);
  return status;
}

/* The first launch after which the buffers are not the same in both orders; `n_stages` where they
 * always are, or that is not found out. */
static size_t find_parting_launch(const struct wb_case_job *job, const struct wb_case *made,
                                  const struct wb_schedule orders[2], struct wb_error *err) {
  enum { MOST_BYTES = 256 << 20 }; /* that are read for it */
  const size_t n = made->n_stages;
  struct wb_case_job how = *job;
  uint64_t *hashes = wb_alloc(2 * n * sizeof *hashes);
  size_t at = 0;
  enum wb_status status = WB_OK;
  if (n == 1) goto out;
  if (wb_case_bytes(job->puzzle, made) > MOST_BYTES / n) at = n;
  for (size_t i = 0; i < 2 && status == WB_OK && at < n; i++) {
    how.schedule = orders[i];
    status = hash_launches(&how, made, hashes + i * n, err);
  }
  if (status != WB_OK) at = n;
  while (at < n && hashes[at] == hashes[n + at]) at++;
out:
  free(hashes);
  return at;
}

/* Traces the job's launch; *outcome is released by the caller, and so is what the buffers hold
 * afterwards. */
static enum wb_status trace_in(const struct wb_case_job *job, const struct wb_case *made,
                               struct wb_outcome *outcome, struct wb_str *content,
                               struct wb_error *err) {
  struct wb_case_run *run = wb_case_run_new();
  enum wb_status status = wb_case_launch(run, job, made, err);
  if (status == WB_OK) status = wb_case_run_to(run, job->traced_stage, err);
  if (status == WB_OK) status = read_buffers(run, content, err);
  if (status == WB_OK) status = wb_arguments_release(&run->arguments, err);
  *outcome = run->outcome; /* whose texts are on the heap */
  wb_outcome_init(&run->outcome);
  wb_case_abandon(run);
  free(run);
  return status;
}

static bool are_equal(const struct wb_str *a, const struct wb_str *b) {
  return a->length == b->length && memcmp(a->data, b->data, a->length) == 0;
}

/* An element of an array, by the name that the kernel of a launch has for it. */
struct element {
  bool there;
  uint64_t index;
  char array[WB_FINDING_NAME_MAX];
};

/* The kernel's name for a parameter of the puzzle, which it takes in this launch. */
static bool name_param(const struct wb_case_job *job, const struct wb_case_stage *stage,
                       size_t param, char name[WB_FINDING_NAME_MAX]) {
  struct wb_kernel_info *info = wb_alloc(sizeof *info);
  size_t at = 0;
  while (at < stage->n_args && stage->args[at].param != param) at++;
  const bool known = at < stage->n_args &&
                     wb_kernel_info(job->device, job->program, stage->entry, info, NULL) == WB_OK;
  if (known) snprintf(name, WB_FINDING_NAME_MAX, "%s", info->params[at].name);
  free(info);
  return known;
}

/* The first element that differs in what read_buffers gave for the two orders. */
static struct element find_element(const struct wb_case_job *job, const struct wb_case *made,
                                   const struct wb_str contents[2]) {
  struct element element = {.there = false};
  size_t byte = 0, begin = 0;
  if (contents[0].length != contents[1].length) return element;
  while (byte < contents[0].length && contents[0].data[byte] == contents[1].data[byte]) byte++;
  for (size_t i = 0; i < made->n_args && byte < contents[0].length; i++) {
    const size_t bytes = wb_case_buffer_bytes(job->puzzle, made, i);
    if (byte >= begin + bytes) {
      begin += bytes;
      continue;
    }
    element.index = (byte - begin) / wb_dtype_size(job->puzzle->params[i].type);
    element.there = name_param(job, &made->stages[job->traced_stage], i, element.array);
    break;
  }
  return element;
}

/* Traces one launch in both orders, and says where they part in it. */
static bool find_cause(const struct wb_case_job *job, const struct wb_case *made,
                       const struct wb_schedule orders[2], const struct wb_finding *finding,
                       struct wb_order_cause *cause) {
  struct wb_case_job how = *job;
  struct wb_outcome *outcomes = wb_alloc(2 * sizeof *outcomes);
  struct wb_str contents[2];
  struct element element = {.there = true, .index = (uint64_t)finding->index};
  struct wb_error err = {0};
  enum wb_status status = WB_OK;
  snprintf(element.array, sizeof element.array, "%s", finding->array);
  for (int i = 0; i < 2; i++) wb_outcome_init(&outcomes[i]);
  for (int i = 0; i < 2; i++) wb_str_init(&contents[i]);
  for (int i = 0; i < 2 && status == WB_OK; i++) {
    how.schedule = orders[i];
    status = trace_in(&how, made, &outcomes[i], &contents[i], &err);
  }
  /* A recorded launch runs one group after another: it may lose what interleaved groups do. */
  const bool part = status == WB_OK && !are_equal(&contents[0], &contents[1]);
  /* Of several launches the outputs are those of the last; this one may have gone wrong elsewhere.
   */
  if (status == WB_OK && made->n_stages > 1) element = find_element(&how, made, contents);
  const struct wb_order_run runs[2] = {{outcomes[0].trace, outcomes[0].trace_length},
                                       {outcomes[1].trace, outcomes[1].trace_length}};
  const bool found = part && element.there && runs[0].length > 0 && runs[1].length > 0 &&
                     wb_order_cause_find(runs, element.array, element.index, cause);
  for (int i = 0; i < 2; i++) wb_outcome_release(&outcomes[i]);
  for (int i = 0; i < 2; i++) wb_str_release(&contents[i]);
  free(outcomes);
  return found;
}

void wb_case_explain_order(const struct wb_case_job *job, wb_handle traced,
                           const struct wb_case *made, struct wb_case_result *result) {
  struct wb_finding *finding = dependence_of(result);
  struct wb_case_job how = *job;
  struct wb_schedule orders[2] = {result->right};
  struct wb_order_cause cause;
  struct wb_error err = {0};
  if (!finding->has_index || !wb_schedule_parse(finding->order, &orders[1])) return;
  how.program = traced;
  how.traced_stage = find_parting_launch(&how, made, orders, &err);
  how.trace_bytes = WB_TRACE_MAX;
  if (how.traced_stage == made->n_stages || !find_cause(&how, made, orders, finding, &cause))
    return;
  wb_case_name_cause(finding, &cause);
  if (made->n_stages == 1) return;
  finding->launch = (uint32_t)how.traced_stage + 1;
  finding->launches = (uint32_t)made->n_stages;
  finding->in_launches = 1;
}
