#include "device/protocol.h"

#include <string.h>

#include "finding/finding_fields.h"

void wb_protocol_record_begin(struct wb_str *out) {
  struct wb_record_header empty = {0};
  wb_str_clear(out);
  wb_str_add_bytes(out, &empty, sizeof empty);
}

void wb_protocol_record_seal(struct wb_str *out, enum wb_operation operation, uint32_t sequence,
                             enum wb_record_role role) {
  struct wb_record_header header = {
      .length = (uint32_t)(out->length - sizeof header),
      .operation = operation,
      .sequence = sequence,
      .role = role,
  };
  memcpy(out->data, &header, sizeof header);
}

/* ---- what more than one of them has ------------------------------------------------------- */

#define WB_OF struct wb_error
static const struct wb_field error_rows[] = {
    {WB_NAME(where)},
    {WB_NAME(message)},
};
const struct wb_fields wb_error_fields = {WB_ROWS(error_rows)};
#undef WB_OF

static const char *dtype_fault(const void *of) {
  const struct wb_dtype *type = of;
  return wb_lanes_valid(type->lanes) ? NULL : "lanes";
}

#define WB_OF struct wb_dtype
static const struct wb_field dtype_rows[] = {
    {WB_VALUE(scalar), .most = WB_SCALAR_COUNT - 1},
    {WB_VALUE(lanes)},
};
static const struct wb_fields dtype_fields = {WB_ROWS(dtype_rows), .fault = dtype_fault};
#undef WB_OF

/* ---- devices and buffers ------------------------------------------------------------------ */

#define WB_OF struct wb_device_info
static const struct wb_field info_rows[] = {
    {"selector", WB_NAME(selector)},
    {"name", WB_NAME(name)},
    {"vendor", WB_NAME(vendor)},
    {"checks", WB_VALUE(checks)},
    {WB_VALUE(keeps_inputs)},
    {"fp64", WB_VALUE(fp64)},
    {"fp16", WB_VALUE(fp16)},
    {"subgroups", WB_VALUE(subgroups)},
    {"shuffles", WB_VALUE(shuffles)},
    {"gpu", WB_VALUE(gpu)},
    {WB_VALUE(walls.which), .most = WB_WALLS_ALL},
    {WB_VALUE(walls.landlock_abi)},
    {"global_memory", WB_VALUE(global_memory)},
    {"local_memory", WB_VALUE(local_memory)},
    {"max_group_size", WB_VALUE(max_group_size)},
    {"max_item_size", WB_ARRAY(max_item_size)},
};
const struct wb_fields wb_info_fields = {WB_ROWS(info_rows), .whole = true};
#undef WB_OF

#define WB_OF struct wb_buffer_desc
static const struct wb_field buffer_desc_rows[] = {
    {WB_VALUE(name), .most = WB_FINDING_NAME_MAX - 1},
    {WB_VALUE(type), .fields = &dtype_fields},
    {WB_VALUE(bytes)},
    {WB_VALUE(access), .most = WB_BUFFER_READ_WRITE},
};
const struct wb_fields wb_buffer_desc_fields = {WB_ROWS(buffer_desc_rows)};
#undef WB_OF

#define WB_OF struct wb_buffer_state
static const struct wb_field buffer_state_rows[] = {
    {WB_VALUE(guards_intact)},   {WB_VALUE(first_broken)},    {WB_VALUE(knows_written)},
    {WB_VALUE(unwritten_bytes)}, {WB_VALUE(first_unwritten)},
};
const struct wb_fields wb_buffer_state_fields = {WB_ROWS(buffer_state_rows)};
#undef WB_OF

/* ---- programs and kernels ----------------------------------------------------------------- */

#define WB_OF struct wb_build_request
static const struct wb_field build_request_rows[] = {
    {WB_OWN_BYTES(source, length, SIZE_MAX)},
    {WB_VALUE(file_name)},
    {WB_VALUE(include_directory), .or_null = true},
    {WB_LIST(more_includes, n_more_includes, WB_MAX_INCLUDES)},
    {WB_VALUE(own_include), .or_null = true},
    {WB_VALUE(any_include)},
    {WB_VALUE(options)},
    {WB_VALUE(time_limit_ms)},
    {WB_VALUE(profile)},
    {WB_VALUE(mutant)},
    {WB_VALUE(lists_mutants)},
    {WB_VALUE(wants_fingerprint)},
};
const struct wb_fields wb_build_request_fields = {WB_ROWS(build_request_rows)};
#undef WB_OF

