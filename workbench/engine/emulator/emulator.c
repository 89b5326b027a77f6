/* The emulator behind device/device.h. */
#include "emulator/emulator.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysinfo.h>

#include "base/str.h"
#include "emulator/launches.h"
#include "emulator/runtime.h"
#include "emulator/run/parallel.h"
#include "emulator/run/signals.h"

static void fill_info(struct wb_device_info *info) {
  struct sysinfo system;
  *info = (struct wb_device_info){.checks = true,
                                  .keeps_inputs = true,
                                  .fp64 = true,
                                  .fp16 = true,
                                  .subgroups = true,
                                  .shuffles = true,
                                  .local_memory = WB_LOCAL_MEMORY_BYTES,
                                  .max_group_size = WB_MAX_GROUP_ITEMS};
  if (sysinfo(&system) == 0) info->global_memory = (uint64_t)system.totalram * system.mem_unit;
  for (int d = 0; d < 3; d++) info->max_item_size[d] = WB_MAX_GROUP_ITEMS;
  snprintf(info->selector, sizeof info->selector, "emulator");
  snprintf(info->name, sizeof info->name, WB_EMULATOR_NAME);
  wb_emulator_version(info->vendor, sizeof info->vendor);
}

/* To give back each of many buffers takes longer than to end. */
static void close_fork(struct wb_device *device) {
  wb_launches_abandon(device);
  wb_compiler_free(device->compiler);
}

static void emulator_close(struct wb_device *device) {
  if (device->is_fork) {
    close_fork(device);
    return;
  }
  wb_launches_abandon(device);
  for (size_t i = 0; i < device->n_buffers; i++) wb_emulator_buffer_free(device->buffers[i]);
  wb_spares_free(&device->spares);
  for (size_t i = 0; i < device->n_programs; i++) wb_program_free(device->programs[i].program);
  if (device->compiler != NULL) wb_compiler_free(device->compiler);
  free(device->buffers);
  free(device->programs);
  free(device->own_include);
  free(device);
}

static enum wb_status emulator_info(struct wb_device *device, struct wb_device_info *info,
                                    struct wb_error *err) {
  (void)err;
  fill_info(info);
  info->walls = device->walls;
  return WB_OK;
}

/* ---- buffers ----------------------------------------------------------------------- */

static enum wb_status buffer_create(struct wb_device *device, const struct wb_buffer_desc *desc,
                                    wb_handle *handle, struct wb_error *err) {
  struct wb_emulator_buffer *buffer = wb_spares_take(&device->spares, desc);
  size_t slot = 0;
  enum wb_status status = buffer == NULL ? wb_emulator_buffer_new(desc, &buffer, err) : WB_OK;
  if (status != WB_OK) return status;
  while (slot < device->n_buffers && device->buffers[slot] != NULL) slot++;
  if (slot == device->n_buffers) {
    device->buffers = wb_grow(device->buffers, &device->buffers_capacity, slot + 1,
                              sizeof(struct wb_emulator_buffer *));
    device->n_buffers++;
  }
  device->buffers[slot] = buffer;
  *handle = (wb_handle)(slot + 1);
  return WB_OK;
}

static enum wb_status buffer_release(struct wb_device *device, wb_handle handle,
                                     struct wb_error *err) {
  struct wb_emulator_buffer *buffer = wb_launches_free_buffer(device, handle);
  if (buffer == NULL) return wb_emulator_no_such(err, "buffer", handle);
  wb_spares_put(&device->spares, buffer);
  device->buffers[handle - 1] = NULL;
  return WB_OK;
}

static enum wb_status buffer_write(struct wb_device *device, wb_handle handle, size_t offset,
                                   const void *bytes, size_t length, struct wb_error *err) {
  struct wb_emulator_buffer *buffer = wb_launches_free_buffer(device, handle);
  if (buffer == NULL) return wb_emulator_no_such(err, "buffer", handle);
  if (length > 0) wb_emulator_buffer_write(buffer, offset, bytes, length);
  return WB_OK;
}

