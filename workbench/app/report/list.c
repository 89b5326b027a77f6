#include "report/list.h"

#include <stdlib.h>
#include <string.h>

#include "report/write.h"

/* ---- a list ----------------------------------------------------------------- */

void wb_list_begin(struct wb_list *list, const struct wb_list_kind *kind,
                   const struct wb_list_format *format, const struct wb_report_style *style,
                   long total, struct wb_str *out) {
  *list =
      (struct wb_list){.kind = kind, .format = format, .style = *style, .out = out, .total = total};
  if (list->style.width == 0) list->style.width = WB_REPORT_WIDTH;
  wb_names_init(&list->remarks);
  wb_names_init(&list->titles);
  wb_str_init(&list->cases);
  if (format->begin != NULL) format->begin(list);
}

void wb_list_suite_begin(struct wb_list *list, const struct wb_list_suite *suite) {
  list->suite = suite;
  memset(list->in_suite, 0, sizeof list->in_suite);
}

static void count_item(struct wb_list *list, const struct wb_list_item *item) {
  list->counts[item->outcome]++;
  list->in_suite[item->outcome]++;
  if (item->result != NULL && item->one == NULL) list->score += item->result->score;
  list->weighed |= item->weighed;
  list->points += item->points;
  list->most_points += item->most_points;
}

void wb_list_points(struct wb_str *out, double points) {
  wb_str_addf(out, "%.2f", points + 1e-9);
  while (out->data[out->length - 1] == '0') out->data[--out->length] = '\0';
  if (out->data[out->length - 1] == '.') out->data[--out->length] = '\0';
}

/* What formats are given has every text but that of a rule. */
static struct wb_list_item whole_item(const struct wb_list *list, const struct wb_list_item *item) {
  struct wb_list_item whole = *item;
  if (whole.title == NULL) whole.title = whole.name;
  if (whole.class_name == NULL) whole.class_name = list->suite->name;
  if (whole.file == NULL) whole.file = "";
  if (whole.message == NULL) whole.message = "";
  if (whole.remedy == NULL) whole.remedy = "";
  if (whole.detail == NULL) whole.detail = "";
  return whole;
}

void wb_list_add(struct wb_list *list, const struct wb_list_item *item) {
  const struct wb_list_item whole = whole_item(list, item);
  count_item(list, &whole);
  if (list->format->item != NULL) list->format->item(list, &whole);
}

void wb_list_remark(struct wb_list *list, const char *sentence) {
  if (!wb_names_have(&list->remarks, sentence)) wb_names_add(&list->remarks, sentence);
}

void wb_list_suite_end(struct wb_list *list) {
  if (list->format->suite_end != NULL) list->format->suite_end(list);
  list->suite = NULL;
}

void wb_list_end(struct wb_list *list, const struct wb_error *trouble) {
  if (list->suite != NULL) wb_list_suite_end(list);
  if (trouble != NULL) {
    list->cause = trouble->status;
    list->trouble = wb_format("%s%s%s", trouble->where, trouble->where[0] != '\0' ? ": " : "",
                              trouble->message);
  }
  if (list->format->end != NULL) list->format->end(list);
}

void wb_list_release(struct wb_list *list) {
  if (list->format == NULL) return;
  if (list->format->release != NULL) list->format->release(list);
  wb_names_release(&list->remarks);
  wb_names_release(&list->titles);
  wb_str_release(&list->cases);
  free(list->trouble);
  *list = (struct wb_list){.format = NULL};
}

size_t wb_list_count(const size_t counts[WB_LIST_OUTCOMES]) {
  size_t sum = 0;
  for (size_t i = 0; i < WB_LIST_OUTCOMES; i++) sum += counts[i];
  return sum;
}

size_t wb_list_not_passed(const size_t counts[WB_LIST_OUTCOMES]) {
  return counts[WB_LIST_FAILED] + counts[WB_LIST_ERROR];
}

double wb_list_mean_score(const struct wb_list *list) {
  const size_t counted = wb_list_count(list->counts) - list->counts[WB_LIST_SKIPPED];
  return counted > 0 ? list->score / (double)counted : 0;
}

