#include "device/device.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "device/protocol.h"

/* ---- handles in use ------------------------------------------------------------ */

/* Which handles are in use, and how large buffers are. */
struct tracked {
  wb_handle handle;
  bool is_program;
  size_t bytes; /* of a buffer */
};

/* A handful of handles at a time: a plain array, searched from its end since
 * the newest handles are the ones in use. */
struct wb_device_tracking {
  struct tracked *items;
  size_t count, capacity;
};

static size_t handle_place(const struct wb_device_tracking *tracking, wb_handle handle,
                           bool is_program) {
  size_t i = tracking->count;
  while (i > 0 && (tracking->items[i - 1].handle != handle ||
                   tracking->items[i - 1].is_program != is_program))
    i--;
  return i; /* 1 + the place; 0: not there */
}

/* The entry of a handle in use, or NULL. Valid until the next track_add(). */
static const struct tracked *track_find(const struct wb_device_tracking *tracking, wb_handle handle,
                                        bool is_program) {
  size_t place = tracking != NULL && handle != 0 ? handle_place(tracking, handle, is_program) : 0;
  return place > 0 ? &tracking->items[place - 1] : NULL;
}

/* False where the handle is 0 or in use already: the implementation's bug, or a worker that
 * lies. Makes the table where there is none. */
static bool track_add(struct wb_device_tracking **tracking, const struct tracked *entry) {
  struct wb_device_tracking *table;
  if (*tracking == NULL) *tracking = wb_alloc(sizeof **tracking);
  table = *tracking;
  if (entry->handle == 0 || handle_place(table, entry->handle, entry->is_program) > 0) return false;
  table->items = wb_grow(table->items, &table->capacity, table->count + 1, sizeof *table->items);
  table->items[table->count++] = *entry;
  return true;
}

static void track_remove(struct wb_device_tracking *tracking, wb_handle handle, bool is_program) {
  size_t place = tracking != NULL ? handle_place(tracking, handle, is_program) : 0;
  if (place == 0) return;
  tracking->items[place - 1] = tracking->items[--tracking->count];
}

static void track_free(struct wb_device_tracking *tracking) {
  if (tracking == NULL) return;
  free(tracking->items);
  free(tracking);
}

/* ---- the wrappers -------------------------------------------------------------- */

/* Every implementation's device begins with a wb_device_base. */
static struct wb_device_base *base_of(struct wb_device *device) {
  if (device == NULL) wb_bug("a device call without a device");
  return (struct wb_device_base *)device;
}

static const struct wb_device_ops *ops_of(struct wb_device *device) { return base_of(device)->ops; }

static const struct tracked *find_buffer(struct wb_device *device, wb_handle buffer,
                                         struct wb_error *err) {
  const struct tracked *found = track_find(base_of(device)->tracked, buffer, false);
  if (found == NULL) wb_fail(err, WB_ERR_USAGE, "there is no buffer %u on this device", buffer);
  return found;
}

static enum wb_status check_program(struct wb_device *device, wb_handle program,
                                    struct wb_error *err) {
  if (track_find(base_of(device)->tracked, program, true) != NULL) return WB_OK;
  return wb_fail(err, WB_ERR_USAGE, "there is no program %u on this device", program);
}

/* Written so that offset + length cannot wrap around. */
static enum wb_status check_range(struct wb_device *device, wb_handle buffer, size_t offset,
                                  size_t length, struct wb_error *err) {
  const struct tracked *found = find_buffer(device, buffer, err);
  if (found == NULL) return WB_ERR_USAGE;
  if (offset <= found->bytes && length <= found->bytes - offset) return WB_OK;
  return wb_fail(err, WB_ERR_USAGE, "%zu bytes at byte %zu do not fit in a buffer of %zu bytes",
                 length, offset, found->bytes);
}

void wb_device_close(struct wb_device *device) {
  struct wb_device_tracking *tracked;
  if (device == NULL) return;
  tracked = base_of(device)->tracked;
  struct wb_device_commands *commands = base_of(device)->commands;
  ops_of(device)->close(device);
  wb_device_commands_free(commands);
  track_free(tracked);
}

enum wb_status wb_device_info(struct wb_device *device, struct wb_device_info *info,
                              struct wb_error *err) {
  memset(info, 0, sizeof *info);
  return ops_of(device)->info(device, info, err);
}

enum wb_status wb_buffer_create(struct wb_device *device, const struct wb_buffer_desc *desc,
                                wb_handle *buffer, struct wb_error *err) {
  enum wb_status status;
  *buffer = 0;
  if (desc->bytes > SIZE_MAX - 2 * (size_t)WB_GUARD_BYTES)
    return wb_fail(err, WB_ERR_NOMEM, "a buffer of %zu bytes is too large", desc->bytes);
  status = ops_of(device)->buffer_create(device, desc, buffer, err);
  if (status == WB_OK &&
      !track_add(&base_of(device)->tracked, &(struct tracked){*buffer, false, desc->bytes}))
    status = wb_fail(err, WB_ERR_PROTOCOL, "the device gave the buffer handle %u twice", *buffer);
  return status;
}

