#include <jansson.h>
#include <stdlib.h>

#include "fields/json_tools.h"
#include "report/list.h"
#include "report/write.h"
#include "result/result_json.h"

static void add_json(json_t *value, size_t flags, struct wb_str *out) {
  char *text = json_dumps(value, flags | JSON_REAL_PRECISION(9));
  if (text == NULL) wb_bug("a result that is not JSON");
  wb_str_add(out, text);
  free(text);
  json_decref(value);
}

void wb_report_json(const struct wb_result *result, struct wb_str *out) {
  add_json(wb_result_to_json(result), JSON_INDENT(2), out);
  wb_str_add_char(out, '\n');
}

/* ---- lists: one object, whose array is written as it comes ------------------- */

static void json_begin(struct wb_list *list) {
  wb_str_add(list->out, list->kind->json_head);
  wb_str_add_char(list->out, '\n');
}

/* Objects of items are lines; those of suites are read by people, too. */
static void json_item(struct wb_list *list, const struct wb_list_item *item) {
  if (list->kind->json_item == NULL) return;
  if (list->written++ > 0) wb_str_add(list->out, ",\n");
  add_json(wb_fields_to_json(list->kind->json_item, item, NULL), JSON_COMPACT, list->out);
}

static void json_suite_end(struct wb_list *list) {
  if (list->kind->json_suite == NULL) return;
  if (list->written++ > 0) wb_str_add(list->out, ",\n");
  wb_fields_print(list->kind->json_suite, list->suite->of, list->out);
}

struct trouble {
  enum wb_status cause;
  char *detail;
};

#define WB_OF struct trouble
static const struct wb_field trouble_rows[] = {
    {"cause", WB_VALUE(cause), .words = &wb_statuses},
    {"detail", WB_VALUE(detail)},
};
static const struct wb_fields trouble_fields = {WB_ROWS(trouble_rows)};
#undef WB_OF

static void json_end(struct wb_list *list) {
  if (list->kind->json_item != NULL && list->written > 0) wb_str_add_char(list->out, '\n');
  wb_str_add(list->out, "],\n");
  list->kind->json_counts(list);
  if (list->trouble != NULL) {
    const struct trouble trouble = {list->cause, list->trouble};
    wb_str_add(list->out, ",\n\"trouble\": ");
    wb_fields_print(&trouble_fields, &trouble, list->out);
  }
  wb_str_add(list->out, "}\n");
}

const struct wb_list_format wb_list_json = {.name = "json",
                                            .for_programs = true,
                                            .begin = json_begin,
                                            .item = json_item,
                                            .suite_end = json_suite_end,
                                            .end = json_end};
