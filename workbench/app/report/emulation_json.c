#include <stdlib.h>
#include <string.h>

#include "fields/json_tools.h"
#include "finding/finding_fields.h"
#include "report/emulation.h"
#include "result/result_json.h"

enum { VALUE_MAX = 64 };

/* ---- buffers ------------------------------------------------------------------------------ */

static json_t *lane_to_json(const struct wb_dump *dump, size_t i, unsigned lane) {
  /* The lane as a scalar of its own, so that every number is text as elsewhere. */
  const struct wb_tensor *from = &dump->content;
  const size_t size = wb_scalar_size(from->type.scalar);
  _Alignas(8) unsigned char bytes[8] = {0};
  struct wb_tensor one = {.type = {from->type.scalar, 1}, .shape = {.rank = 0}, .data = bytes};
  char text[VALUE_MAX];
  memcpy(bytes, (const unsigned char *)from->data + i * wb_dtype_size(from->type) + lane * size,
         size);
  wb_tensor_format(&one, 0, text, sizeof text);
  return json_string(text);
}

static json_t *element_to_json(const struct wb_dump *dump, size_t i) {
  const unsigned lanes = dump->content.type.lanes;
  if (wb_dump_unset(dump, i)) return json_null();
  if (lanes == 1) return lane_to_json(dump, i, 0);
  json_t *list = json_array();
  for (unsigned lane = 0; lane < lanes; lane++)
    json_array_append_new(list, lane_to_json(dump, i, lane));
  return list;
}

static json_t *values_to_json(const void *from) {
  const struct wb_dump *dump = from;
  json_t *values = json_array();
  for (size_t i = 0; i < wb_tensor_count(&dump->content); i++)
    json_array_append_new(values, element_to_json(dump, i));
  return values;
}

static json_t *type_to_json(const void *from) {
  const struct wb_dump *dump = from;
  char type[WB_DTYPE_NAME_MAX];
  return json_string(dump->bytes ? "bytes" : wb_dtype_name(dump->content.type, type));
}

static json_t *count_to_json(const void *from) {
  return wb_json_count(wb_tensor_count(&((const struct wb_dump *)from)->content));
}

#define WB_OF struct wb_dump
static const struct wb_field dump_rows[] = {
    {"number", WB_VALUE(number)},
    {"name", WB_VALUE(name)},
    {"type", .write = type_to_json},
    {"count", .write = count_to_json},
    {"unwritten_bytes", WB_VALUE(unwritten_bytes), WB_GIVEN(knows_written)},
    {"values", .write = values_to_json},
};
static const struct wb_fields dump_fields = {WB_ROWS(dump_rows)};
#undef WB_OF

/* ---- the launch --------------------------------------------------------------------------- */

/* An emulation with what is said of it: its own members are those of its owner. */
struct said {
  struct wb_emulation e;
  struct wb_case_result c; /* its case, or zero; with as many findings as are wanted */
  const char *verdict, *detail;
  bool has_trace;
};

#define WB_OF struct said
static const struct wb_field launch_rows[] = {
    {"global", WB_COUNTED(e.global, e.dimensions)},
    {"local", WB_COUNTED(e.local, e.dimensions)},
    {"offset", WB_COUNTED(e.offset, e.dimensions)},
    {"local_chosen", WB_VALUE(e.local_chosen)},
};
static const struct wb_fields launch_fields = {WB_ROWS(launch_rows)};

static const struct wb_field orders_rows[] = {
    {"proven", WB_VALUE(e.order_proven)},
    {"run", WB_VALUE(e.n_orders)},
};
static const struct wb_fields orders_fields = {WB_ROWS(orders_rows)};

static const struct wb_field trace_rows[] = {
    {"file", WB_VALUE(e.trace_file)},
    {"records", WB_VALUE(e.trace_records)},
    {"dropped", WB_VALUE(e.trace_dropped)},
};
static const struct wb_fields trace_fields = {WB_ROWS(trace_rows)};

static const struct wb_field rows[] = {
    {"schema", WB_CONSTANT(WB_RESULT_SCHEMA)},
    {"file", WB_VALUE(e.result.file)},
    {"kernel", WB_VALUE(e.kernel), .or_null = true},
    {"device", WB_VALUE(e.result.device)},
    {"checks", WB_VALUE(e.checks)},
    {"launch", WB_SAME, .fields = &launch_fields},
    {"orders", WB_SAME, .fields = &orders_fields, WB_GIVEN(e.asked_orders)},
    {"verdict", WB_VALUE(verdict)},
    {"cause", WB_VALUE(e.result.cause), .words = &wb_statuses, .or_null = true},
    {"detail", WB_VALUE(detail)},
    {"findings", WB_LIST(c.findings, c.n_findings, SIZE_MAX), .fields = &wb_finding_fields},
    {"findings_dropped", WB_VALUE(c.findings_dropped)},
    {"args", WB_LIST(e.dumps, e.n_dumps, SIZE_MAX), .fields = &dump_fields},
    {"counters", WB_VALUE(c.counters), .fields = &wb_counters_fields},
    {"lines", WB_LIST(e.lines, e.n_lines, SIZE_MAX), .fields = &wb_line_cost_fields},
    {"text", WB_VALUE(c.text)},
    {"trace", WB_SAME, .fields = &trace_fields, WB_GIVEN(has_trace)},
    {"compile", WB_VALUE(e.result), .fields = &wb_compile_fields},
    {"sandbox", WB_VALUE(e.result.walls), .fields = &wb_walls_stood_fields,
     WB_GIVEN(e.result.has_walls)},
    {"time_ns", WB_VALUE(c.time_ns)},
    {"elapsed_ms", WB_VALUE(e.result.elapsed_ms)},
};
static const struct wb_fields fields = {WB_ROWS(rows)};
#undef WB_OF

void wb_report_emulation_json(const struct wb_emulation *e, const struct wb_emulation_view *view,
                              struct wb_str *out) {
  struct said said = {
      .e = *e, .verdict = wb_emulation_verdict(e), .has_trace = e->trace_file != NULL};
  if (e->result.n_cases > 0) said.c = e->result.cases[0];
  if (said.c.n_findings > view->most_findings) {
    said.c.findings_dropped += said.c.n_findings - view->most_findings;
    said.c.n_findings = view->most_findings;
  }
  said.detail = e->result.detail;
  if (said.detail == NULL || said.detail[0] == '\0') said.detail = said.c.detail;
  json_t *object = wb_fields_to_json(&fields, &said, e->result.file);
  char *text = json_dumps(object, JSON_INDENT(2) | JSON_REAL_PRECISION(9));
  if (text == NULL) wb_bug("an emulation that is not JSON");
  wb_str_add(out, text);
  wb_str_add_char(out, '\n');
  free(text);
  json_decref(object);
}