enum wb_status wb_buffer_release(struct wb_device *device, wb_handle buffer, struct wb_error *err) {
  if (find_buffer(device, buffer, err) == NULL) return WB_ERR_USAGE;
  track_remove(base_of(device)->tracked, buffer, false);
  return ops_of(device)->buffer_release(device, buffer, err);
}

enum wb_status wb_buffer_write(struct wb_device *device, wb_handle buffer, size_t offset,
                               const void *bytes, size_t length, struct wb_error *err) {
  enum wb_status status = check_range(device, buffer, offset, length, err);
  if (status != WB_OK || length == 0) return status;
  return ops_of(device)->buffer_write(device, buffer, offset, bytes, length, err);
}

enum wb_status wb_buffer_read(struct wb_device *device, wb_handle buffer, size_t offset,
                              void *bytes, size_t length, struct wb_error *err) {
  enum wb_status status = check_range(device, buffer, offset, length, err);
  if (status != WB_OK || length == 0) return status;
  return ops_of(device)->buffer_read(device, buffer, offset, bytes, length, err);
}

enum wb_status wb_buffer_fill(struct wb_device *device, wb_handle buffer, size_t offset,
                              size_t length, const void *pattern, size_t pattern_length,
                              struct wb_error *err) {
  enum wb_status status = check_range(device, buffer, offset, length, err);
  if (status != WB_OK || length == 0) return status;
  if (pattern_length == 0 || length % pattern_length != 0)
    return wb_fail(err, WB_ERR_USAGE, "a pattern of %zu bytes does not fill %zu bytes evenly",
                   pattern_length, length);
  return ops_of(device)->buffer_fill(device, buffer, offset, length, pattern, pattern_length, err);
}

enum wb_status wb_buffer_copy(struct wb_device *device, wb_handle from, size_t from_offset,
                              wb_handle to, size_t to_offset, size_t length, struct wb_error *err) {
  enum wb_status status = check_range(device, from, from_offset, length, err);
  if (status == WB_OK) status = check_range(device, to, to_offset, length, err);
  if (status != WB_OK || length == 0) return status;
  size_t gap = from_offset < to_offset ? to_offset - from_offset : from_offset - to_offset;
  if (from == to && gap < length)
    return wb_fail(err, WB_ERR_USAGE, "a copy within one buffer must not overlap itself");
  return ops_of(device)->buffer_copy(device, from, from_offset, to, to_offset, length, err);
}

enum wb_status wb_buffer_forget(struct wb_device *device, wb_handle buffer, size_t offset,
                                size_t length, struct wb_error *err) {
  static const unsigned char poison = WB_POISON_BYTE;
  enum wb_status status = check_range(device, buffer, offset, length, err);
  if (status != WB_OK || length == 0) return status;
  if (ops_of(device)->buffer_forget == NULL)
    return ops_of(device)->buffer_fill(device, buffer, offset, length, &poison, 1, err);
  return ops_of(device)->buffer_forget(device, buffer, offset, length, err);
}

enum wb_status wb_buffer_state(struct wb_device *device, wb_handle buffer,
                               struct wb_buffer_state *state, struct wb_error *err) {
  memset(state, 0, sizeof *state);
  if (find_buffer(device, buffer, err) == NULL) return WB_ERR_USAGE;
  return ops_of(device)->buffer_state(device, buffer, state, err);
}

void wb_buffer_expect(struct wb_device *device, wb_handle buffer) {
  const struct tracked *found = find_buffer(device, buffer, NULL);
  if (found != NULL && ops_of(device)->expect != NULL)
    ops_of(device)->expect(device, buffer, found->bytes);
}

void wb_build_result_init(struct wb_build_result *result) { memset(result, 0, sizeof *result); }

void wb_build_result_release(struct wb_build_result *result) {
  wb_fields_release(&wb_build_result_fields, result);
}

/* Cuts `part` and the slashes behind it out of the text, wherever it stands. */
static void cut_folder(char *text, const char *part) {
  const size_t length = strlen(part);
  for (char *at = text; length > 1 && (at = strstr(at, part)) != NULL;) {
    const size_t slashes = strspn(at + length, "/");
    if (slashes == 0)
      at += length; /* another folder, whose name only begins so */
    else
      memmove(at, at + length + slashes, strlen(at + length + slashes) + 1);
  }
}

