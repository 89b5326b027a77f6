#include "judge/recording.h"

#include <stdarg.h>
#include <stdlib.h>

#include "base/str.h"
#include "launch/source_file.h"

enum { STUCK_LIMIT_MS = 500 }; /* enough to fill a trace, for a kernel that does not end */

bool wb_recording_takes(const struct wb_recording *recording, const struct wb_result *result,
                        bool hidden_too) {
  const struct wb_case_result *last = &result->cases[result->n_cases - 1];
  if ((!last->visible && !hidden_too) || !wb_case_was_run(last)) return false;
  return recording->made == NULL ||
         (result->cases[recording->index].verdict == WB_VERDICT_ACCEPTED &&
          last->verdict != WB_VERDICT_ACCEPTED);
}

void wb_recording_note(struct wb_result *result, const char *format, ...) {
  va_list args;
  struct wb_str note;
  if (result->trace != NULL || result->trace_note != NULL) return;
  wb_str_init(&note);
  va_start(args, format);
  wb_str_vaddf(&note, format, args);
  va_end(args);
  result->trace_note = wb_str_detach(&note);
}

/* Launches the case; its outcome is of interest for the trace alone. */
static enum wb_status record_launch(const struct wb_recording *recording,
                                    const struct wb_case_job *how, struct wb_result *result,
                                    struct wb_error *err) {
  struct wb_case_run *run = wb_case_run_new();
  enum wb_status status = wb_case_launch(run, how, recording->made, err);
  if (status == WB_OK) status = wb_case_run_to(run, how->traced_stage, err);
  if (status == WB_OK && run->outcome.trace_length > 0) {
    result->trace = run->outcome.trace;
    result->trace_length = run->outcome.trace_length;
    result->trace_case = recording->index;
    result->trace_launch = recording->made->n_stages > 1 ? (uint32_t)how->traced_stage + 1 : 0;
    run->outcome.trace = NULL;
  }
  if (status == WB_OK && result->trace == NULL)
    wb_recording_note(result, "nothing was recorded: the kernel was not launched");
  wb_case_abandon(run);
  free(run);
  return status;
}

uint32_t wb_recording_time_limit(const struct wb_case_result *judged, uint32_t limit_ms) {
  const bool stuck = judged->verdict == WB_VERDICT_TIME_LIMIT;
  return stuck && limit_ms > STUCK_LIMIT_MS ? STUCK_LIMIT_MS : limit_ms;
}

uint32_t wb_recording_launch(const struct wb_case_result *judged) {
  for (size_t i = 0; i < judged->n_findings; i++)
    if (judged->findings[i].launch > 0) return judged->findings[i].launch;
  return 1;
}

bool wb_recording_has_launch(const char *name, size_t launches, uint32_t asked,
                             struct wb_result *result) {
  struct wb_error err;
  if (asked <= launches) return true;
  wb_fail(&err, WB_ERR_USAGE, "case \"%s\" of %s has %zu launch%s; there is no launch %u", name,
          result->puzzle, launches, launches == 1 ? "" : "es", asked);
  wb_source_file_fail(result, &err);
  return false;
}

void wb_recording_run(const struct wb_recording *recording, struct wb_builder *builder,
                      const struct wb_case_job *how, uint32_t launch, struct wb_result *result) {
  const struct wb_case_result *judged = &result->cases[recording->index];
  struct wb_case_job job = *how;
  struct wb_build_request request = builder->request;
  struct wb_build_result built;
  struct wb_error err = {0};
  enum wb_status status = WB_OK;
  if (!how->info->checks) {
    wb_recording_note(result, "%s records no traces; only the emulator does", how->info->name);
    return;
  }
  if (!wb_recording_has_launch(recording->made->name, recording->made->n_stages, launch, result))
    return;
  wb_build_result_init(&built);
  if (!request.profile) {
    request.profile = true;
    status = wb_device_build(how->device, &request, &built, &err);
    job.program = built.program;
  }
  job.trace_bytes = WB_TRACE_MAX;
  job.traced_stage = (launch > 0 ? launch : wb_recording_launch(judged)) - 1;
  job.schedule = judged->order;
  job.time_limit_ms = wb_recording_time_limit(
      judged, how->time_limit_ms > 0 ? how->time_limit_ms : how->puzzle->limits.time_ms);
  if (status == WB_OK) status = record_launch(recording, &job, result, &err);
  if (status != WB_OK) wb_recording_note(result, "the run could not be recorded: %s", err.message);
  wb_build_result_release(&built);
}
