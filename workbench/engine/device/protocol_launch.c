#include <stdlib.h>
#include <string.h>

#include "device/protocol.h"

static void put_ids(struct wb_str *out, const struct wb_item_id *who) {
  for (int d = 0; d < 3; d++) wb_put_u64(out, who->item[d]);
  for (int d = 0; d < 3; d++) wb_put_u64(out, who->group[d]);
}

static void get_ids(struct wb_reader *in, struct wb_item_id *who) {
  for (int d = 0; d < 3; d++) who->item[d] = wb_get_u64(in);
  for (int d = 0; d < 3; d++) who->group[d] = wb_get_u64(in);
}

static void put_finding(struct wb_str *out, const struct wb_finding *finding) {
  wb_put_u32(out, finding->kind);
  wb_put_u32(out, finding->severity);
  wb_put_u32(out, finding->access);
  wb_put_u32(out, finding->memory);
  wb_put_u32(out, finding->has_item);
  wb_put_u32(out, finding->has_index);
  wb_put_u32(out, finding->line);
  wb_put_u32(out, finding->column);
  wb_put_u64(out, (uint64_t)finding->index);
  wb_put_u64(out, finding->count);
  wb_put_u64(out, finding->items);
  wb_put_u32(out, finding->n_first);
  for (uint32_t i = 0; i < WB_FINDING_FIRST_ITEMS; i++) put_ids(out, &finding->first[i]);
  wb_put_u32(out, finding->other.present);
  wb_put_u32(out, finding->other.line);
  wb_put_u32(out, finding->other.column);
  wb_put_u32(out, finding->other.access);
  put_ids(out, &finding->other.who);
  wb_put_text(out, finding->file);
  wb_put_text(out, finding->order);
  wb_put_text(out, finding->kernel);
  wb_put_text(out, finding->array);
  wb_put_text(out, finding->message);
}

static void get_finding(struct wb_reader *in, struct wb_finding *finding) {
  finding->kind = (enum wb_finding_kind)wb_get_below(in, WB_FINDING_KIND_COUNT);
  finding->severity = (enum wb_severity)wb_get_below(in, WB_SEVERITY_WARNING + 1);
  finding->access = (enum wb_access)wb_get_below(in, WB_ACCESS_ATOMIC + 1);
  finding->memory = (enum wb_memory)wb_get_below(in, WB_MEMORY_PRIVATE + 1);
  finding->has_item = wb_get_bool(in);
  finding->has_index = wb_get_bool(in);
  finding->line = wb_get_u32(in);
  finding->column = wb_get_u32(in);
  finding->index = (int64_t)wb_get_u64(in);
  finding->count = wb_get_u64(in);
  finding->items = wb_get_u64(in);
  finding->n_first = wb_get_below(in, WB_FINDING_FIRST_ITEMS + 1);
  for (uint32_t i = 0; i < WB_FINDING_FIRST_ITEMS; i++) get_ids(in, &finding->first[i]);
  finding->other.present = wb_get_bool(in);
  finding->other.line = wb_get_u32(in);
  finding->other.column = wb_get_u32(in);
  finding->other.access = (enum wb_access)wb_get_below(in, WB_ACCESS_ATOMIC + 1);
  get_ids(in, &finding->other.who);
  wb_get_text(in, finding->file, sizeof finding->file);
  wb_get_text(in, finding->order, sizeof finding->order);
  wb_get_text(in, finding->kernel, sizeof finding->kernel);
  wb_get_text(in, finding->array, sizeof finding->array);
  wb_get_text(in, finding->message, sizeof finding->message);
  if (finding->count == 0) in->bad = true;
}

/* The counters as a list, so that the two directions cannot differ. */
enum { N_COUNTERS = sizeof(struct wb_counters) / sizeof(uint64_t) };

static void put_counters(struct wb_str *out, const struct wb_counters *counters) {
  uint64_t values[N_COUNTERS];
  memcpy(values, counters, sizeof values);
  for (int i = 0; i < N_COUNTERS; i++) wb_put_u64(out, values[i]);
}

static void get_counters(struct wb_reader *in, struct wb_counters *counters) {
  uint64_t values[N_COUNTERS];
  for (int i = 0; i < N_COUNTERS; i++) values[i] = wb_get_u64(in);
  memcpy(counters, values, sizeof values);
}