static void hide_folder(struct wb_build_result *result, const char *folder) {
  if (result->log != NULL) cut_folder(result->log, folder);
  for (size_t i = 0; i < result->n_diagnostics; i++)
    cut_folder(result->diagnostics[i].message, folder);
}

void wb_build_result_hide_folders(struct wb_build_result *result,
                                  const struct wb_build_request *request) {
  const char *folders[WB_MAX_INCLUDE_FOLDERS];
  const size_t count = request->any_include ? 0 : wb_include_folders(request, folders);
  for (size_t i = 0; i < count; i++) {
    char *real = realpath(folders[i], NULL);
    if (real != NULL) hide_folder(result, real);
    hide_folder(result, folders[i]);
    free(real);
  }
}

/* The name without what no line of a compiler's log can hold: a path may have line feeds. */
static char *printable_name(const char *name) {
  char *copy = wb_strdup(name);
  for (char *c = copy; c != NULL && *c != '\0'; c++)
    if ((unsigned char)*c < 0x20 || *c == 0x7f) *c = '?';
  return copy;
}

enum wb_status wb_device_build(struct wb_device *device, const struct wb_build_request *wanted,
                               struct wb_build_result *result, struct wb_error *err) {
  struct wb_build_request request = *wanted;
  char *name = printable_name(wanted->file_name);
  request.file_name = name;
  enum wb_status status = ops_of(device)->build(device, &request, result, err);
  free(name);
  if (result->log == NULL) result->log = wb_strdup("");
  if (status == WB_OK &&
      !track_add(&base_of(device)->tracked, &(struct tracked){result->program, true, 0}))
    status = wb_fail(err, WB_ERR_PROTOCOL, "the device gave the program handle %u twice",
                     result->program);
  return status;
}

bool wb_device_begin_build(struct wb_device *device, const struct wb_build_request *wanted) {
  struct wb_build_request request = *wanted;
  if (ops_of(device)->begin_build == NULL) return false;
  char *name = printable_name(wanted->file_name);
  request.file_name = name;
  const bool begun = ops_of(device)->begin_build(device, &request);
  free(name);
  return begun;
}

enum wb_status wb_device_prepare(struct wb_device *device, const struct wb_build_request *request,
                                 struct wb_error *err) {
  const struct wb_device_ops *ops = ops_of(device);
  return ops->prepare != NULL ? ops->prepare(device, request, err) : WB_OK;
}

enum wb_status wb_program_release(struct wb_device *device, wb_handle program,
                                  struct wb_error *err) {
  enum wb_status status = check_program(device, program, err);
  if (status != WB_OK) return status;
  track_remove(base_of(device)->tracked, program, true);
  return ops_of(device)->program_release(device, program, err);
}

enum wb_status wb_device_clear(struct wb_device *device, struct wb_error *err) {
  const struct wb_device_tracking *tracked = base_of(device)->tracked;
  enum wb_status status = wb_device_finish(device, err);
  while (status == WB_OK && tracked != NULL && tracked->count > 0) {
    const struct tracked last = tracked->items[tracked->count - 1];
    status = last.is_program ? wb_program_release(device, last.handle, err)
                             : wb_buffer_release(device, last.handle, err);
  }
  return status;
}

enum wb_status wb_device_renew(struct wb_device *device, struct wb_error *err) {
  const struct wb_device_ops *ops = ops_of(device);
  if (ops->renew == NULL) return wb_fail(err, WB_ERR_USAGE, "%s cannot begin anew", ops->name);
  track_free(base_of(device)->tracked);
  base_of(device)->tracked = NULL;
  return ops->renew(device, err);
}

enum wb_status wb_kernel_info(struct wb_device *device, wb_handle program, const char *kernel,
                              struct wb_kernel_info *info, struct wb_error *err) {
  enum wb_status status = check_program(device, program, err);
  memset(info, 0, sizeof *info);
  if (status != WB_OK) return status;
  return ops_of(device)->kernel_info(device, program, kernel, info, err);
}

void wb_outcome_init(struct wb_outcome *outcome) { wb_fields_clear(&wb_outcome_fields, outcome); }

void wb_outcome_release(struct wb_outcome *outcome) {
  wb_fields_release(&wb_outcome_fields, outcome);
}

