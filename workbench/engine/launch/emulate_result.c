/* What a launch left behind. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "launch/emulate_private.h"
#include "finding/trace.h"
#include "launch/outcome.h"
#include "launch/undefined.h"

void wb_emulate_take_outcome(struct wb_emulate_work *w) {
  struct wb_emulation *result = &w->job->result;
  struct wb_case_result *c = wb_alloc(sizeof *c);
  c->visible = true;
  c->name = wb_strdup("");
  wb_case_begin(c);
  wb_case_add_outcome(&w->outcome, 1, 1, c);
  result->result.cases = c;
  result->result.n_cases = 1;
  result->result.verdict = c->verdict;
  result->lines = wb_alloc(sizeof w->outcome.lines);
  result->n_lines = w->outcome.n_lines;
  memcpy(result->lines, w->outcome.lines, sizeof w->outcome.lines);
}

/* On a device that checks nothing, what strayed out of a buffer shows here. */
static void look_at_guards(struct wb_emulate_work *w, size_t i,
                           const struct wb_buffer_state *state) {
  struct wb_case_result *c = w->job->result.result.cases;
  struct wb_finding finding = {.kind = WB_OUT_OF_BOUNDS,
                               .access = WB_ACCESS_WRITE,
                               .memory = WB_MEMORY_GLOBAL,
                               .has_index = true,
                               .count = 1};
  if (state->guards_intact || w->info.checks) return;
  int64_t size = (int64_t)wb_dtype_size(w->arguments.items[i].type), byte = state->first_broken;
  finding.index = byte >= 0 ? byte / size : -((-byte + size - 1) / size);
  snprintf(finding.kernel, sizeof finding.kernel, "%s", w->job->result.kernel);
  snprintf(finding.array, sizeof finding.array, "%s", w->kernel.params[i].name);
  snprintf(finding.message, sizeof finding.message, "writes %s[%" PRId64 "], outside the buffer",
           w->kernel.params[i].name, finding.index);
  wb_case_add_finding(c, &finding);
  wb_case_verdict(c, WB_VERDICT_RUNTIME_ERROR, "%s", "");
  w->job->result.result.verdict = c->verdict;
}

static enum wb_status read_dump(struct wb_emulate_work *w, size_t i,
                                const struct wb_buffer_state *state, struct wb_error *err) {
  struct wb_emulation *result = &w->job->result;
  const bool raw = w->job->args[i].bytes;
  const struct wb_dtype type = raw ? (struct wb_dtype){WB_UCHAR, 1} : w->arguments.items[i].type;
  struct wb_shape shape = {.rank = 1, .size = {w->arguments.bytes[i] / wb_dtype_size(type)}};
  struct wb_dump *dump = &result->dumps[result->n_dumps];
  enum wb_status status = wb_tensor_init(&dump->content, type, &shape, err);
  if (status != WB_OK) return status;
  result->n_dumps++;
  dump->number = i + 1;
  dump->name = wb_strdup(w->kernel.params[i].name);
  dump->bytes = raw;
  dump->knows_written = state->knows_written;
  dump->unwritten_bytes = state->unwritten_bytes;
  status = wb_arguments_read(&w->arguments, i, &dump->content, err);
  if (status == WB_OK)
    dump->undefined = wb_undefined_elements(w->outcome.undefined, w->outcome.n_undefined,
                                            (uint32_t)i, &dump->content);
  return status;
}

enum wb_status wb_emulate_read_buffers(struct wb_emulate_work *w, struct wb_error *err) {
  enum wb_status status = WB_OK;
  w->job->result.dumps = wb_alloc(WB_MAX_ARGS * sizeof *w->job->result.dumps);
  for (size_t i = 0; i < w->job->n_args && status == WB_OK; i++) {
    struct wb_buffer_state state = {.guards_intact = true};
    const wb_handle buffer = wb_arguments_buffer(&w->arguments, i);
    if (buffer == 0 || (w->info.checks && !w->dumped[i])) continue;
    status = wb_buffer_state(w->device, buffer, &state, err);
    if (status == WB_OK) look_at_guards(w, i, &state);
    if (status == WB_OK && w->dumped[i]) status = read_dump(w, i, &state, err);
  }
  return status;
}

/* How many records there are, and how many found no room. */
static void count_records(struct wb_emulate_work *w) {
  struct wb_emulation *result = &w->job->result;
  struct wb_trace trace;
  struct wb_trace_record record;
  if (wb_trace_open(&trace, w->outcome.trace, w->outcome.trace_length, NULL) == WB_OK)
    while (wb_trace_next(&trace, &record)) result->trace_records++;
  result->trace_dropped = trace.dropped_records;
  wb_trace_release(&trace);
}

/* As bytes, or as text in a file that is called so. */
static enum wb_status save_trace(const struct wb_emulate_work *w, const char *path,
                                 struct wb_error *err) {
  const struct wb_outcome *outcome = &w->outcome;
  struct wb_str text;
  if (!wb_ends_with(path, ".txt"))
    return wb_file_write_atomic(path, outcome->trace, outcome->trace_length, err);
  wb_str_init(&text);
  enum wb_status status = wb_trace_text(outcome->trace, outcome->trace_length, 0, &text, err);
  if (status == WB_OK) status = wb_file_write_atomic(path, text.data, text.length, err);
  wb_str_release(&text);
  return status;
}

enum wb_status wb_emulate_write_trace(struct wb_emulate_work *w, struct wb_error *err) {
  const char *path = w->job->trace_file;
  if (path == NULL) return WB_OK;
  if (w->outcome.trace == NULL || w->outcome.trace_length == 0) {
    /* What was refused or stopped has nothing to show. */
    if (w->job->result.result.verdict != WB_VERDICT_ACCEPTED) return WB_OK;
    return wb_fail(err, WB_ERR_MISSING, "%s recorded no trace; only the emulator does",
                   w->info.name);
  }
  enum wb_status status = save_trace(w, path, err);
  if (status != WB_OK) return status;
  w->job->result.trace_file = wb_strdup(path);
  count_records(w);
  return WB_OK;
}
