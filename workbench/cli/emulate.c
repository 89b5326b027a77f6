#include "cli/emulate.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysinfo.h>

#include "base/file.h"
#include "base/nearest.h"
#include "device/param.h"
#include "device/registry.h"
#include "finding/trace.h"
#include "judge/case_run.h"
#include "judge/source_file.h"

enum { COMPILE_MS = 20000, OUTPUT_BYTES = 1 << 20, MOST_KERNELS = 256 };

/* What is held while it runs. */
struct work {
  struct wb_emulate *job;
  struct wb_device *device;
  struct wb_device_info info;
  struct wb_build_result built;
  struct wb_kernel_info kernel;
  struct wb_arg args[WB_MAX_ARGS];
  bool dumped[WB_MAX_ARGS];
  wb_handle buffers[WB_MAX_ARGS];
  struct wb_dtype types[WB_MAX_ARGS]; /* of the buffers' elements */
  size_t bytes[WB_MAX_ARGS];
  struct wb_outcome outcome;
};

/* ---- the program ------------------------------------------------------------------ */

static enum wb_status build(struct work *w, struct wb_error *err) {
  const struct wb_emulate *job = w->job;
  const struct wb_build_request request = {.source = job->source,
                                           .length = job->source_length,
                                           .file_name = job->file,
                                           .include_directory = job->folder,
                                           .more_includes = job->includes,
                                           .n_more_includes = job->n_includes,
                                           .any_include = true,
                                           .options = job->options,
                                           .time_limit_ms = COMPILE_MS,
                                           .profile = job->profile};
  struct wb_result *result = &w->job->result.result;
  enum wb_status status = wb_device_build(w->device, &request, &w->built, err);
  if (status != WB_OK && status != WB_ERR_COMPILE) return status;
  result->compile_log = w->built.log;
  result->diagnostics = w->built.diagnostics;
  result->n_diagnostics = w->built.n_diagnostics;
  w->built.log = NULL;
  w->built.diagnostics = NULL;
  w->built.n_diagnostics = 0;
  if (status == WB_ERR_COMPILE) {
    result->verdict = WB_VERDICT_COMPILE_ERROR;
    if (result->n_diagnostics == 0 && result->compile_log[0] == '\0')
      wb_result_complain(result, 0, "%s", err->message);
  }
  return status;
}

/* The names of "a;b;c", in place. */
static size_t split(char *text, const char **names, size_t max) {
  size_t count = 0;
  char *rest = NULL;
  for (char *name = text != NULL ? strtok_r(text, ";", &rest) : NULL; name != NULL && count < max;
       name = strtok_r(NULL, ";", &rest))
    names[count++] = name;
  return count;
}

static enum wb_status no_such_kernel(const char *wanted, const char *const *names, size_t count,
                                     struct wb_error *err) {
  const char *nearest = wanted != NULL ? wb_nearest(wanted, names, count) : NULL;
  struct wb_str text;
  wb_str_init(&text);
  if (wanted != NULL)
    wb_str_addf(&text, "there is no kernel '%s' in the file", wanted);
  else
    wb_str_addf(&text, "the file has %zu kernels; choose one with --kernel", count);
  if (nearest != NULL) wb_str_addf(&text, "; did you mean '%s'?", nearest);
  wb_str_add(&text, nearest != NULL ? " There is: " : ": ");
  for (size_t i = 0; i < count; i++) wb_str_addf(&text, "%s%s", i > 0 ? ", " : "", names[i]);
  wb_fail(err, WB_ERR_USAGE, "%s", text.data);
  wb_str_release(&text);
  return WB_ERR_USAGE;
}

static enum wb_status choose_kernel(struct work *w, struct wb_error *err) {
  const char *names[MOST_KERNELS];
  const char *wanted = w->job->kernel, *chosen = NULL;
  struct wb_emulation *result = &w->job->result;
  size_t count = split(w->built.kernels, names, MOST_KERNELS);
  if (count == 0) {
    wb_result_complain(&result->result, 0,
                       "the file has no kernel; one begins with `__kernel void NAME(`");
    return WB_ERR_COMPILE;
  }
  for (size_t i = 0; i < count; i++)
    if (wanted == NULL ? count == 1 : strcmp(names[i], wanted) == 0) chosen = names[i];
  if (chosen == NULL) return no_such_kernel(wanted, names, count, err);
  result->kernel = wb_strdup(chosen);
  return wb_kernel_info(w->device, w->built.program, chosen, &w->kernel, err);
}

