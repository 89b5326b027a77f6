#include "result/host_exchange.h"

#include <stdlib.h>
#include <string.h>

#include "finding/schedule.h"
#include "finding/trace.h"

#define WB_OF struct wb_host_file
static const struct wb_field file_rows[] = {
    {"name", WB_VALUE(name)},
    {"bytes", WB_OWN_BYTES(bytes, length, WB_HOST_FILE_BYTES_MAX)},
};
static const struct wb_fields host_file_fields = {WB_ROWS(file_rows)};
#undef WB_OF

#define WB_OF struct wb_host_value
static const struct wb_field value_rows[] = {
    {"name", WB_VALUE(name)},
    {"is_scalar", WB_VALUE(is_scalar)},
    {"scalar", WB_VALUE(scalar)},
    {"lanes", WB_VALUE(lanes)},
    {"rank", WB_VALUE(rank), .most = WB_MAX_RANK},
    {"size", WB_ARRAY(size)},
    {"bytes", WB_OWN_BYTES(bytes, length, WB_HOST_VALUE_BYTES_MAX)},
    {"makers", WB_VALUE(makers)},
    {"note", WB_VALUE(note)},
};
static const struct wb_fields host_value_fields = {WB_ROWS(value_rows)};
#undef WB_OF

#define WB_OF struct wb_host_request
static const struct wb_field request_rows[] = {
    {"label", WB_VALUE(label)},
    {"device", WB_VALUE(device)},
    {"text", WB_OWN_BYTES(text, length, WB_HOST_FILE_BYTES_MAX)},
    {"files", WB_LIST(files, n_files, WB_HOST_FILES_MAX), .fields = &host_file_fields},
    {"inputs", WB_LIST(inputs, n_inputs, WB_HOST_VALUES_MAX), .fields = &host_value_fields},
    {"outputs", WB_LIST(outputs, n_outputs, WB_HOST_VALUES_MAX), .fields = &host_value_fields},
    {"seed", WB_VALUE(seed)},
    {"memory_bytes", WB_VALUE(memory_bytes)},
    {"output_bytes", WB_VALUE(output_bytes)},
    {"time_ms", WB_VALUE(time_ms)},
    {"schedule", WB_VALUE(schedule), .most = WB_SCHEDULE_STALE},
    {"schedule_seed", WB_VALUE(schedule_seed)},
    {"subgroup", WB_VALUE(subgroup)},
    {"timeline", WB_VALUE(timeline)},
    {"explains", WB_VALUE(explains)},
    {"withholds_kernels", WB_VALUE(withholds_kernels)},
    {"withheld", WB_VALUE(withheld)},
    {"withheld_file", WB_VALUE(withheld_file)},
    {"withheld_options", WB_VALUE(withheld_options)},
    {"poison", WB_VALUE(poison), .most = 255},
    {"traced_launch", WB_VALUE(traced_launch)},
    {"counts_arrays", WB_VALUE(counts_arrays)},
    {"takes_inputs_alone", WB_VALUE(takes_inputs_alone)},
    {"keeps_on", WB_VALUE(keeps_on)},
    {"shares_process", WB_VALUE(shares_process)},
};
const struct wb_fields wb_host_request_fields = {WB_ROWS(request_rows)};
#undef WB_OF

#define WB_OF struct wb_host_reply
static const struct wb_field reply_rows[] = {
    {"result", WB_OWN_BYTES(result, length, WB_HOST_REPLY_BYTES_MAX)},
    {"limit", WB_VALUE(limit), .most = WB_HOST_OUTPUT},
    {"checks", WB_VALUE(checks)},
    {"n_orders", WB_VALUE(n_orders), .most = WB_SCHEDULE_ORDERS},
    {"printed", WB_OWN_BYTES(printed, printed_length, WB_HOST_REPLY_BYTES_MAX)},
    {"outputs", WB_LIST(outputs, n_outputs, WB_HOST_VALUES_MAX), .fields = &host_value_fields},
    {"trace", WB_OWN_BYTES(trace, trace_length, WB_TRACE_MAX)},
    {"traced_file", WB_VALUE(traced_file)},
    {"traced_text", WB_OWN_BYTES(traced_text, traced_text_length, WB_HOST_FILE_BYTES_MAX)},
    {"keeps_on", WB_VALUE(keeps_on)},
};
const struct wb_fields wb_host_reply_fields = {WB_ROWS(reply_rows)};
#undef WB_OF

void wb_host_values_release(struct wb_host_value *values, size_t count) {
  for (size_t i = 0; i < count; i++) wb_fields_release(&host_value_fields, &values[i]);
  free(values);
}

void wb_host_value_take(struct wb_host_value *value, const char *name,
                        const struct wb_tensor *tensor, bool is_scalar, bool with_data) {
  *value = (struct wb_host_value){.name = wb_strdup(name),
                                  .is_scalar = is_scalar,
                                  .scalar = (uint32_t)tensor->type.scalar,
                                  .lanes = tensor->type.lanes,
                                  .rank = tensor->shape.rank,
                                  .makers = wb_strdup(""),
                                  .note = wb_strdup("")};
  for (unsigned d = 0; d < tensor->shape.rank; d++) value->size[d] = tensor->shape.size[d];
  if (!with_data || tensor->data == NULL) return;
  value->length = wb_tensor_bytes(tensor);
  value->bytes = wb_alloc((size_t)value->length + 1);
  memcpy(value->bytes, tensor->data, (size_t)value->length);
}