#define WB_OF struct wb_build_result
static const struct wb_field build_result_rows[] = {
    {WB_VALUE(program)},
    {WB_VALUE(time_ns)},
    {WB_NAME(fingerprint)},
    {WB_VALUE(mutants), .fields = &wb_code_mutants_fields},
    {WB_VALUE(kernels), .or_null = true},
    {WB_LIST(infos, n_infos, WB_MAX_BUILD_INFOS), .fields = &wb_kernel_info_fields},
    {WB_VALUE(log), .most = WB_BUILD_LOG_MAX},
    {WB_LIST(diagnostics, n_diagnostics, WB_MAX_DIAGNOSTICS), .fields = &wb_diagnostic_fields},
};
const struct wb_fields wb_build_result_fields = {WB_ROWS(build_result_rows)};
#undef WB_OF

#define WB_OF struct wb_param_info
static const struct wb_field param_rows[] = {
    {WB_NAME(name)},           {WB_NAME(type_name)},
    {WB_NAME(base_name)},      {WB_VALUE(memory), .words = &wb_memories},
    {WB_VALUE(is_const)},      {WB_VALUE(bytes)},
    {WB_VALUE(element_bytes)},
};
static const struct wb_fields param_fields = {WB_ROWS(param_rows)};
#undef WB_OF

#define WB_OF struct wb_kernel_info
static const struct wb_field kernel_info_rows[] = {
    {WB_COUNTED(params, n_params), .fields = &param_fields},
    {WB_ARRAY(required_group_size)},
    {WB_VALUE(n_orders), .most = WB_SCHEDULE_ORDERS},
};
const struct wb_fields wb_kernel_info_fields = {WB_ROWS(kernel_info_rows)};
#undef WB_OF

/* ---- launches ----------------------------------------------------------------------------- */

static bool is_buffer(const void *of) { return ((const struct wb_arg *)of)->kind == WB_ARG_BUFFER; }
static bool is_scalar(const void *of) { return ((const struct wb_arg *)of)->kind == WB_ARG_SCALAR; }
static bool is_local(const void *of) { return ((const struct wb_arg *)of)->kind == WB_ARG_LOCAL; }

#define WB_OF struct wb_arg
static const struct wb_field arg_rows[] = {
    {WB_VALUE(kind), .most = WB_ARG_LOCAL},
    {WB_VALUE(name), .most = WB_FINDING_NAME_MAX - 1},
    {WB_VALUE(type), .fields = &dtype_fields},
    {WB_VALUE(bytes)},
    {WB_VALUE(image.kind), .most = WB_IMAGE_KIND_COUNT - 1},
    {WB_VALUE(image.width)},
    {WB_VALUE(image.height)},
    {WB_VALUE(image.depth)},
    {WB_VALUE(image.layers)},
    {WB_VALUE(image.order)},
    {WB_VALUE(image.channel)},
    {WB_VALUE(value.buffer), .applies = is_buffer},
    {WB_VALUE(buffer_offset), .applies = is_buffer},
    {WB_VALUE(buffer_bytes), .applies = is_buffer},
    {WB_BYTES(value.scalar), .applies = is_scalar},
    {WB_VALUE(value.local_bytes), .applies = is_local},
};
static const struct wb_fields arg_fields = {WB_ROWS(arg_rows)};
#undef WB_OF

#define WB_OF struct wb_launch
static const struct wb_field launch_rows[] = {
    {WB_VALUE(program)},
    {WB_VALUE(kernel)},
    {WB_VALUE(dimensions)},
    {WB_ARRAY(global)},
    {WB_ARRAY(local)},
    {WB_ARRAY(offset)},
    {WB_VALUE(limits.time_ms)},
    {WB_VALUE(limits.memory_bytes)},
    {WB_VALUE(limits.output_bytes)},
    {WB_VALUE(limits.steps)},
    {WB_VALUE(schedule.kind), .most = WB_SCHEDULE_STALE},
    {WB_VALUE(schedule.seed)},
    {WB_VALUE(subgroup)},
    {WB_VALUE(trace_bytes)},
    {WB_VALUE(arrays_alone)},
    {WB_VALUE(prints_told)},
    {WB_VALUE(prints_in_time)},
    {WB_VALUE(touched_told)},
    {WB_LIST(args, n_args, WB_MAX_ARGS), .fields = &arg_fields},
};
const struct wb_fields wb_launch_fields = {WB_ROWS(launch_rows)};
#undef WB_OF