static enum wb_status buffer_read(struct wb_device *device, wb_handle handle, size_t offset,
                                  void *bytes, size_t length, struct wb_error *err) {
  struct wb_emulator_buffer *buffer = wb_launches_free_buffer(device, handle);
  if (buffer == NULL) return wb_emulator_no_such(err, "buffer", handle);
  if (length > 0) wb_emulator_buffer_read(buffer, offset, bytes, length);
  return WB_OK;
}

static enum wb_status buffer_fill(struct wb_device *device, wb_handle handle, size_t offset,
                                  size_t length, const void *pattern, size_t pattern_length,
                                  struct wb_error *err) {
  struct wb_emulator_buffer *buffer = wb_launches_free_buffer(device, handle);
  if (buffer == NULL) return wb_emulator_no_such(err, "buffer", handle);
  if (length > 0) wb_emulator_buffer_fill(buffer, offset, length, pattern, pattern_length);
  return WB_OK;
}

static enum wb_status buffer_copy(struct wb_device *device, wb_handle from, size_t from_offset,
                                  wb_handle to, size_t to_offset, size_t length,
                                  struct wb_error *err) {
  struct wb_emulator_buffer *source = wb_launches_free_buffer(device, from),
                            *target = wb_launches_free_buffer(device, to);
  if (source == NULL) return wb_emulator_no_such(err, "buffer", from);
  if (target == NULL) return wb_emulator_no_such(err, "buffer", to);
  if (length > 0) wb_emulator_buffer_copy(source, from_offset, target, to_offset, length);
  return WB_OK;
}

static enum wb_status buffer_state(struct wb_device *device, wb_handle handle,
                                   struct wb_buffer_state *state, struct wb_error *err) {
  struct wb_emulator_buffer *buffer = wb_launches_free_buffer(device, handle);
  if (buffer == NULL) return wb_emulator_no_such(err, "buffer", handle);
  wb_emulator_buffer_state(buffer, state);
  return WB_OK;
}

/* ---- programs ------------------------------------------------------------------------ */

static char *kernel_names(const struct wb_program *program) {
  size_t count = 0;
  const char *const *names = wb_program_kernels(program, &count);
  struct wb_str text;
  wb_str_init(&text);
  for (size_t i = 0; i < count; i++) wb_str_addf(&text, "%s%s", i > 0 ? ";" : "", names[i]);
  return wb_str_detach(&text);
}

static enum wb_status describe_kernel(struct wb_program *program, const char *kernel,
                                      struct wb_kernel_info *info, struct wb_error *err) {
  const struct wb_kernel_image *image = NULL;
  const enum wb_status status = wb_program_kernel(program, kernel, &image, err);
  if (status != WB_OK) return status;
  *info = *image->info;
  memcpy(info->required_group_size, image->required_group_size, sizeof info->required_group_size);
  info->n_orders = image->n_orders;
  for (size_t i = 0; i < info->n_params; i++)
    info->params[i].bytes = info->params[i].memory == WB_MEMORY_PRIVATE ? image->param_bytes[i] : 0;
  return status;
}

static void describe_kernels(struct wb_program *program, struct wb_build_result *result) {
  size_t count = 0, *n = &result->n_infos;
  const char *const *names = wb_program_kernels(program, &count);
  if (count > WB_MAX_BUILD_INFOS) count = WB_MAX_BUILD_INFOS;
  result->infos = wb_alloc(count * sizeof *result->infos);
  while (*n < count && describe_kernel(program, names[*n], &result->infos[*n], NULL) == WB_OK) ++*n;
}

static enum wb_status emulator_build(struct wb_device *device,
                                     const struct wb_build_request *request,
                                     struct wb_build_result *result, struct wb_error *err) {
  struct wb_program *program = NULL;
  size_t slot = 0;
  struct wb_build_request own = *request;
  own.own_include = device->own_include;
  enum wb_status status = wb_compile(device->compiler, &own, &program, result, err);
  if (status != WB_OK) return status;
  while (slot < device->n_programs && device->programs[slot].program != NULL) slot++;
  if (slot == device->n_programs) {
    device->programs =
        wb_grow(device->programs, &device->programs_capacity, slot + 1, sizeof(struct wb_built));
    device->n_programs++;
  }
  device->programs[slot] = (struct wb_built){.program = program};
  result->kernels = kernel_names(program);
  describe_kernels(program, result);
  memcpy(result->fingerprint, wb_program_fingerprint(program), sizeof result->fingerprint);
  result->program = (wb_handle)(slot + 1);
  return WB_OK;
}

