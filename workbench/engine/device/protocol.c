#include "device/protocol.h"

#include <stdlib.h>
#include <string.h>

void wb_record_begin(struct wb_str *out) {
  struct wb_record_header empty = {0};
  wb_str_clear(out);
  wb_str_add_bytes(out, &empty, sizeof empty);
}

void wb_record_seal(struct wb_str *out, enum wb_operation operation, uint32_t sequence,
                    bool is_reply) {
  struct wb_record_header header = {
      .length = (uint32_t)(out->length - sizeof header),
      .operation = operation,
      .sequence = sequence,
      .is_reply = is_reply,
  };
  memcpy(out->data, &header, sizeof header);
}

void wb_put_dtype(struct wb_str *out, struct wb_dtype type) {
  wb_put_u32(out, type.scalar);
  wb_put_u32(out, type.lanes);
}

struct wb_dtype wb_get_dtype(struct wb_reader *in) {
  struct wb_dtype type;
  type.scalar = (enum wb_scalar)wb_get_below(in, WB_SCALAR_COUNT);
  type.lanes = wb_get_below(in, WB_MAX_LANES + 1);
  if (!wb_lanes_valid(type.lanes)) {
    in->bad = true;
    type.lanes = 1;
  }
  return type;
}

void wb_put_info(struct wb_str *out, const struct wb_device_info *info) {
  wb_put_text(out, info->selector);
  wb_put_text(out, info->name);
  wb_put_text(out, info->vendor);
  wb_put_u32(out, info->checks);
  wb_put_u32(out, info->fp64);
  wb_put_u32(out, info->fp16);
  wb_put_u32(out, info->gpu);
  wb_put_u32(out, info->walls.which);
  wb_put_u32(out, info->walls.landlock_abi);
  wb_put_u64(out, info->global_memory);
  wb_put_u64(out, info->local_memory);
  wb_put_u64(out, info->max_group_size);
  for (int d = 0; d < 3; d++) wb_put_u64(out, info->max_item_size[d]);
}

void wb_get_info(struct wb_reader *in, struct wb_device_info *info) {
  memset(info, 0, sizeof *info);
  wb_get_text(in, info->selector, sizeof info->selector);
  wb_get_text(in, info->name, sizeof info->name);
  wb_get_text(in, info->vendor, sizeof info->vendor);
  info->checks = wb_get_bool(in);
  info->fp64 = wb_get_bool(in);
  info->fp16 = wb_get_bool(in);
  info->gpu = wb_get_bool(in);
  info->walls.which = (uint32_t)wb_get_below(in, WB_WALLS_ALL + 1);
  info->walls.landlock_abi = wb_get_u32(in);
  info->global_memory = wb_get_u64(in);
  info->local_memory = wb_get_u64(in);
  info->max_group_size = wb_get_u64(in);
  for (int d = 0; d < 3; d++) info->max_item_size[d] = wb_get_u64(in);
}

void wb_put_error(struct wb_str *out, const struct wb_error *err) {
  wb_put_text(out, err->where);
  wb_put_text(out, err->message);
}

void wb_get_error(struct wb_reader *in, struct wb_error *err) {
  wb_get_text(in, err->where, sizeof err->where);
  wb_get_text(in, err->message, sizeof err->message);
}

void wb_put_kernel_info(struct wb_str *out, const struct wb_kernel_info *info) {
  wb_put_u32(out, (uint32_t)info->n_params);
  for (size_t i = 0; i < info->n_params; i++) {
    wb_put_text(out, info->params[i].name);
    wb_put_text(out, info->params[i].type_name);
    wb_put_u32(out, info->params[i].memory);
    wb_put_u32(out, info->params[i].is_const);
    wb_put_u32(out, info->params[i].bytes);
  }
  for (int d = 0; d < 3; d++) wb_put_u32(out, info->required_group_size[d]);
  wb_put_u32(out, info->may_depend_on_order);
}