static const char *touched_fault(const void *of) {
  const struct wb_touched *touched = of;
  return touched->start >= touched->end || touched->arg >= WB_MAX_ARGS ? "touched" : NULL;
}

#define WB_OF struct wb_touched
static const struct wb_field touched_rows[] = {
    {WB_VALUE(start)}, {WB_VALUE(end)}, {WB_VALUE(arg)}, {WB_VALUE(reads)}, {WB_VALUE(writes)},
};
const struct wb_fields wb_touched_fields = {WB_ROWS(touched_rows), .fault = touched_fault};
#undef WB_OF

static const char *undefined_fault(const void *of) {
  const struct wb_undefined *undefined = of;
  return undefined->bytes == 0 || undefined->arg >= WB_MAX_ARGS ? "undefined" : NULL;
}

#define WB_OF struct wb_undefined
static const struct wb_field undefined_rows[] = {
    {WB_VALUE(start)},     {WB_VALUE(value)},
    {WB_VALUE(arg)},       {WB_VALUE(bytes), .most = WB_UNDEFINED_BYTES},
    {WB_VALUE(any_value)},
};
const struct wb_fields wb_undefined_fields = {WB_ROWS(undefined_rows), .fault = undefined_fault};
#undef WB_OF

/* Ranges come by argument and start, and do not overlap. */
static const char *outcome_fault(const void *of) {
  const struct wb_outcome *outcome = of;
  bool sorted = true;
  for (size_t i = 1; i < outcome->n_touched && sorted; i++) {
    const struct wb_touched *one = &outcome->touched[i], *last = one - 1;
    sorted = one->arg > last->arg || (one->arg == last->arg && one->start >= last->end);
  }
  return sorted ? NULL : "touched";
}

/* What printf wrote may contain NULs. In a record of very many launches only the first have room
 * for it. */
#define WB_OF struct wb_outcome
static const struct wb_field outcome_rows[] = {
    {WB_VALUE(kind), .most = WB_OUTCOME_CANCELLED},
    {WB_NAME(detail)},
    {WB_COUNTED(findings, n_findings), .fields = &wb_finding_fields},
    {WB_VALUE(findings_dropped)},
    {WB_VALUE(counters), .fields = &wb_counters_fields},
    {WB_COUNTED(lines, n_lines), .fields = &wb_line_cost_fields},
    {WB_LIST(arrays, n_arrays, WB_MAX_ARRAY_COUNTS), .fields = &wb_array_count_fields},
    {WB_VALUE(time_ns)},
    {WB_VALUE(spent_ns)},
    {WB_OWN_BYTES(text, text_length, WB_OUTCOME_TEXT_MAX), .or_null = true,
     .room = WB_RECORD_MAX / 2},
    {WB_VALUE(text_total)},
    {WB_OWN_BYTES(prints, prints_length, WB_MAX_PRINTS * sizeof(struct wb_print)), .or_null = true,
     .room = WB_RECORD_MAX / 2},
    {WB_VALUE(knows_touched)},
    {WB_LIST(touched, n_touched, WB_MAX_TOUCHED), .fields = &wb_touched_fields},
    {WB_VALUE(touched_whole)},
    {WB_LIST(undefined, n_undefined, WB_MAX_UNDEFINED), .fields = &wb_undefined_fields},
    {WB_VALUE(idle_items)},
    {WB_VALUE(idle_groups)},
    {WB_VALUE(total_items)},
    {WB_OWN_BYTES(trace, trace_length, WB_TRACE_MAX), .or_null = true,
     .room = WB_RECORD_MAX - WB_TRACE_MAX / 2},
};
const struct wb_fields wb_outcome_fields = {WB_ROWS(outcome_rows), .fault = outcome_fault};
#undef WB_OF

/* ---- all of them -------------------------------------------------------------------------- */

/* Counted up where what no table describes is another. */
enum { LAYOUT_OF_RECORDS = 2 };

uint32_t wb_protocol_version(void) {
  static const struct wb_fields *const tables[] = {
      &wb_info_fields,         &wb_error_fields,         &wb_buffer_desc_fields,
      &wb_buffer_state_fields, &wb_build_request_fields, &wb_build_result_fields,
      &wb_kernel_info_fields,  &wb_launch_fields,        &wb_outcome_fields,
      &wb_touched_fields,      &wb_undefined_fields};
  uint32_t version = (uint32_t)WB_OP_COUNT << 16 | LAYOUT_OF_RECORDS;
  for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
    version = wb_fields_digest(tables[i], version);
  return version;
}