/* Says in `why` what is wrong with the sizes; false if nothing is. */
static bool impossible_sizes(const struct wb_launch *launch, char *why, size_t size) {
  static const char axes[] = "xyz";
  if (launch->dimensions < 1 || launch->dimensions > 3) {
    snprintf(why, size, "a launch has 1, 2 or 3 dimensions, not %u", launch->dimensions);
    return true;
  }
  if ((launch->subgroup & (launch->subgroup - 1)) != 0 || launch->subgroup > WB_MAX_SUBGROUP) {
    snprintf(why, size, "a sub-group has 1, 2, 4, 8, 16, 32 or 64 work-items, not %u",
             launch->subgroup);
    return true;
  }
  for (unsigned d = 0; d < launch->dimensions; d++) {
    size_t global = launch->global[d], local = launch->local[d];
    if (global > 0 && local > 0 && global % local == 0) continue;
    if (global == 0 || local == 0)
      snprintf(why, size, "the %s size in %c is 0", global == 0 ? "global" : "local", axes[d]);
    else
      snprintf(why, size, "the local size %zu does not divide the global size %zu in %c", local,
               global, axes[d]);
    return true;
  }
  return false;
}

static void refuse_launch(const struct wb_launch *launch, const char *why,
                          struct wb_outcome *outcome) {
  struct wb_finding *finding = &outcome->findings[0];
  memset(finding, 0, sizeof *finding);
  finding->kind = WB_INVALID_LAUNCH;
  finding->count = 1;
  snprintf(finding->kernel, sizeof finding->kernel, "%s", launch->kernel);
  snprintf(finding->message, sizeof finding->message, "%s", why);
  outcome->n_findings = 1;
}

static enum wb_status check_launch(struct wb_device *device, const struct wb_launch *launch,
                                   struct wb_error *err) {
  enum wb_status status = check_program(device, launch->program, err);
  if (status == WB_OK && launch->n_args > WB_MAX_ARGS)
    status = wb_fail(err, WB_ERR_USAGE, "a kernel has at most %d arguments, not %zu", WB_MAX_ARGS,
                     launch->n_args);
  for (size_t i = 0; status == WB_OK && i < launch->n_args; i++) {
    const struct wb_arg *arg = &launch->args[i];
    if (arg->kind == WB_ARG_BUFFER && arg->value.buffer != 0 &&
        check_range(device, arg->value.buffer, arg->buffer_offset, arg->buffer_bytes, err) != WB_OK)
      status = WB_ERR_USAGE;
    if (arg->kind == WB_ARG_SCALAR && wb_arg_bytes(arg) > WB_SCALAR_ARG_MAX)
      status = wb_fail(err, WB_ERR_USAGE, "a value of %zu bytes is too large to pass; at most %d",
                       wb_arg_bytes(arg), (int)WB_SCALAR_ARG_MAX);
  }
  return status;
}

enum wb_status wb_device_launch(struct wb_device *device, const struct wb_launch *launch,
                                struct wb_outcome *outcome, struct wb_error *err) {
  char why[WB_FINDING_MESSAGE_MAX];
  enum wb_status status = check_launch(device, launch, err);
  if (status != WB_OK) return status;
  if (impossible_sizes(launch, why, sizeof why)) {
    refuse_launch(launch, why, outcome);
    return WB_OK;
  }
  return ops_of(device)->launch(device, launch, outcome, err);
}

enum wb_status wb_device_finish(struct wb_device *device, struct wb_error *err) {
  return ops_of(device)->finish(device, NULL, err);
}

enum wb_status wb_device_finish_launch(struct wb_device *device, const struct wb_outcome *outcome,
                                       struct wb_error *err) {
  return ops_of(device)->finish(device, outcome, err);
}

void wb_device_ask(struct wb_device *device, const struct wb_outcome *outcome) {
  if (ops_of(device)->ask != NULL) ops_of(device)->ask(device, outcome);
}

uint64_t wb_hang_limit_ms(uint32_t time_ms) {
  enum { ALWAYS_MS = 60000, TIMES = 100 };
  return ALWAYS_MS + (uint64_t)time_ms * TIMES;
}

uint32_t wb_build_doubt_ms(const struct wb_build_request *request) {
  enum { MOST_MS = 10000 };
  const uint32_t limit = request->time_limit_ms;
  return limit > 0 && limit < MOST_MS ? limit : MOST_MS;
}

size_t wb_include_folders(const struct wb_build_request *request,
                          const char *folders[WB_MAX_INCLUDE_FOLDERS]) {
  size_t count = 0;
  if (request->include_directory != NULL) folders[count++] = request->include_directory;
  for (size_t i = 0; i < request->n_more_includes && i < WB_MAX_INCLUDES; i++)
    folders[count++] = request->more_includes[i];
  if (request->own_include != NULL) folders[count++] = request->own_include;
  return count;
}

struct wb_build_request wb_simplest_request(uint32_t time_limit_ms) {
  static const char SIMPLEST[] = "__kernel void simplest(__global int *p) { p[0] = 1; }\n";
  return (struct wb_build_request){.source = SIMPLEST,
                                   .length = sizeof SIMPLEST - 1,
                                   .file_name = "simplest.cl",
                                   .options = "",
                                   .time_limit_ms = time_limit_ms};
}
