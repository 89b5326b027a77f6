#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "fields/json_tools.h"
#include "result/result_json.h"
#include "report/emulation.h"

enum { VALUE_MAX = 64 };

static json_t *sizes_json(const size_t values[3], unsigned dimensions) {
  json_t *list = json_array();
  for (unsigned d = 0; d < dimensions; d++) json_array_append_new(list, wb_json_count(values[d]));
  return list;
}

static json_t *launch_to_json(const struct wb_emulation *e) {
  json_t *object = json_object();
  json_object_set_new(object, "global", sizes_json(e->global, e->dimensions));
  json_object_set_new(object, "local", sizes_json(e->local, e->dimensions));
  json_object_set_new(object, "offset", sizes_json(e->offset, e->dimensions));
  json_object_set_new(object, "local_chosen", json_boolean(e->local_chosen));
  return object;
}

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
  if (wb_dump_unwritten(dump, i)) return json_null();
  if (lanes == 1) return lane_to_json(dump, i, 0);
  json_t *list = json_array();
  for (unsigned lane = 0; lane < lanes; lane++)
    json_array_append_new(list, lane_to_json(dump, i, lane));
  return list;
}

static json_t *dump_to_json(const struct wb_dump *dump) {
  const size_t count = wb_tensor_count(&dump->content);
  json_t *object = json_object(), *values = json_array();
  char type[WB_DTYPE_NAME_MAX];
  for (size_t i = 0; i < count; i++) json_array_append_new(values, element_to_json(dump, i));
  json_object_set_new(object, "number", wb_json_count(dump->number));
  json_object_set_new(object, "name", wb_json_text(dump->name));
  json_object_set_new(
      object, "type",
      wb_json_text(dump->bytes ? "bytes" : wb_dtype_name(dump->content.type, type)));
  json_object_set_new(object, "count", wb_json_count(count));
  json_object_set_new(object, "unwritten_bytes",
                      dump->knows_written ? wb_json_count(dump->unwritten_bytes) : json_null());
  json_object_set_new(object, "values", values);
  return object;
}

static json_t *findings_to_json(const struct wb_emulation *e, size_t most, uint64_t *dropped) {
  json_t *list = json_array();
  const struct wb_case_result *c = e->result.n_cases > 0 ? e->result.cases : NULL;
  *dropped = c != NULL ? c->findings_dropped : 0;
  for (size_t i = 0; c != NULL && i < c->n_findings; i++)
    if (i < most)
      json_array_append_new(list, wb_finding_to_json(&c->findings[i], e->result.file));
    else
      ++*dropped;
  return list;
}

static json_t *trace_to_json(const struct wb_emulation *e) {
  if (e->trace_file == NULL) return json_null();
  json_t *object = json_object();
  json_object_set_new(object, "file", wb_json_text(e->trace_file));
  json_object_set_new(object, "records", wb_json_count(e->trace_records));
  json_object_set_new(object, "dropped", wb_json_count(e->trace_dropped));
  return object;
}

static json_t *orders_to_json(const struct wb_emulation *e) {
  if (!e->asked_orders) return json_null();
  json_t *object = json_object();
  json_object_set_new(object, "proven", json_boolean(e->order_proven));
  json_object_set_new(object, "run", json_integer(e->n_orders));
  return object;
}

void wb_report_emulation_json(const struct wb_emulation *e, const struct wb_emulation_view *view,
                              struct wb_str *out) {
  const struct wb_result *r = &e->result;
  const struct wb_case_result none = {0};
  const struct wb_case_result *c = r->n_cases > 0 ? r->cases : &none;
  json_t *object = json_object(), *args = json_array();
  uint64_t dropped = 0;
  json_t *findings = findings_to_json(e, view->most_findings, &dropped);
  for (size_t i = 0; i < e->n_dumps; i++) json_array_append_new(args, dump_to_json(&e->dumps[i]));
  json_object_set_new(object, "schema", json_integer(WB_RESULT_SCHEMA));
  json_object_set_new(object, "file", wb_json_text(r->file));
  json_object_set_new(object, "kernel", e->kernel != NULL ? wb_json_text(e->kernel) : json_null());
  json_object_set_new(object, "device", wb_json_text(r->device));
  json_object_set_new(object, "checks", json_boolean(e->checks));
  json_object_set_new(object, "launch", launch_to_json(e));
  json_object_set_new(object, "orders", orders_to_json(e));
  json_object_set_new(object, "verdict", wb_json_text(wb_emulation_verdict(e)));
  json_object_set_new(object, "cause",
                      r->cause == WB_OK ? json_null() : wb_json_text(wb_status_name(r->cause)));
  json_object_set_new(
      object, "detail",
      wb_json_text(r->detail != NULL && r->detail[0] != '\0' ? r->detail : c->detail));
  json_object_set_new(object, "findings", findings);
  json_object_set_new(object, "findings_dropped", wb_json_count(dropped));
  json_object_set_new(object, "args", args);
  json_object_set_new(object, "counters", wb_counters_to_json(&c->counters));
  json_object_set_new(object, "lines", wb_lines_to_json(e->lines, e->n_lines, r->file));
  json_object_set_new(object, "text", wb_json_text(c->text));
  json_object_set_new(object, "trace", trace_to_json(e));
  json_object_set_new(object, "compile", wb_compile_to_json(r));
  json_object_set_new(object, "sandbox", wb_walls_to_json(r->walls));
  json_object_set_new(object, "time_ns", wb_json_count(c->time_ns));
  json_object_set_new(object, "elapsed_ms", wb_json_number(r->elapsed_ms));
  char *text = json_dumps(object, JSON_INDENT(2) | JSON_REAL_PRECISION(9));
  if (text == NULL) wb_bug("an emulation that is no JSON");
  wb_str_add(out, text);
  wb_str_add_char(out, '\n');
  free(text);
  json_decref(object);
}