static void put_line(struct wb_str *out, const struct wb_line_cost *line) {
  wb_put_u32(out, line->line);
  wb_put_u32(out, line->column);
  wb_put_u32(out, line->memory);
  wb_put_u32(out, line->access);
  wb_put_u64(out, line->executions);
  wb_put_u64(out, line->cost);
  wb_put_u64(out, line->ideal);
  wb_put_text(out, line->file);
  wb_put_text(out, line->array);
}

static void get_line(struct wb_reader *in, struct wb_line_cost *line) {
  line->line = wb_get_u32(in);
  line->column = wb_get_u32(in);
  line->memory = (enum wb_memory)wb_get_below(in, WB_MEMORY_PRIVATE + 1);
  line->access = (enum wb_access)wb_get_below(in, WB_ACCESS_ATOMIC + 1);
  line->executions = wb_get_u64(in);
  line->cost = wb_get_u64(in);
  line->ideal = wb_get_u64(in);
  wb_get_text(in, line->file, sizeof line->file);
  wb_get_text(in, line->array, sizeof line->array);
}

void wb_put_outcome(struct wb_str *out, const struct wb_outcome *outcome) {
  size_t length = outcome->text != NULL ? outcome->text_length : 0;
  wb_put_u32(out, outcome->kind);
  wb_put_text(out, outcome->detail);
  wb_put_u32(out, (uint32_t)outcome->n_findings);
  for (size_t i = 0; i < outcome->n_findings; i++) put_finding(out, &outcome->findings[i]);
  wb_put_u64(out, outcome->findings_dropped);
  put_counters(out, &outcome->counters);
  wb_put_u32(out, (uint32_t)outcome->n_lines);
  for (size_t i = 0; i < outcome->n_lines; i++) put_line(out, &outcome->lines[i]);
  wb_put_u64(out, outcome->time_ns);
  if (length > WB_OUTCOME_TEXT_MAX) length = WB_OUTCOME_TEXT_MAX;
  if (out->length + length > WB_RECORD_MAX / 2) length = 0; /* of very many launches */
  wb_put_bytes(out, outcome->text, length);
  length = outcome->trace != NULL ? outcome->trace_length : 0;
  if (length > WB_TRACE_MAX || out->length + length > WB_RECORD_MAX - WB_TRACE_MAX / 2) length = 0;
  wb_put_bytes(out, outcome->trace, length);
}

void wb_get_outcome(struct wb_reader *in, struct wb_outcome *outcome) {
  size_t length;
  wb_outcome_release(outcome);
  outcome->kind = (enum wb_outcome_kind)wb_get_below(in, WB_OUTCOME_CANCELLED + 1);
  wb_get_text(in, outcome->detail, sizeof outcome->detail);
  outcome->n_findings = wb_get_below(in, WB_MAX_OUTCOME_FINDINGS + 1);
  for (size_t i = 0; i < outcome->n_findings; i++) get_finding(in, &outcome->findings[i]);
  outcome->findings_dropped = wb_get_u64(in);
  get_counters(in, &outcome->counters);
  outcome->n_lines = wb_get_below(in, WB_MAX_LINE_COSTS + 1);
  for (size_t i = 0; i < outcome->n_lines; i++) get_line(in, &outcome->lines[i]);
  outcome->time_ns = wb_get_u64(in);
  const char *text = wb_get_bytes(in, &length);
  /* Kernels may print NULs: all bytes, not those before the first. */
  if (length > 0) outcome->text = memcpy(wb_alloc(length + 1), text, length);
  outcome->text_length = length;
  const void *trace = wb_get_bytes(in, &length);
  if (length == 0) return;
  outcome->trace = wb_alloc(length);
  memcpy(outcome->trace, trace, length);
  outcome->trace_length = length;
}

static void put_image(struct wb_str *out, const struct wb_image_desc *image) {
  const uint32_t words[] = {image->kind,   image->width, image->height, image->depth,
                            image->layers, image->order, image->channel};
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) wb_put_u32(out, words[i]);
}

static void get_image(struct wb_reader *in, struct wb_image_desc *image) {
  uint32_t *const words[] = {&image->width,  &image->height, &image->depth,
                             &image->layers, &image->order,  &image->channel};
  image->kind = (enum wb_image_kind)wb_get_below(in, WB_IMAGE_KIND_COUNT);
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) *words[i] = wb_get_u32(in);
}

