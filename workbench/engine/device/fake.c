#include "device/fake.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/str.h"

struct fake_buffer {
  unsigned char *memory; /* guard, content, guard; NULL when released */
  size_t bytes;
  enum wb_buffer_access access;
};

struct fake {
  struct wb_device_base base;
  struct wb_fake_options options;
  unsigned steps;
  bool report_finding;         /* by the next launch */
  struct fake_buffer *buffers; /* by handle - 1 */
  size_t n_buffers, buffer_capacity;
  wb_handle programs; /* handed out so far */
};

static struct fake *fake_of(struct wb_device *device) { return (struct fake *)device; }

static unsigned char *content_of(struct fake *fake, wb_handle buffer) {
  return fake->buffers[buffer - 1].memory + WB_GUARD_BYTES;
}

static void corrupt_guards(struct fake *fake) {
  for (size_t i = 0; i < fake->n_buffers; i++)
    if (fake->buffers[i].memory != NULL)
      memset(fake->buffers[i].memory + WB_GUARD_BYTES + fake->buffers[i].bytes, 0, 8);
}

static void fall_for_real(enum wb_fake_fault fault) {
  if (fault == WB_FAKE_CRASH) abort();
  while (fault == WB_FAKE_HANG) pause();
}

/* Counts a step and commits the fault whose turn it is. */
static enum wb_status count_step(struct fake *fake, struct wb_error *err) {
  fake->steps++;
  if (fake->steps != fake->options.fault_step) return WB_OK;
  if (fake->options.real_faults) fall_for_real(fake->options.fault);
  if (fake->options.fault == WB_FAKE_NOMEM)
    return wb_fail(err, WB_ERR_NOMEM, "the fake device is out of memory");
  if (fake->options.fault == WB_FAKE_IO)
    return wb_fail(err, WB_ERR_IO, "the fake device lost its connection");
  if (fake->options.fault == WB_FAKE_CORRUPT) corrupt_guards(fake);
  if (fake->options.fault == WB_FAKE_FINDING) fake->report_finding = true;
  return WB_OK;
}

static void fake_close(struct wb_device *device) {
  struct fake *fake = fake_of(device);
  for (size_t i = 0; i < fake->n_buffers; i++) free(fake->buffers[i].memory);
  free(fake->buffers);
  free(fake);
}

static enum wb_status fake_info(struct wb_device *device, struct wb_device_info *info,
                                struct wb_error *err) {
  struct fake *fake = fake_of(device);
  enum wb_status status = count_step(fake, err);
  if (status != WB_OK) return status;
  snprintf(info->selector, sizeof info->selector, "fake");
  snprintf(info->name, sizeof info->name, "fake device");
  snprintf(info->vendor, sizeof info->vendor, "for tests");
  info->checks = fake->options.checks;
  info->keeps_inputs = fake->options.keeps_inputs;
  info->global_memory = (uint64_t)1 << 30;
  info->local_memory = 32 << 10;
  info->max_group_size = 1024;
  for (int d = 0; d < 3; d++) info->max_item_size[d] = 1024;
  return WB_OK;
}

static enum wb_status fake_buffer_create(struct wb_device *device,
                                         const struct wb_buffer_desc *desc, wb_handle *buffer,
                                         struct wb_error *err) {
  struct fake *fake = fake_of(device);
  enum wb_status status = count_step(fake, err);
  if (status != WB_OK) return status;
  size_t whole = desc->bytes + 2 * (size_t)WB_GUARD_BYTES;
  unsigned char *memory = malloc(whole);
  if (memory == NULL) return wb_fail(err, WB_ERR_NOMEM, "no memory for a buffer");
  memset(memory, WB_POISON_BYTE, whole);
  size_t slot = 0;
  while (slot < fake->n_buffers && fake->buffers[slot].memory != NULL) slot++;
  fake->buffers = wb_grow(fake->buffers, &fake->buffer_capacity, slot + 1, sizeof *fake->buffers);
  if (slot == fake->n_buffers) fake->n_buffers++;
  fake->buffers[slot] = (struct fake_buffer){memory, desc->bytes, desc->access};
  *buffer = (wb_handle)(slot + 1);
  return WB_OK;
}

static enum wb_status fake_buffer_release(struct wb_device *device, wb_handle buffer,
                                          struct wb_error *err) {
  struct fake *fake = fake_of(device);
  enum wb_status status = count_step(fake, err);
  if (status != WB_OK) return status;
  free(fake->buffers[buffer - 1].memory);
  fake->buffers[buffer - 1].memory = NULL;
  return WB_OK;
}

static enum wb_status fake_buffer_write(struct wb_device *device, wb_handle buffer, size_t offset,
                                        const void *bytes, size_t length, struct wb_error *err) {
  struct fake *fake = fake_of(device);
  enum wb_status status = count_step(fake, err);
  if (status == WB_OK) memcpy(content_of(fake, buffer) + offset, bytes, length);
  return status;
}