static enum wb_status emulator_prepare(struct wb_device *device,
                                       const struct wb_build_request *request,
                                       struct wb_error *err) {
  struct wb_build_request own = *request;
  (void)err;
  own.own_include = device->own_include;
  wb_compiler_prepare(device->compiler, &own);
  return WB_OK;
}

static enum wb_status program_release(struct wb_device *device, wb_handle handle,
                                      struct wb_error *err) {
  wb_launches_finish(device);
  struct wb_program *program = wb_emulator_program_of(device, handle);
  if (program == NULL) return wb_emulator_no_such(err, "program", handle);
  wb_program_free(program);
  device->programs[handle - 1] = (struct wb_built){0};
  return WB_OK;
}

static enum wb_status kernel_info(struct wb_device *device, wb_handle handle, const char *kernel,
                                  struct wb_kernel_info *info, struct wb_error *err) {
  struct wb_program *program = wb_emulator_program_of(device, handle);
  return program != NULL ? describe_kernel(program, kernel, info, err)
                         : wb_emulator_no_such(err, "program", handle);
}

static enum wb_status buffer_forget(struct wb_device *device, wb_handle handle, size_t offset,
                                    size_t length, struct wb_error *err) {
  struct wb_emulator_buffer *buffer = wb_launches_free_buffer(device, handle);
  if (buffer == NULL) return wb_emulator_no_such(err, "buffer", handle);
  if (length > 0) wb_emulator_buffer_forget(buffer, offset, length);
  return WB_OK;
}

/* ---- forks ----------------------------------------------------------------------------- */

enum wb_status wb_emulator_prepare_forks(struct wb_device *device, char *const *included,
                                         struct wb_error *err) {
  const struct wb_build_request likely = {.source = "",
                                          .file_name = "",
                                          .options = "",
                                          .include_directory = included[0],
                                          .own_include = device->own_include};
  return wb_compiler_prepare_forks(device->compiler, &likely, err);
}

enum wb_status wb_emulator_forked(struct wb_device *device, struct wb_error *err) {
  device->is_fork = true;
  return wb_compiler_forked(device->compiler, err);
}

/* ---- opening ---------------------------------------------------------------------------- */

enum wb_status wb_emulator_open(const char *selector, struct wb_device **out,
                                struct wb_error *err) {
  static const struct wb_device_ops ops = {
      .name = "emulator",
      .close = emulator_close,
      .info = emulator_info,
      .buffer_create = buffer_create,
      .buffer_release = buffer_release,
      .buffer_write = buffer_write,
      .buffer_read = buffer_read,
      .buffer_fill = buffer_fill,
      .buffer_copy = buffer_copy,
      .buffer_state = buffer_state,
      .buffer_forget = buffer_forget,
      .build = emulator_build,
      .program_release = program_release,
      .kernel_info = kernel_info,
      .launch = wb_launches_add,
      .finish = wb_launches_finish_to,
      .prepare = emulator_prepare,
  };
  if (strcmp(selector, "emulator") != 0)
    return wb_fail(err, WB_ERR_NOT_FOUND, "there is no emulator called %s", selector);
  struct wb_device *device = wb_alloc(sizeof *device);
  device->base.ops = &ops;
  device->own_include = wb_own_include_folder();
  device->processors = wb_parallel_processors();
  device->handled = wb_run_signals_handled();
  enum wb_status status = wb_walls_choose(&device->walls, err);
  if (status == WB_OK) status = wb_compiler_new(&device->compiler, err);
  if (status != WB_OK) {
    emulator_close(device);
    device = NULL;
  }
  *out = device;
  return status;
}

size_t wb_emulator_list(struct wb_device_info *infos, size_t max) {
  if (max > 0) fill_info(infos);
  return 1;
}
