/* Launches: their arguments and sizes, checked when they are enqueued. */
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device/param.h"
#include "runtime/private.h"

/* ---- what is said of them ----------------------------------------------------------------------
 */

static struct wb_host_fault bad_argument(void) {
  return (struct wb_host_fault){.kind = WB_INVALID_ARGUMENT, .severity = WB_SEVERITY_ERROR};
}

static enum wb_status refuse_count(struct wb_host_function *function, size_t given,
                                   struct wb_error *err) {
  struct wb_host *host = function->context->host;
  const struct wb_host_fault fault = bad_argument();
  struct wb_str signature;
  wb_str_init(&signature);
  wb_kernel_spell(function->name, &function->info, &signature);
  const enum wb_status status =
      wb_host_refuse(host, &fault, err, "%s takes %zu argument%s, %zu %s given: %s", function->name,
                     function->info.n_params, function->info.n_params == 1 ? "" : "s", given,
                     given == 1 ? "is" : "are", signature.data);
  wb_str_release(&signature);
  return status;
}

static const char *given_words(const struct wb_host_arg *arg) {
  static const char *const words[] = {[WB_HOST_BUFFER_ARG] = "a buffer",
                                      [WB_HOST_NULL_ARG] = "no buffer",
                                      [WB_HOST_LOCAL_ARG] = "local memory",
                                      [WB_HOST_VALUE_ARG] = "a value"};
  return words[arg->kind];
}

static enum wb_status refuse_kind(struct wb_host_function *function, size_t index,
                                  const struct wb_host_arg *arg, struct wb_error *err) {
  struct wb_host *host = function->context->host;
  const struct wb_host_fault fault = bad_argument();
  const struct wb_param_info *param = &function->info.params[index];
  return wb_host_refuse(host, &fault, err, "argument %zu of %s, %s %s, is given %s", index + 1,
                        function->name, param->type_name, param->name, given_words(arg));
}

/* ---- arguments ----------------------------------------------------------------------------------
 */

static bool fits_kind(const struct wb_param_info *param, const struct wb_host_arg *arg) {
  switch (param->memory) {
    case WB_MEMORY_GLOBAL:
    case WB_MEMORY_CONSTANT:
      return arg->kind == WB_HOST_BUFFER_ARG || arg->kind == WB_HOST_NULL_ARG;
    case WB_MEMORY_LOCAL:
      return arg->kind == WB_HOST_LOCAL_ARG;
    case WB_MEMORY_PRIVATE:
      return arg->kind == WB_HOST_VALUE_ARG;
    default:
      return true;
  }
}

static enum wb_status check_value(struct wb_host_function *function, size_t index,
                                  const struct wb_host_arg *arg, struct wb_error *err) {
  struct wb_host *host = function->context->host;
  const struct wb_param_info *param = &function->info.params[index];
  struct wb_host_fault fault = bad_argument();
  struct wb_dtype type;
  if (param->bytes == 0 || param->bytes == arg->bytes) return WB_OK;
  if (!wb_host_param_dtype(param, &type)) fault.kind = WB_LAYOUT_MISMATCH;
  return wb_host_refuse(
      host, &fault, err, "argument %zu of %s, %s %s, has %u bytes in the kernel and %zu here",
      index + 1, function->name, param->type_name, param->name, param->bytes, arg->bytes);
}

/* Structs that the host packs in another way than the kernel's compiler. */
static enum wb_status check_struct(struct wb_host_function *function, size_t index,
                                   const struct wb_host_buffer *buffer, struct wb_error *err) {
  struct wb_host *host = function->context->host;
  const struct wb_param_info *param = &function->info.params[index];
  struct wb_host_fault fault = bad_argument();
  struct wb_dtype type;
  const bool is_struct = buffer->element_bytes != wb_dtype_size(buffer->type);
  if (!is_struct || param->element_bytes == 0 || param->element_bytes == buffer->element_bytes ||
      wb_host_param_dtype(param, &type))
    return WB_OK;
  fault.kind = WB_LAYOUT_MISMATCH;
  fault.other = buffer->made;
  fault.block = buffer->block;
  return wb_host_refuse(host, &fault, err,
                        "argument %zu of %s, %s %s, has elements of %u bytes in the kernel, and "
                        "%s has elements of %zu",
                        index + 1, function->name, param->type_name, param->name,
                        param->element_bytes, wb_host_block_name(buffer->block),
                        buffer->element_bytes);
}