void wb_get_kernel_info(struct wb_reader *in, struct wb_kernel_info *info) {
  memset(info, 0, sizeof *info);
  info->n_params = wb_get_below(in, WB_MAX_ARGS + 1);
  for (size_t i = 0; i < info->n_params; i++) {
    struct wb_param_info *param = &info->params[i];
    wb_get_text(in, param->name, sizeof param->name);
    wb_get_text(in, param->type_name, sizeof param->type_name);
    param->memory = (enum wb_memory)wb_get_below(in, WB_MEMORY_PRIVATE + 1);
    param->is_const = wb_get_bool(in);
    param->bytes = wb_get_u32(in);
  }
  for (int d = 0; d < 3; d++) info->required_group_size[d] = wb_get_u32(in);
  info->may_depend_on_order = wb_get_bool(in);
}

static void put_diagnostic(struct wb_str *out, const struct wb_diagnostic *diagnostic) {
  wb_put_u32(out, diagnostic->line);
  wb_put_u32(out, diagnostic->column);
  wb_put_u32(out, diagnostic->severity);
  wb_put_text(out, diagnostic->file);
  wb_put_text(out, diagnostic->message);
}

static void get_diagnostic(struct wb_reader *in, struct wb_diagnostic *diagnostic) {
  diagnostic->line = wb_get_u32(in);
  diagnostic->column = wb_get_u32(in);
  diagnostic->severity = (enum wb_severity)wb_get_below(in, WB_SEVERITY_WARNING + 1);
  wb_get_text(in, diagnostic->file, sizeof diagnostic->file);
  wb_get_text(in, diagnostic->message, sizeof diagnostic->message);
}

void wb_put_build_result(struct wb_str *out, const struct wb_build_result *result) {
  const char *log = result->log != NULL ? result->log : "";
  size_t length = strnlen(log, WB_BUILD_LOG_MAX);
  size_t count =
      result->n_diagnostics < WB_MAX_DIAGNOSTICS ? result->n_diagnostics : WB_MAX_DIAGNOSTICS;
  wb_put_u32(out, result->program);
  wb_put_u64(out, result->time_ns);
  wb_put_text(out, result->kernels);
  wb_put_bytes(out, log, length);
  wb_put_u32(out, (uint32_t)count);
  for (size_t i = 0; i < count; i++) put_diagnostic(out, &result->diagnostics[i]);
}

void wb_get_build_result(struct wb_reader *in, struct wb_build_result *result) {
  size_t length;
  wb_build_result_release(result);
  result->program = wb_get_u32(in);
  result->time_ns = wb_get_u64(in);
  const char *kernels = wb_get_bytes(in, &length);
  if (kernels != NULL && memchr(kernels, '\0', length) != NULL) in->bad = true;
  if (length > 0) result->kernels = wb_strndup(kernels, length);
  const char *log = wb_get_bytes(in, &length);
  if (log != NULL && memchr(log, '\0', length) != NULL) in->bad = true;
  result->log = wb_strndup(log != NULL ? log : "", length);
  result->n_diagnostics = wb_get_below(in, WB_MAX_DIAGNOSTICS + 1);
  result->diagnostics = wb_alloc(result->n_diagnostics * sizeof *result->diagnostics);
  for (size_t i = 0; i < result->n_diagnostics; i++) get_diagnostic(in, &result->diagnostics[i]);
}

void wb_put_buffer_state(struct wb_str *out, const struct wb_buffer_state *state) {
  wb_put_u32(out, state->guards_intact);
  wb_put_u64(out, (uint64_t)state->first_broken);
  wb_put_u32(out, state->knows_written);
  wb_put_u64(out, state->unwritten_bytes);
  wb_put_u64(out, state->first_unwritten);
}

void wb_get_buffer_state(struct wb_reader *in, struct wb_buffer_state *state) {
  state->guards_intact = wb_get_bool(in);
  state->first_broken = (int64_t)wb_get_u64(in);
  state->knows_written = wb_get_bool(in);
  state->unwritten_bytes = wb_get_u64(in);
  state->first_unwritten = wb_get_u64(in);
}