static enum wb_status fake_buffer_read(struct wb_device *device, wb_handle buffer, size_t offset,
                                       void *bytes, size_t length, struct wb_error *err) {
  struct fake *fake = fake_of(device);
  enum wb_status status = count_step(fake, err);
  if (status == WB_OK) memcpy(bytes, content_of(fake, buffer) + offset, length);
  return status;
}

static enum wb_status fake_buffer_fill(struct wb_device *device, wb_handle buffer, size_t offset,
                                       size_t length, const void *pattern, size_t pattern_length,
                                       struct wb_error *err) {
  struct fake *fake = fake_of(device);
  enum wb_status status = count_step(fake, err);
  for (size_t at = 0; status == WB_OK && at < length; at += pattern_length)
    memcpy(content_of(fake, buffer) + offset + at, pattern, pattern_length);
  return status;
}

static enum wb_status fake_buffer_copy(struct wb_device *device, wb_handle from, size_t from_offset,
                                       wb_handle to, size_t to_offset, size_t length,
                                       struct wb_error *err) {
  struct fake *fake = fake_of(device);
  enum wb_status status = count_step(fake, err);
  if (status == WB_OK)
    memcpy(content_of(fake, to) + to_offset, content_of(fake, from) + from_offset, length);
  return status;
}

static enum wb_status fake_buffer_state(struct wb_device *device, wb_handle buffer,
                                        struct wb_buffer_state *state, struct wb_error *err) {
  struct fake *fake = fake_of(device);
  enum wb_status status = count_step(fake, err);
  if (status != WB_OK) return status;
  const struct fake_buffer *found = &fake->buffers[buffer - 1];
  size_t whole = found->bytes + 2 * (size_t)WB_GUARD_BYTES;
  state->guards_intact = true;
  for (size_t i = 0; i < whole && state->guards_intact; i++) {
    bool inside = i >= WB_GUARD_BYTES && i < WB_GUARD_BYTES + found->bytes;
    if (inside || found->memory[i] == WB_POISON_BYTE) continue;
    state->guards_intact = false;
    state->first_broken = (int64_t)i - WB_GUARD_BYTES;
  }
  return WB_OK;
}

static void add_diagnostic(struct wb_build_result *result, const char *source, const char *at) {
  struct wb_diagnostic *diagnostic = wb_alloc(sizeof *diagnostic);
  diagnostic->line = 1;
  for (const char *c = source; c < at; c++) diagnostic->line += *c == '\n';
  diagnostic->column = 1;
  snprintf(diagnostic->message, sizeof diagnostic->message, "#error");
  result->diagnostics = diagnostic;
  result->n_diagnostics = 1;
  result->log = wb_format("%u:1: error: #error\n", diagnostic->line);
}

/* As a device that checks: what it says of kernels comes with the build, and is no step. */
static void describe_kernels(const struct wb_fake_options *options,
                             struct wb_build_result *result) {
  result->infos = wb_alloc(WB_MAX_BUILD_INFOS * sizeof *result->infos);
  for (size_t i = 0; i < options->n_kernels && i < WB_MAX_BUILD_INFOS; i++, result->n_infos++)
    if (options->kernels[i].info != NULL) result->infos[i] = *options->kernels[i].info;
}

static enum wb_status fake_build(struct wb_device *device, const struct wb_build_request *request,
                                 struct wb_build_result *result, struct wb_error *err) {
  struct fake *fake = fake_of(device);
  enum wb_status status = count_step(fake, err);
  if (status != WB_OK) return status;
  const char *mistake = memmem(request->source, request->length, "#error", 6);
  if (mistake != NULL) {
    add_diagnostic(result, request->source, mistake);
    return wb_fail(err, WB_ERR_COMPILE, "the kernel does not compile");
  }
  struct wb_str kernels;
  wb_str_init(&kernels);
  for (size_t i = 0; i < fake->options.n_kernels; i++)
    wb_str_addf(&kernels, "%s%s", i > 0 ? ";" : "", fake->options.kernels[i].name);
  result->kernels = wb_str_detach(&kernels);
  if (fake->options.checks) describe_kernels(&fake->options, result);
  result->program = ++fake->programs;
  return WB_OK;
}

static enum wb_status fake_program_release(struct wb_device *device, wb_handle program,
                                           struct wb_error *err) {
  (void)program;
  return count_step(fake_of(device), err);
}

static const struct wb_fake_entry *find_kernel(const struct fake *fake, const char *name) {
  for (size_t i = 0; i < fake->options.n_kernels; i++)
    if (strcmp(fake->options.kernels[i].name, name) == 0) return &fake->options.kernels[i];
  return NULL;
}