/* ---- arguments --------------------------------------------------------------------- */

static enum wb_status no_such_dump(const struct work *w, const char *wanted, struct wb_error *err) {
  const char *names[WB_MAX_ARGS];
  size_t count = 0;
  struct wb_str text;
  wb_str_init(&text);
  for (size_t i = 0; i < w->job->n_args; i++)
    if (w->job->args[i].kind == WB_SPEC_BUFFER && w->kernel.params[i].memory != WB_MEMORY_PRIVATE)
      names[count++] = w->kernel.params[i].name;
  const char *nearest = wb_nearest(wanted, names, count);
  wb_str_addf(&text, "--dump %s: there is no buffer of that name or number (from 1)", wanted);
  if (nearest != NULL) wb_str_addf(&text, "; did you mean '%s'?", nearest);
  if (count > 0) wb_str_add(&text, nearest != NULL ? " There is: " : "; there is: ");
  for (size_t i = 0; i < count; i++) wb_str_addf(&text, "%s%s", i > 0 ? ", " : "", names[i]);
  wb_fail(err, WB_ERR_USAGE, "%s", text.data);
  wb_str_release(&text);
  return WB_ERR_USAGE;
}

/* Marks the arguments that are to be dumped. */
static enum wb_status choose_dumps(struct work *w, struct wb_error *err) {
  const struct wb_emulate *job = w->job;
  for (size_t d = 0; d < job->n_dumps; d++) {
    const char *wanted = job->dumps[d];
    bool all = strcmp(wanted, "all") == 0, found = all;
    for (size_t i = 0; i < job->n_args; i++) {
      char number[24];
      snprintf(number, sizeof number, "%zu", i + 1);
      bool buffer =
          job->args[i].kind == WB_SPEC_BUFFER && w->kernel.params[i].memory != WB_MEMORY_PRIVATE;
      if (!buffer ||
          (!all && strcmp(wanted, number) != 0 && strcmp(wanted, w->kernel.params[i].name) != 0))
        continue;
      w->dumped[i] = true;
      found = true;
    }
    if (!found) return no_such_dump(w, wanted, err);
  }
  return WB_OK;
}

static enum wb_status check_memory(const struct work *w, struct wb_error *err) {
  struct sysinfo system;
  size_t total = 0;
  if (sysinfo(&system) != 0) return WB_OK;
  const uint64_t most = (uint64_t)system.totalram * system.mem_unit;
  for (size_t i = 0; i < w->job->n_args; i++) {
    const struct wb_arg_spec *spec = &w->job->args[i];
    size_t bytes = 0;
    if (!spec->has_count || spec->kind == WB_SPEC_NULL) continue;
    if (!wb_spec_bytes(spec, &bytes) || __builtin_add_overflow(total, bytes, &total) ||
        total > most)
      return wb_fail(err, WB_ERR_USAGE,
                     "argument %zu, %s: the buffers need more than the %.1f GiB of memory that "
                     "this machine has",
                     i + 1, spec->text, (double)most / (1 << 30));
  }
  return WB_OK;
}

/* An array of `bytes` has elements of the parameter's own type where that is
 * one, so that indices in findings mean what they say. */
static struct wb_dtype element_type(const struct wb_arg_spec *spec,
                                    const struct wb_param_info *param, size_t bytes) {
  struct wb_param_type declared = wb_param_type_of(param->type_name);
  bool fits = declared.known && bytes % wb_dtype_size(declared.type) == 0;
  return spec->bytes && fits ? declared.type : spec->type;
}

static enum wb_status fill_buffer(struct work *w, size_t i, const struct wb_tensor *content,
                                  struct wb_error *err) {
  const struct wb_arg_spec *spec = &w->job->args[i];
  const unsigned char zero = 0;
  if (spec->content == WB_SPEC_FILLED && spec->fill.kind == WB_FILL_ZEROS)
    return wb_buffer_fill(w->device, w->buffers[i], 0, w->bytes[i], &zero, 1, err);
  if (content->data == NULL) return WB_OK;
  return wb_buffer_write(w->device, w->buffers[i], 0, content->data, w->bytes[i], err);
}

static bool is_zeros(const struct wb_arg_spec *spec) {
  return spec->content == WB_SPEC_FILLED && spec->fill.kind == WB_FILL_ZEROS;
}