enum wb_status wb_host_refuse_argument(struct wb_host_function *function, const char *why,
                                       struct wb_error *err) {
  struct wb_host *host = function->context->host;
  const struct wb_host_fault fault = bad_argument();
  return wb_host_refuse(host, &fault, err, "%s", why);
}

static bool is_bytewise(struct wb_dtype type) {
  return type.lanes == 1 && (type.scalar == WB_UCHAR || type.scalar == WB_CHAR);
}

/* Elements of another kind than the kernel's are most likely a mistake, but OpenCL allows it. */
static void check_elements(struct wb_host_function *function, size_t index,
                           const struct wb_bound_arg *bound) {
  struct wb_host *host = function->context->host;
  const struct wb_param_info *param = &function->info.params[index];
  struct wb_dtype wanted;
  char name[WB_DTYPE_NAME_MAX];
  if (!wb_host_param_dtype(param, &wanted) || is_bytewise(bound->type) || is_bytewise(wanted) ||
      wanted.scalar == bound->type.scalar)
    return;
  wb_host_report(host,
                 &(struct wb_host_fault){.kind = WB_LAYOUT_MISMATCH,
                                         .severity = WB_SEVERITY_WARNING,
                                         .place = wb_host_here(host),
                                         .other = bound->end.block->made,
                                         .block = bound->end.block},
                 "argument %zu of %s is %s %s, but %s has elements of %s", index + 1,
                 function->name, param->type_name, param->name,
                 wb_host_block_name(bound->end.block), wb_dtype_name(bound->type, name));
}

static enum wb_status check_buffer(struct wb_host_function *function, size_t index,
                                   struct wb_host_buffer *buffer, struct wb_error *err) {
  struct wb_host *host = function->context->host;
  struct wb_host_fault fault = bad_argument();
  enum wb_status status = wb_buffer_commandable(buffer, "launches a kernel with", err);
  fault.block = buffer->block;
  fault.other = buffer->made;
  if (status != WB_OK) return status;
  if (buffer->block->side == WB_HOST_SIDE)
    return wb_host_refuse(
        host, &fault, err,
        "argument %zu of %s is %s, a host buffer: kernels see device buffers only", index + 1,
        function->name, wb_host_block_name(buffer->block));
  fault.kind = WB_WRONG_CONTEXT;
  if (buffer->block->context->device != function->context->device ||
      buffer->block->context != function->context)
    return wb_host_refuse(host, &fault, err,
                          "argument %zu of %s is %s, which is of context %d; the kernel is of "
                          "context %d",
                          index + 1, function->name, wb_host_block_name(buffer->block),
                          buffer->block->context->number, function->context->number);
  return WB_OK;
}

/* All of it that counts: most have no value, or a short one. */
static void copy_argument(struct wb_host_arg *to, const struct wb_host_arg *from) {
  const size_t value = from->kind == WB_HOST_VALUE_ARG ? from->bytes : 0;
  memcpy(to, from, offsetof(struct wb_host_arg, value) + value);
}

/* Checks one argument, and takes a reference of its block. */
static enum wb_status bind_argument(struct wb_host_function *function, size_t index,
                                    const struct wb_host_arg *arg, struct wb_bound_arg *bound,
                                    struct wb_error *err) {
  const struct wb_param_info *param = &function->info.params[index];
  struct wb_host_buffer *buffer = arg->kind == WB_HOST_BUFFER_ARG ? arg->buffer : NULL;
  enum wb_status status = WB_OK;
  if (!fits_kind(param, arg)) return refuse_kind(function, index, arg, err);
  if (buffer != NULL) status = check_buffer(function, index, buffer, err);
  if (buffer != NULL && status == WB_OK) status = check_struct(function, index, buffer, err);
  if (arg->kind == WB_HOST_VALUE_ARG) status = check_value(function, index, arg, err);
  if (status != WB_OK) return status;
  copy_argument(&bound->arg, arg);
  bound->end = (struct wb_end){.block = NULL};
  bound->bytes = bound->count = 0;
  bound->element_bytes = 0;
  bound->type = arg->type;
  if (buffer == NULL) return WB_OK;
  bound->end =
      (struct wb_end){wb_block_hold(buffer->block), buffer->offset, buffer->element_bytes, {0}};
  bound->bytes = buffer->bytes;
  bound->count = buffer->count;
  bound->type = buffer->type;
  bound->element_bytes = buffer->element_bytes;
  check_elements(function, index, bound);
  return WB_OK;
}

