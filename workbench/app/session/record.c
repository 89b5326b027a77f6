#include "session/record.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "device/registry.h"
#include "result/steps.h"

bool wb_record_counts(const struct wb_run_options *options) {
  return options->only_case == 0 && options->until_step == 0 && !options->has_seed &&
         wb_device_decides(options->device);
}

static void add_note(struct wb_str *note, const char *what) {
  wb_str_addf(note, "%s%s", note->length > 0 ? ", " : "", what);
}

/* "case 2, seed 7, reverse order, on pocl": what makes the run a special one. */
static char *note_of(const struct wb_run_options *options, const struct wb_result *result) {
  static const char *const orders[] = {[WB_SCHEDULE_FORWARD] = NULL,
                                       [WB_SCHEDULE_REVERSE] = "reverse order",
                                       [WB_SCHEDULE_SHUFFLE] = "shuffled order",
                                       [WB_SCHEDULE_INTERLEAVE] = "interleaved",
                                       [WB_SCHEDULE_STALE] = "stale reads"};
  const char *order = orders[options->schedule.kind];
  struct wb_str note;
  wb_str_init(&note);
  char *one_case = wb_format("case %d", options->only_case);
  char *steps = wb_format("up to step %u", options->until_step);
  char *seed = wb_format("seed %" PRIu64, options->seed);
  char *device = wb_format("on %s", result->device != NULL ? result->device : "another device");
  if (options->only_case > 0) add_note(&note, one_case);
  if (options->until_step > 0) add_note(&note, steps);
  if (options->has_seed) add_note(&note, seed);
  if (order != NULL) add_note(&note, order);
  if (!wb_device_decides(options->device)) add_note(&note, device);
  free(one_case);
  free(steps);
  free(seed);
  free(device);
  return wb_str_detach(&note);
}

static bool anything_counted(const struct wb_result *result) {
  static const struct wb_counters none;
  for (size_t i = 0; i < result->n_cases; i++)
    if (memcmp(&result->cases[i].counters, &none, sizeof none) != 0) return true;
  return false;
}

static void copy_counters(struct wb_record *record, const struct wb_result *result) {
  if (!anything_counted(result)) return;
  record->cases = wb_alloc(result->n_cases * sizeof *record->cases);
  for (size_t i = 0; i < result->n_cases; i++) record->cases[i] = result->cases[i].counters;
  record->judged.n_cases = result->n_cases;
}

void wb_record_init(struct wb_record *record, const struct wb_course *course,
                    const struct wb_run_options *options, const struct wb_result *result,
                    bool counts) {
  *record = (struct wb_record){.course = wb_strdup(course->key),
                               .slug = wb_strdup(options->puzzle),
                               .note = note_of(options, result),
                               .device = wb_strdup(result->device != NULL ? result->device : "")};
  if (result->source != NULL) {
    record->source = wb_alloc(result->source_length + 1);
    memcpy(record->source, result->source, result->source_length);
  }
  copy_counters(record, result);
  record->judged = (struct wb_judged){.course = record->course,
                                      .slug = record->slug,
                                      .counts = counts,
                                      .note = record->note,
                                      .verdict = result->verdict,
                                      .score = result->score,
                                      .steps = (unsigned)wb_result_steps_done(result),
                                      .device = record->device,
                                      .elapsed_ms = result->elapsed_ms,
                                      .source = record->source,
                                      .source_length = result->source_length,
                                      .cases = record->cases,
                                      .n_cases = record->judged.n_cases};
}

void wb_record_release(struct wb_record *record) {
  free(record->course);
  free(record->slug);
  free(record->note);
  free(record->device);
  free(record->source);
  free(record->cases);
  *record = (struct wb_record){0};
}