static enum wb_status make_buffer(struct work *w, size_t i, struct wb_error *err) {
  struct wb_arg_spec *spec = &w->job->args[i];
  const struct wb_param_info *param = &w->kernel.params[i];
  struct wb_tensor content = {0};
  enum wb_status status = WB_OK;
  /* Zeros need not be made here to be sent there. */
  if (!is_zeros(spec)) status = wb_spec_make(spec, w->job->seed, i, &content, err);
  if (status == WB_OK) {
    wb_spec_bytes(spec, &w->bytes[i]);
    w->types[i] = element_type(spec, param, w->bytes[i]);
    const struct wb_buffer_desc desc = {
        .name = param->name,
        .type = w->types[i],
        .bytes = w->bytes[i],
        .access = spec->read_only ? WB_BUFFER_READ_ONLY : WB_BUFFER_READ_WRITE};
    status = wb_buffer_create(w->device, &desc, &w->buffers[i], err);
  }
  if (status == WB_OK) status = fill_buffer(w, i, &content, err);
  w->args[i].kind = WB_ARG_BUFFER;
  w->args[i].type = w->types[i];
  w->args[i].value.buffer = w->buffers[i];
  if (!wb_spec_image(spec, param, &w->args[i].image))
    w->args[i].image = (struct wb_image_desc){.kind = WB_IMAGE_NONE};
  wb_tensor_release(&content);
  return status;
}

static enum wb_status make_value(struct work *w, size_t i, struct wb_error *err) {
  struct wb_arg_spec *spec = &w->job->args[i];
  const struct wb_param_info *param = &w->kernel.params[i];
  struct wb_param_type declared = wb_param_type_of(param->type_name);
  struct wb_tensor content = {0};
  size_t bytes = 0;
  enum wb_status status = wb_spec_make(spec, w->job->seed, i, &content, err);
  if (status == WB_OK) bytes = wb_tensor_bytes(&content);
  if (status == WB_OK && content.data == NULL)
    status = wb_fail(err, WB_ERR_USAGE, "a value needs content, as =zeros");
  if (status == WB_OK && (bytes > WB_SCALAR_ARG_MAX || (param->bytes > 0 && bytes != param->bytes)))
    status = wb_fail(err, WB_ERR_USAGE, "has %zu bytes; the parameter takes %u", bytes,
                     param->bytes > 0 ? param->bytes : WB_SCALAR_ARG_MAX);
  w->args[i].kind = WB_ARG_SCALAR;
  w->args[i].type = spec->bytes && declared.known ? declared.type : spec->type;
  w->args[i].bytes = spec->bytes && !declared.known ? bytes : 0;
  if (status == WB_OK) memcpy(w->args[i].value.scalar, content.data, bytes);
  wb_tensor_release(&content);
  return status;
}

static enum wb_status make_arg(struct work *w, size_t i, struct wb_error *err) {
  const struct wb_arg_spec *spec = &w->job->args[i];
  const struct wb_param_info *param = &w->kernel.params[i];
  struct wb_param_type declared = wb_param_type_of(param->type_name);
  struct wb_arg *arg = &w->args[i];
  enum wb_status status = WB_OK;
  size_t bytes = 0;
  arg->name = param->name;
  arg->type =
      declared.known && (spec->bytes || spec->kind == WB_SPEC_NULL) ? declared.type : spec->type;
  if (spec->kind == WB_SPEC_NULL && !declared.known) arg->type = (struct wb_dtype){WB_UCHAR, 1};
  if (spec->kind == WB_SPEC_NULL) {
    arg->kind = WB_ARG_BUFFER;
  } else if (spec->kind == WB_SPEC_LOCAL) {
    arg->kind = WB_ARG_LOCAL;
    if (wb_spec_bytes(spec, &bytes)) arg->value.local_bytes = bytes;
  } else if (spec->kind == WB_SPEC_VALUE || param->memory == WB_MEMORY_PRIVATE) {
    status = make_value(w, i, err);
  } else {
    status = make_buffer(w, i, err);
  }
  if (status != WB_OK && err->where[0] == '\0')
    snprintf(err->where, sizeof err->where, "argument %zu, %.200s", i + 1, spec->text);
  return status;
}

static enum wb_status make_args(struct work *w, struct wb_error *err) {
  const struct wb_emulate *job = w->job;
  enum wb_status status = wb_specs_check(job->args, job->n_args, job->result.kernel, &w->kernel,
                                         job->global[0] * job->global[1] * job->global[2], err);
  if (status == WB_OK) status = choose_dumps(w, err);
  if (status == WB_OK) status = check_memory(w, err);
  for (size_t i = 0; i < job->n_args && status == WB_OK; i++) {
    err->where[0] = '\0';
    status = make_arg(w, i, err);
  }
  return status;
}