static void unbind(struct wb_bound_arg *bound, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (bound[i].end.block != NULL) wb_block_drop(bound[i].end.block);
}

enum wb_status wb_host_set_argument(struct wb_host_function *function, size_t index,
                                    const struct wb_host_arg *arg, struct wb_error *err) {
  struct wb_host *host = function->context->host;
  const size_t count = function->info.n_params;
  struct wb_bound_arg bound;
  if (index >= count) {
    const struct wb_host_fault fault = bad_argument();
    return wb_host_refuse(host, &fault, err, "%s has no argument %zu: it takes %zu", function->name,
                          index + 1, count);
  }
  enum wb_status status = bind_argument(function, index, arg, &bound, err);
  if (status != WB_OK) return status;
  if (function->set == NULL) function->set = wb_alloc(count * sizeof *function->set);
  unbind(&function->set[index].bound, 1);
  function->set[index] = (struct wb_set_argument){
      .present = true, .bound = bound, .after = function->n_launches, .place = wb_host_here(host)};
  return WB_OK;
}

/* An output that is still the one of an earlier launch, while other buffers were set again: most
 * likely it was forgotten. */
static void check_stale(struct wb_host_function *function) {
  struct wb_host *host = function->context->host;
  bool others = false;
  for (size_t i = 0; i < function->info.n_params; i++)
    others = others || (function->set[i].bound.end.block != NULL &&
                        function->set[i].after == function->n_launches);
  for (size_t i = 0; i < function->info.n_params && function->n_launches > 0 && others; i++) {
    const struct wb_set_argument *set = &function->set[i];
    const struct wb_param_info *param = &function->info.params[i];
    if (set->bound.end.block == NULL || set->after == function->n_launches ||
        param->memory != WB_MEMORY_GLOBAL || param->is_const)
      continue;
    wb_host_report(host,
                   &(struct wb_host_fault){.kind = WB_STALE_ARGUMENT,
                                           .severity = WB_SEVERITY_WARNING,
                                           .place = wb_host_here(host),
                                           .other = set->place,
                                           .block = set->bound.end.block},
                   "argument %zu of %s, %s, is still %s, which the launch of line %u used; other "
                   "buffers were set again",
                   i + 1, function->name, param->name, wb_host_block_name(set->bound.end.block),
                   function->launched.line);
  }
}

static enum wb_status bind_set(struct wb_host_function *function, struct wb_bound_arg *bound,
                               struct wb_error *err) {
  struct wb_host *host = function->context->host;
  struct wb_host_fault fault = bad_argument();
  for (size_t i = 0; i < function->info.n_params; i++) {
    const struct wb_set_argument *set = function->set != NULL ? &function->set[i] : NULL;
    if (set == NULL || !set->present) {
      unbind(bound, i);
      return wb_host_refuse(host, &fault, err, "argument %zu of %s, %s, was never set", i + 1,
                            function->name, function->info.params[i].name);
    }
    bound[i] = set->bound;
    if (bound[i].end.block == NULL) continue;
    wb_block_hold(bound[i].end.block);
    if (!bound[i].end.block->released) continue;
    fault.kind = WB_USE_AFTER_RELEASE;
    fault.block = bound[i].end.block;
    fault.other = bound[i].end.block->released_at;
    unbind(bound, i + 1);
    return wb_host_refuse(host, &fault, err,
                          "argument %zu of %s is %s, which was released after it was set", i + 1,
                          function->name, wb_host_block_name(fault.block));
  }
  if (function->info.n_params > 0) check_stale(function);
  return WB_OK;
}