/* ---- results ---------------------------------------------------------------- */

static enum wb_list_outcome outcome_of(enum wb_verdict verdict) {
  switch (verdict) {
    case WB_VERDICT_ACCEPTED:
      return WB_LIST_PASSED;
    case WB_VERDICT_JUDGE_ERROR:
      return WB_LIST_ERROR;
    default:
      return WB_LIST_FAILED;
  }
}

static void take_verdict(struct wb_list_item *item, enum wb_verdict verdict) {
  item->outcome = outcome_of(verdict);
  item->rule = wb_verdict_name(verdict);
  item->rule_help = wb_verdict_help(verdict);
}

void wb_list_item_of_result(struct wb_list_item *item, struct wb_str *words) {
  const struct wb_result *result = item->result;
  take_verdict(item, result->verdict);
  if (item->file == NULL) item->file = result->file;
  if (item->message != NULL && item->message[0] != '\0') return;
  wb_write_reason(result, item->file, words);
  item->message = words->data;
}

static void describe_findings(const struct wb_case_result *one, struct wb_str *out) {
  for (size_t i = 0; i < one->n_findings; i++) {
    wb_finding_describe(&one->findings[i], out);
    wb_str_add_char(out, '\n');
  }
}

static void take_case(struct wb_list_item *item, struct wb_str *message, struct wb_str *detail) {
  const struct wb_case_result *one = item->one;
  const bool found = one->verdict == WB_VERDICT_RUNTIME_ERROR && one->n_findings > 0;
  take_verdict(item, one->verdict);
  if (found && one->findings[0].file[0] == '\0') item->line = one->findings[0].line;
  if (one->verdict != WB_VERDICT_ACCEPTED) wb_write_case_reason(one, item->file, message);
  describe_findings(one, detail);
  item->message = message->data;
  item->detail = detail->data;
}

/* A case of a run, or (NULL) all of it. A format that takes runs whole has it already. */
static void add_part(struct wb_list *list, const struct wb_list_item *whole,
                     const struct wb_case_result *one) {
  struct wb_list_item item = *whole;
  struct wb_str message, detail;
  wb_str_init(&message);
  wb_str_init(&detail);
  item.one = one;
  item.name = one != NULL ? one->name : "all cases";
  char *title = wb_format("%s %s", whole->name, item.name);
  item.title = title;
  if (one != NULL)
    take_case(&item, &message, &detail);
  else
    wb_list_item_of_result(&item, &message);
  if (list->format->result != NULL)
    count_item(list, &item);
  else
    wb_list_add(list, &item);
  wb_str_release(&message);
  wb_str_release(&detail);
  free(title);
}

static void add_cases(struct wb_list *list, const struct wb_list_item *whole) {
  const struct wb_result *result = whole->result;
  size_t failed = 0;
  for (size_t i = 0; i < result->n_cases; i++) {
    add_part(list, whole, &result->cases[i]);
    failed += result->cases[i].verdict != WB_VERDICT_ACCEPTED;
  }
  if (result->n_cases == 0 || (failed == 0 && result->verdict != WB_VERDICT_ACCEPTED))
    add_part(list, whole, NULL);
}

void wb_list_remark_result(struct wb_list *list, const struct wb_result *result) {
  const char *left_out = wb_result_left_out(result), *lacks = wb_result_lacks(result);
  if (left_out != NULL) wb_list_remark(list, left_out);
  if (lacks != NULL) {
    char *judged = wb_format("judged %s", lacks);
    wb_list_remark(list, judged);
    free(judged);
  }
}

void wb_list_add_result(struct wb_list *list, const struct wb_list_item *whole) {
  struct wb_list_item named = *whole;
  if (named.file == NULL) named.file = whole->result->file;
  named = whole_item(list, &named);
  wb_list_remark_result(list, whole->result);
  if (list->format->result != NULL) list->format->result(list, &named);
  add_cases(list, &named);
}

const struct wb_list_kind wb_list_of_cases = {
    .name = "cases", .rule_word = "verdict", .nothing = "nothing to judge"};