static enum wb_status fake_kernel_info(struct wb_device *device, wb_handle program,
                                       const char *kernel, struct wb_kernel_info *info,
                                       struct wb_error *err) {
  struct fake *fake = fake_of(device);
  enum wb_status status = count_step(fake, err);
  (void)program;
  if (status != WB_OK) return status;
  const struct wb_fake_entry *entry = find_kernel(fake, kernel);
  if (entry == NULL) return wb_fail(err, WB_ERR_NOT_FOUND, "there is no kernel \"%s\"", kernel);
  if (entry->info != NULL) *info = *entry->info;
  return WB_OK;
}

static void add_finding(const struct wb_launch *launch, struct wb_outcome *outcome) {
  struct wb_finding *finding = &outcome->findings[outcome->n_findings++];
  memset(finding, 0, sizeof *finding);
  finding->kind = WB_OUT_OF_BOUNDS;
  finding->access = WB_ACCESS_READ;
  finding->memory = WB_MEMORY_GLOBAL;
  finding->has_item = finding->has_index = true;
  finding->line = 1;
  finding->count = 1;
  finding->n_first = 1;
  snprintf(finding->kernel, sizeof finding->kernel, "%s", launch->kernel);
  snprintf(finding->array, sizeof finding->array, "fake");
  snprintf(finding->message, sizeof finding->message, "the fake device reports what it was told");
}

static void run_items(struct fake *fake, const struct wb_fake_entry *entry,
                      const struct wb_launch *launch) {
  void *args[WB_MAX_ARGS];
  size_t global[3];
  for (size_t i = 0; i < launch->n_args; i++) {
    const struct wb_arg *arg = &launch->args[i];
    args[i] = (void *)(uintptr_t)arg->value.scalar;
    if (arg->kind == WB_ARG_LOCAL) args[i] = wb_alloc(arg->value.local_bytes);
    if (arg->kind == WB_ARG_BUFFER)
      args[i] = arg->value.buffer != 0 ? content_of(fake, arg->value.buffer) : NULL;
  }
  for (unsigned d = 0; d < 3; d++) global[d] = d < launch->dimensions ? launch->global[d] : 1;
  for (uint64_t z = 0; z < global[2]; z++)
    for (uint64_t y = 0; y < global[1]; y++)
      for (uint64_t x = 0; x < global[0]; x++) entry->run((const uint64_t[3]){x, y, z}, args);
  for (size_t i = 0; i < launch->n_args; i++)
    if (launch->args[i].kind == WB_ARG_LOCAL) free(args[i]);
}

static enum wb_status fake_launch(struct wb_device *device, const struct wb_launch *launch,
                                  struct wb_outcome *outcome, struct wb_error *err) {
  struct fake *fake = fake_of(device);
  enum wb_status status = count_step(fake, err);
  if (status != WB_OK) return status;
  const struct wb_fake_entry *entry = find_kernel(fake, launch->kernel);
  bool faulty = fake->steps == fake->options.fault_step;
  if (entry == NULL)
    return wb_fail(err, WB_ERR_NOT_FOUND, "there is no kernel \"%s\"", launch->kernel);
  if (faulty && fake->options.fault == WB_FAKE_CRASH) outcome->kind = WB_OUTCOME_CRASHED;
  if (faulty && fake->options.fault == WB_FAKE_HANG) outcome->kind = WB_OUTCOME_TIME_LIMIT;
  if (outcome->kind != WB_OUTCOME_DONE) {
    snprintf(outcome->detail, sizeof outcome->detail, "the fake device did as it was told");
    return WB_OK;
  }
  run_items(fake, entry, launch);
  outcome->time_ns = outcome->spent_ns = 1000;
  outcome->counters.items = launch->global[0] * launch->global[1] * launch->global[2];
  if (fake->report_finding) add_finding(launch, outcome);
  fake->report_finding = false;
  return WB_OK;
}

static enum wb_status fake_finish(struct wb_device *device, const struct wb_outcome *last,
                                  struct wb_error *err) {
  (void)last;
  return count_step(fake_of(device), err);
}

static const struct wb_device_ops fake_ops = {
    .name = "fake",
    .close = fake_close,
    .info = fake_info,
    .buffer_create = fake_buffer_create,
    .buffer_release = fake_buffer_release,
    .buffer_write = fake_buffer_write,
    .buffer_read = fake_buffer_read,
    .buffer_fill = fake_buffer_fill,
    .buffer_copy = fake_buffer_copy,
    .buffer_state = fake_buffer_state,
    .build = fake_build,
    .program_release = fake_program_release,
    .kernel_info = fake_kernel_info,
    .launch = fake_launch,
    .finish = fake_finish,
};

enum wb_status wb_fake_open(const struct wb_fake_options *options, struct wb_device **device,
                            struct wb_error *err) {
  struct fake *fake = calloc(1, sizeof *fake);
  *device = NULL;
  if (fake == NULL) return wb_fail(err, WB_ERR_NOMEM, "no memory for a fake device");
  fake->base.ops = &fake_ops;
  fake->options = *options;
  *device = (struct wb_device *)fake;
  return WB_OK;
}

unsigned wb_fake_steps(const struct wb_device *device) {
  return ((const struct fake *)device)->steps;
}