static enum wb_status bind_all(struct wb_host_function *function,
                               const struct wb_host_launch *launch, struct wb_bound_arg *bound,
                               struct wb_error *err) {
  enum wb_status status = WB_OK;
  size_t i = 0;
  if (launch->args == NULL) return bind_set(function, bound, err);
  if (launch->n_args != function->info.n_params) return refuse_count(function, launch->n_args, err);
  while (i < launch->n_args && status == WB_OK) {
    status = bind_argument(function, i, &launch->args[i], &bound[i], err);
    if (status == WB_OK) i++;
  }
  if (status != WB_OK) unbind(bound, i);
  return status;
}

/* ---- sizes --------------------------------------------------------------------------------------
 */

static struct wb_host_fault bad_launch(enum wb_launch_reason reason) {
  return (struct wb_host_fault){
      .kind = WB_INVALID_LAUNCH, .severity = WB_SEVERITY_ERROR, .reason = reason};
}

/* A group that the program left to us: the kernel's, or up to 64 work-items in a row. */
static void choose_group(const struct wb_kernel_info *info, size_t dimensions, const size_t *global,
                         size_t *local) {
  for (size_t d = 0; d < dimensions; d++) local[d] = info->required_group_size[d];
  if (local[0] > 0) return;
  for (size_t d = 0; d < dimensions; d++) local[d] = 1;
  while (local[0] < 64 && global[0] % (local[0] * 2) == 0 && global[0] > 0) local[0] *= 2;
}

static enum wb_status check_size(struct wb_host_function *function, unsigned d, size_t global,
                                 size_t local, struct wb_error *err) {
  struct wb_host *host = function->context->host;
  const uint32_t needs = function->info.required_group_size[d];
  const uint64_t most = function->context->device->info.max_item_size[d];
  struct wb_host_fault fault = bad_launch(WB_LAUNCH_NO_REASON);
  enum wb_status status = WB_OK;
  if (global == 0 || local == 0) {
    fault.reason = WB_LAUNCH_EMPTY;
    status =
        wb_host_refuse(host, &fault, err, "%s of %s is 0 in dimension %u: no work-item would run",
                       local == 0 ? "the group" : "the grid", function->name, d);
  } else if (global % local != 0) {
    fault.reason = WB_LAUNCH_UNEVEN;
    status = wb_host_refuse(host, &fault, err,
                            "groups of %zu do not divide the %zu work-items of dimension %u", local,
                            global, d);
  } else if (needs > 0 && needs != local) {
    fault.reason = WB_LAUNCH_OTHER_GROUP;
    status = wb_host_refuse(host, &fault, err,
                            "%s is made for groups of %u in dimension %u, and is launched with %zu",
                            function->name, needs, d, local);
  } else if (local > most) {
    fault.reason = WB_LAUNCH_LARGE_GROUP;
    status = wb_host_refuse(
        host, &fault, err, "groups of %zu in dimension %u are too large: the device takes %" PRIu64,
        local, d, most);
  }
  return status;
}

static enum wb_status check_sizes(struct wb_host_function *function, unsigned dimensions,
                                  const size_t *global, const size_t *local, struct wb_error *err) {
  const uint64_t most = function->context->device->info.max_group_size;
  const struct wb_host_fault too_large = bad_launch(WB_LAUNCH_LARGE_GROUP);
  const struct wb_host_fault too_many = bad_launch(WB_LAUNCH_NO_REASON);
  uint64_t items = 1, all = 1;
  enum wb_status status = WB_OK;
  for (unsigned d = 0; d < dimensions && status == WB_OK; d++) {
    status = check_size(function, d, global[d], local[d], err);
    items *= local[d];
    if (status == WB_OK &&
        (__builtin_mul_overflow(all, (uint64_t)global[d], &all) || all > INT64_MAX))
      status = wb_host_refuse(function->context->host, &too_many, err,
                              "a launch of %s has more work-items than any device counts",
                              function->name);
  }
  if (status == WB_OK && items > most)
    status = wb_host_refuse(
        function->context->host, &too_large, err,
        "groups of %" PRIu64 " work-items are too large: the device takes %" PRIu64, items, most);
  return status;
}

