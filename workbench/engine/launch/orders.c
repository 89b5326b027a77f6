#include "launch/orders.h"

#include <stdio.h>
#include <string.h>

#include "launch/outcome.h"

bool wb_case_is_right(const struct wb_case_result *result) {
  return result->verdict == WB_VERDICT_ACCEPTED || result->verdict == WB_VERDICT_OVER_BUDGET;
}

size_t wb_case_orders(bool checks, size_t n_orders, const struct wb_case_result *result) {
  bool races = false;
  if (!checks || !wb_case_has_ended(result)) return 1;
  for (size_t i = 0; i < result->n_findings; i++) races |= result->findings[i].kind == WB_DATA_RACE;
  return races && n_orders < WB_SCHEDULE_USUAL_ORDERS ? WB_SCHEDULE_USUAL_ORDERS : n_orders;
}

bool wb_case_has_ended(const struct wb_case_result *result) {
  return wb_case_is_right(result) || result->verdict == WB_VERDICT_WRONG_ANSWER;
}

void wb_case_add_order(struct wb_case_result *result, const struct wb_case_result *other) {
  char words[WB_SCHEDULE_WORDS_MAX];
  for (size_t i = 0; i < other->n_findings; i++) {
    struct wb_finding finding = other->findings[i];
    if (wb_case_known_finding(result, &finding) != NULL) continue;
    wb_schedule_text(&other->order, finding.order, sizeof finding.order);
    wb_case_add_finding(result, &finding);
  }
  if (wb_case_has_ended(other)) return;
  wb_schedule_words(&other->order, words);
  if (other->detail[0] != '\0')
    wb_case_verdict(result, other->verdict, "%s, when its work-items run %s", other->detail, words);
  else
    wb_case_verdict(result, other->verdict, "%s", "");
  result->order = other->order;
}

void wb_case_name_cause(struct wb_finding *finding, const struct wb_order_cause *cause) {
  const size_t length = strlen(finding->message);
  char words[WB_ORDER_CAUSE_WORDS_MAX];
  wb_order_cause_words(cause, words);
  finding->line = cause->line;
  finding->column = cause->column;
  finding->access = cause->access;
  finding->has_item = true;
  finding->n_first = 1;
  finding->items = 1;
  finding->first[0] = cause->who;
  memcpy(finding->file, cause->file, sizeof finding->file);
  snprintf(finding->message + length, sizeof finding->message - length, "; %s", words);
}