/* ---- the launch --------------------------------------------------------------------- */

static uint64_t memory_of_machine(void) {
  struct sysinfo system;
  return sysinfo(&system) == 0 ? (uint64_t)system.totalram * system.mem_unit : 0;
}

static void choose_local(struct work *w) {
  struct wb_emulate *job = w->job;
  if (!job->has_local)
    wb_local_choose(job->dimensions, job->global, w->kernel.required_group_size,
                    (size_t)w->info.max_group_size, job->local);
  job->result.local_chosen = !job->has_local;
  memcpy(job->result.local, job->local, sizeof job->local);
}

static enum wb_status launch(struct work *w, struct wb_error *err) {
  const struct wb_emulate *job = w->job;
  struct wb_launch launch = {.program = w->built.program,
                             .kernel = job->result.kernel,
                             .dimensions = job->dimensions,
                             .args = w->args,
                             .n_args = job->n_args,
                             .limits = {.time_ms = job->time_limit_ms,
                                        .memory_bytes = memory_of_machine(),
                                        .output_bytes = OUTPUT_BYTES},
                             .schedule = job->schedule,
                             .subgroup = job->subgroup,
                             .trace_bytes = job->trace_file != NULL ? WB_TRACE_MAX : 0};
  for (unsigned d = 0; d < 3; d++) {
    launch.global[d] = job->global[d];
    launch.local[d] = job->local[d];
    launch.offset[d] = job->offset[d];
  }
  enum wb_status status = wb_device_launch(w->device, &launch, &w->outcome, err);
  if (status == WB_OK) status = wb_device_finish(w->device, err);
  return status;
}

/* ---- afterwards --------------------------------------------------------------------- */

static void take_outcome(struct work *w) {
  struct wb_emulation *result = &w->job->result;
  struct wb_case_result *c = wb_alloc(sizeof *c);
  c->verdict = WB_VERDICT_ACCEPTED;
  c->visible = true;
  c->name = wb_strdup("");
  c->detail = wb_strdup("");
  wb_case_take_outcome(&w->outcome, c);
  result->result.cases = c;
  result->result.n_cases = 1;
  result->result.verdict = c->verdict;
  result->lines = wb_alloc(sizeof w->outcome.lines);
  result->n_lines = w->outcome.n_lines;
  memcpy(result->lines, w->outcome.lines, sizeof w->outcome.lines);
}

/* On a device that checks nothing, what strayed out of a buffer shows here. */
static void look_at_guards(struct work *w, size_t i, const struct wb_buffer_state *state) {
  struct wb_case_result *c = w->job->result.result.cases;
  struct wb_finding finding = {.kind = WB_OUT_OF_BOUNDS,
                               .access = WB_ACCESS_WRITE,
                               .memory = WB_MEMORY_GLOBAL,
                               .has_index = true,
                               .count = 1};
  if (state->guards_intact || w->info.checks) return;
  int64_t size = (int64_t)wb_dtype_size(w->types[i]), byte = state->first_broken;
  finding.index = byte >= 0 ? byte / size : -((-byte + size - 1) / size);
  snprintf(finding.kernel, sizeof finding.kernel, "%s", w->job->result.kernel);
  snprintf(finding.array, sizeof finding.array, "%s", w->kernel.params[i].name);
  snprintf(finding.message, sizeof finding.message, "writes %s[%" PRId64 "], outside the buffer",
           w->kernel.params[i].name, finding.index);
  wb_case_add_finding(c, &finding);
  wb_case_verdict(c, WB_VERDICT_RUNTIME_ERROR, "%s", "");
  w->job->result.result.verdict = c->verdict;
}

static enum wb_status read_dump(struct work *w, size_t i, const struct wb_buffer_state *state,
                                struct wb_error *err) {
  struct wb_emulation *result = &w->job->result;
  const bool raw = w->job->args[i].bytes;
  const struct wb_dtype type = raw ? (struct wb_dtype){WB_UCHAR, 1} : w->types[i];
  struct wb_shape shape = {.rank = 1, .size = {w->bytes[i] / wb_dtype_size(type)}};
  struct wb_dump *dump = &result->dumps[result->n_dumps];
  enum wb_status status = wb_tensor_init(&dump->content, type, &shape, err);
  if (status != WB_OK) return status;
  result->n_dumps++;
  dump->number = i + 1;
  dump->name = wb_strdup(w->kernel.params[i].name);
  dump->bytes = raw;
  dump->knows_written = state->knows_written;
  dump->unwritten_bytes = state->unwritten_bytes;
  return wb_buffer_read(w->device, w->buffers[i], 0, dump->content.data, w->bytes[i], err);
}