/* ---- launching
 * ------------------------------------------------------------------------------------ */

/* An output that a kernel also reads under another name: its work-items may read what others have
 * written already. */
static void check_aliases(struct wb_host_function *function, const struct wb_bound_arg *bound,
                          size_t count) {
  struct wb_host *host = function->context->host;
  for (size_t i = 0; i < count; i++)
    for (size_t k = 0; k < count; k++) {
      const struct wb_bound_arg *out = &bound[i], *in = &bound[k];
      if (i == k || out->end.block == NULL || out->end.block != in->end.block ||
          function->info.params[i].is_const || !function->info.params[k].is_const ||
          function->info.params[k].memory == WB_MEMORY_NONE ||
          out->end.offset >= in->end.offset + in->bytes ||
          in->end.offset >= out->end.offset + out->bytes)
        continue;
      wb_host_report(host,
                     &(struct wb_host_fault){.kind = WB_ALIASED_ARGUMENT,
                                             .severity = WB_SEVERITY_WARNING,
                                             .place = wb_host_here(host),
                                             .block = out->end.block},
                     "arguments %zu and %zu of %s, %s and %s, are both %s: it reads what it writes",
                     i + 1, k + 1, function->name, function->info.params[i].name,
                     function->info.params[k].name, wb_host_block_name(out->end.block));
    }
}

static void fill_argument(struct wb_arg *arg, const struct wb_param_info *param,
                          const struct wb_bound_arg *bound) {
  arg->name = param->name;
  arg->type = bound->arg.type;
  arg->bytes = 0;
  arg->image = (struct wb_image_desc){0};
  arg->buffer_offset = arg->buffer_bytes = 0;
  switch (bound->arg.kind) {
    case WB_HOST_BUFFER_ARG:
      arg->kind = WB_ARG_BUFFER;
      /* What OpenCL allows, and a puzzle's spec does not: check_elements has warned of it. */
      if (!wb_host_param_dtype(param, &arg->type)) arg->type = bound->type;
      arg->value.buffer = bound->end.block->handle;
      if (bound->end.offset > 0 || bound->bytes < bound->end.block->bytes) {
        arg->buffer_offset = bound->end.offset;
        arg->buffer_bytes = bound->bytes;
      }
      break;
    case WB_HOST_NULL_ARG:
      arg->kind = WB_ARG_BUFFER;
      arg->value.buffer = 0;
      break;
    case WB_HOST_LOCAL_ARG:
      arg->kind = WB_ARG_LOCAL;
      arg->value.local_bytes = bound->arg.local_bytes;
      break;
    case WB_HOST_VALUE_ARG:
      arg->kind = WB_ARG_SCALAR;
      arg->bytes = bound->arg.bytes;
      memcpy(arg->value.scalar, bound->arg.value, bound->arg.bytes);
      break;
  }
}

/* Whether the launch that is being made is the one. */
static bool is_traced(const struct wb_host *host) {
  return host->options.traced_launch > 0 &&
         host->options.traced_launch == host->counts.launches + 1;
}

static void fill_launch(struct wb_host_command *command, struct wb_host_function *function,
                        const struct wb_host_launch *from, const size_t *local,
                        const struct wb_bound_arg *bound) {
  struct wb_host *host = function->context->host;
  const size_t count = function->info.n_params;
  wb_command_take_room(command, count);
  struct wb_launch *launch = command->launch;
  struct wb_arg *args = command->room->args;
  *launch = (struct wb_launch){
      .program = function->program->handle,
      .kernel = function->name,
      .dimensions = from->dimensions,
      .args = args,
      .n_args = count,
      .limits = host->options.launch,
      .schedule = host->options.schedule,
      .subgroup = host->options.subgroup,
      .trace_bytes = is_traced(host) ? WB_TRACE_MAX : 0,
      .touched_told = function->context->device->holds_back && !host->options.unchecked};
  for (unsigned d = 0; d < 3; d++) {
    launch->global[d] = d < from->dimensions ? from->global[d] : 1;
    launch->local[d] = d < from->dimensions ? local[d] : 1;
    launch->offset[d] = from->offset[d];
  }
  for (size_t i = 0; i < count; i++) {
    fill_argument(&args[i], &function->info.params[i], &bound[i]);
    command->ends[i] = bound[i].end; /* with its reference */
    command->ends[i].element_bytes = bound[i].element_bytes;
    command->counts[i] = bound[i].count;
    if (bound[i].end.block != NULL) bound[i].end.block->launched_on = true;
  }
  command->function = function;
  function->references++;
}