static void put_arg(struct wb_str *out, const struct wb_arg *arg) {
  wb_put_u32(out, arg->kind);
  wb_put_name(out, arg->name);
  wb_put_dtype(out, arg->type);
  wb_put_u64(out, arg->bytes);
  put_image(out, &arg->image);
  if (arg->kind == WB_ARG_BUFFER) wb_put_u32(out, arg->value.buffer);
  if (arg->kind == WB_ARG_LOCAL) wb_put_u64(out, arg->value.local_bytes);
  if (arg->kind == WB_ARG_SCALAR) wb_put_bytes(out, arg->value.scalar, WB_SCALAR_ARG_MAX);
}

static void get_arg(struct wb_reader *in, struct wb_arg *arg, char *name) {
  size_t length;
  arg->kind = (enum wb_arg_kind)wb_get_below(in, WB_ARG_LOCAL + 1);
  wb_get_text(in, name, WB_FINDING_NAME_MAX);
  arg->name = name;
  arg->type = wb_get_dtype(in);
  arg->bytes = wb_get_u64(in);
  get_image(in, &arg->image);
  if (arg->kind == WB_ARG_BUFFER) arg->value.buffer = wb_get_u32(in);
  if (arg->kind == WB_ARG_LOCAL) arg->value.local_bytes = wb_get_u64(in);
  if (arg->kind != WB_ARG_SCALAR) return;
  const void *bytes = wb_get_bytes(in, &length);
  if (length == WB_SCALAR_ARG_MAX)
    memcpy(arg->value.scalar, bytes, length);
  else
    in->bad = true;
}

static void put_sizes(struct wb_str *out, const size_t sizes[3]) {
  for (int d = 0; d < 3; d++) wb_put_u64(out, sizes[d]);
}

static void get_sizes(struct wb_reader *in, size_t sizes[3]) {
  for (int d = 0; d < 3; d++) sizes[d] = wb_get_u64(in);
}

void wb_put_launch(struct wb_str *out, const struct wb_launch *launch) {
  wb_put_u32(out, launch->program);
  wb_put_text(out, launch->kernel);
  wb_put_u32(out, launch->dimensions);
  put_sizes(out, launch->global);
  put_sizes(out, launch->local);
  put_sizes(out, launch->offset);
  wb_put_u32(out, launch->limits.time_ms);
  wb_put_u64(out, launch->limits.memory_bytes);
  wb_put_u64(out, launch->limits.output_bytes);
  wb_put_u64(out, launch->limits.steps);
  wb_put_u32(out, launch->schedule.kind);
  wb_put_u64(out, launch->schedule.seed);
  wb_put_u32(out, launch->subgroup);
  wb_put_u64(out, launch->trace_bytes);
  wb_put_u32(out, (uint32_t)launch->n_args);
  for (size_t i = 0; i < launch->n_args; i++) put_arg(out, &launch->args[i]);
}

void wb_get_launch(struct wb_reader *in, struct wb_launch_copy *copy) {
  struct wb_launch *launch = &copy->launch;
  memset(copy, 0, sizeof *copy);
  launch->program = wb_get_u32(in);
  copy->kernel = wb_get_long_text(in);
  launch->kernel = copy->kernel != NULL ? copy->kernel : "";
  launch->dimensions = wb_get_u32(in);
  get_sizes(in, launch->global);
  get_sizes(in, launch->local);
  get_sizes(in, launch->offset);
  launch->limits.time_ms = wb_get_u32(in);
  launch->limits.memory_bytes = wb_get_u64(in);
  launch->limits.output_bytes = wb_get_u64(in);
  launch->limits.steps = wb_get_u64(in);
  launch->schedule.kind = (enum wb_schedule_kind)wb_get_below(in, WB_SCHEDULE_SHUFFLE + 1);
  launch->schedule.seed = wb_get_u64(in);
  launch->subgroup = wb_get_u32(in);
  launch->trace_bytes = wb_get_u64(in);
  launch->n_args = wb_get_below(in, WB_MAX_ARGS + 1);
  launch->args = copy->args;
  for (size_t i = 0; i < launch->n_args; i++) get_arg(in, &copy->args[i], copy->names[i]);
}

void wb_launch_copy_release(struct wb_launch_copy *copy) {
  free(copy->kernel);
  copy->kernel = NULL;
}