static enum wb_status look_at_buffers(struct work *w, struct wb_error *err) {
  enum wb_status status = WB_OK;
  w->job->result.dumps = wb_alloc(WB_MAX_ARGS * sizeof *w->job->result.dumps);
  for (size_t i = 0; i < w->job->n_args && status == WB_OK; i++) {
    struct wb_buffer_state state = {.guards_intact = true};
    if (w->buffers[i] == 0 || (w->info.checks && !w->dumped[i])) continue;
    status = wb_buffer_state(w->device, w->buffers[i], &state, err);
    if (status == WB_OK) look_at_guards(w, i, &state);
    if (status == WB_OK && w->dumped[i]) status = read_dump(w, i, &state, err);
  }
  return status;
}

/* How many records there are, and how many found no room. */
static void count_records(struct work *w) {
  struct wb_emulation *result = &w->job->result;
  struct wb_trace trace;
  struct wb_trace_record record;
  if (wb_trace_open(&trace, w->outcome.trace, w->outcome.trace_length, NULL) == WB_OK)
    while (wb_trace_next(&trace, &record)) result->trace_records++;
  result->trace_dropped = trace.dropped_records;
  wb_trace_release(&trace);
}

/* As bytes, or as text in a file that is called so. */
static enum wb_status save_trace(const struct work *w, const char *path, struct wb_error *err) {
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

static enum wb_status write_trace(struct work *w, struct wb_error *err) {
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

/* ---- the whole ----------------------------------------------------------------------- */

static void phase(struct work *w, const char *what) { atomic_store(&w->job->phase, what); }

/* A worker that dies or hangs in a launch, where kernels run in the worker
 * itself, is what the kernel did to it. */
static enum wb_status blame_kernel(struct work *w, enum wb_status status,
                                   const struct wb_error *err) {
  if (w->info.checks || (status != WB_ERR_CRASH && status != WB_ERR_LIMIT)) return status;
  w->outcome.kind = status == WB_ERR_LIMIT ? WB_OUTCOME_TIME_LIMIT : WB_OUTCOME_CRASHED;
  snprintf(w->outcome.detail, sizeof w->outcome.detail, "%.300s", err->message);
  take_outcome(w);
  return WB_ERR_CRASH;
}

static enum wb_status run(struct work *w, struct wb_error *err) {
  struct wb_emulate *job = w->job;
  phase(w, "compiling");
  enum wb_status status = wb_device_start(job->device, job->cancel_fd, &w->device, err);
  if (status == WB_OK) status = wb_device_info(w->device, &w->info, err);
  if (status == WB_OK) {
    job->result.checks = w->info.checks;
    job->result.result.device = wb_strdup(w->info.name);
    status = build(w, err);
  }
  if (status == WB_OK) status = choose_kernel(w, err);
  if (status == WB_OK) choose_local(w);
  phase(w, "making the arguments");
  if (status == WB_OK) status = make_args(w, err);
  if (status != WB_OK) return status;
  phase(w, "running");
  status = launch(w, err);
  if (status != WB_OK) return blame_kernel(w, status, err);
  take_outcome(w);
  phase(w, "reading the results");
  status = look_at_buffers(w, err);
  if (status == WB_OK) status = write_trace(w, err);
  return status;
}

void wb_emulate_run(struct wb_emulate *job) {
  struct work *w = wb_alloc(sizeof *w);
  struct wb_error err = {0};
  struct wb_result *result = &job->result.result;
  w->job = job;
  result->verdict = WB_VERDICT_ACCEPTED;
  wb_build_result_init(&w->built);
  wb_outcome_init(&w->outcome);
  enum wb_status status = run(w, &err);
  bool decided = result->verdict == WB_VERDICT_COMPILE_ERROR ||
                 (status == WB_ERR_CRASH && result->n_cases > 0 && !w->info.checks);
  if (status != WB_OK && !decided) wb_result_fail(result, &err);
  wb_outcome_release(&w->outcome);
  wb_build_result_release(&w->built);
  wb_device_close(w->device);
  free(w);
}