static bool may_write(const struct wb_param_info *param, const struct wb_bound_arg *bound) {
  return bound->end.block != NULL && bound->bytes > 0 && !param->is_const &&
         bound->end.block->access != WB_BUFFER_READ_ONLY;
}

static bool is_withheld(const struct wb_host *host, const struct wb_host_function *function) {
  const struct wb_host_options *options = &host->options;
  const struct wb_host_program *program = function->program;
  if (!options->withholds_kernels || options->withheld == NULL || options->withheld[0] == '\0')
    return options->withholds_kernels;
  return strcmp(function->name, options->withheld) == 0 &&
         strcmp(program->is_file ? program->file : "", options->withheld_file) == 0 &&
         strcmp(program->options, options->withheld_options) == 0;
}

static enum wb_status withhold(struct wb_host_queue *queue, struct wb_host_function *function,
                               const struct wb_bound_arg *bound, struct wb_error *err) {
  enum wb_status status = WB_OK;
  for (size_t i = 0; i < function->info.n_params && status == WB_OK; i++) {
    struct wb_host_command *command = NULL;
    if (!may_write(&function->info.params[i], &bound[i])) continue;
    status = wb_command_new(queue, WB_COMMAND_FILL, &command, err);
    if (status != WB_OK) continue;
    command->to = (struct wb_end){
        wb_block_hold(bound[i].end.block), bound[i].end.offset, bound[i].element_bytes, {0}};
    command->length = bound[i].bytes;
    command->pattern = wb_alloc(1);
    command->pattern[0] = queue->context->host->options.poison;
    command->pattern_length = 1;
    status = wb_command_enqueue(command, err);
  }
  return status;
}

enum wb_status wb_host_launch(struct wb_host_queue *queue, struct wb_host_function *function,
                              const struct wb_host_launch *launch, struct wb_error *err) {
  struct wb_host *host = queue->context->host;
  struct wb_host_command *command = NULL;
  struct wb_bound_arg bound[WB_MAX_ARGS];
  size_t local[3];
  if (queue->context != function->context)
    return wb_host_refuse(
        host,
        &(struct wb_host_fault){
            .kind = WB_WRONG_CONTEXT, .severity = WB_SEVERITY_ERROR, .place = wb_host_here(host)},
        err, "%s was compiled for context %d and is launched in context %d", function->name,
        function->context->number, queue->context->number);
  if (launch->dimensions < 1 || launch->dimensions > 3)
    return wb_fail(err, WB_ERR_USAGE, "a grid has 1, 2 or 3 dimensions, not %u",
                   launch->dimensions);
  memcpy(local, launch->local, sizeof local);
  if (launch->chooses_group)
    choose_group(&function->info, launch->dimensions, launch->global, local);
  enum wb_status status = check_sizes(function, launch->dimensions, launch->global, local, err);
  if (status == WB_OK) status = bind_all(function, launch, bound, err);
  if (status == WB_OK && is_withheld(host, function)) {
    status = withhold(queue, function, bound, err);
    unbind(bound, function->info.n_params);
    return status;
  }
  if (status == WB_OK) {
    check_aliases(function, bound, function->info.n_params);
    status = wb_command_new(queue, WB_COMMAND_LAUNCH, &command, err);
    if (status != WB_OK) unbind(bound, function->info.n_params);
  }
  if (status != WB_OK) return status;
  fill_launch(command, function, launch, local, bound);
  function->n_launches++;
  function->launched = command->place;
  command->launch_number = (uint32_t)++host->counts.launches;
  if (function->info.n_orders > host->counts.n_orders)
    host->counts.n_orders = function->info.n_orders;
  return wb_command_enqueue(command, err);
}
