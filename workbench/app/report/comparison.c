#include "report/comparison.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "report/counter_words.h"
#include "report/write.h"

enum { LABEL = 22, NUMBER = 14 };

bool wb_case_was_counted(const struct wb_case_result *result) {
  static const struct wb_counters none;
  return memcmp(&result->counters, &none, sizeof none) != 0 && result->counters.unfinished == 0;
}

/* What can be seen first, of that the largest. */
static bool tells_more(const struct wb_case_result *one, const struct wb_case_result *other) {
  if (one->visible != other->visible) return one->visible;
  return one->counters.items >= other->counters.items;
}

size_t wb_counted_case(const struct wb_result *result) {
  size_t best = SIZE_MAX;
  for (size_t i = 0; i < result->n_cases; i++) {
    const struct wb_case_result *one = &result->cases[i];
    if (!wb_case_was_counted(one)) continue;
    if (one->verdict == WB_VERDICT_OVER_BUDGET) return i;
    if (best == SIZE_MAX || tells_more(one, &result->cases[best])) best = i;
  }
  return best;
}

static void write_number(struct wb_document *document, enum wb_style style, bool known,
                         uint64_t value) {
  struct wb_str text;
  wb_str_init(&text);
  if (known) wb_write_grouped(&text, value);
  wb_put(document, style, "%*s", NUMBER, text.data);
  wb_str_release(&text);
}

static void write_counter(struct wb_document *document, const struct wb_counter_words *words,
                          const struct wb_case_result *one, const struct wb_counters *ours) {
  const uint64_t own = wb_counter_value(&one->counters, words->counter, NULL);
  const uint64_t limit = wb_counter_value(&one->budgets, words->counter, NULL);
  const unsigned at = wb_counter_index(words->counter);
  const bool limited = (one->budgeted >> at & 1) != 0;
  const bool over = limited && wb_counter_exceeds(at, own, limit);
  wb_document_add_line(document);
  wb_put(document, WB_STYLE_PLAIN, "  %-*s", LABEL - 2, words->label);
  write_number(document, over ? WB_STYLE_BAD : WB_STYLE_STRONG, true, own);
  write_number(document, WB_STYLE_PLAIN, ours != NULL,
               ours != NULL ? wb_counter_value(ours, words->counter, NULL) : 0);
  write_number(document, WB_STYLE_PLAIN, limited, limit);
  if (over) wb_write(document, WB_STYLE_BAD, " ✗");
}

bool wb_array_limit(const struct wb_case_result *one, size_t i, struct wb_array_limit *limit) {
  enum { NAME = 10 };
  bool found = false;
  for (size_t k = 0; k < 2 * one->n_arrays && !found; k++) {
    const struct wb_array_count *count = &one->arrays[k / 2];
    const bool of_one = k % 2 == 1;
    if (!(of_one ? count->has_most_limit : count->has_total_limit) || i-- > 0) continue;
    *limit = (struct wb_array_limit){.count = count,
                                     .of_one = of_one,
                                     .own = of_one ? count->most : count->total,
                                     .limit = of_one ? count->most_limit : count->total_limit};
    snprintf(limit->label, sizeof limit->label, "%.*s: %ss%s", NAME, count->array,
             wb_access_name(count->access), of_one ? " by one" : "");
    found = true;
  }
  return found;
}

static void write_array(struct wb_document *document, const struct wb_array_limit *of) {
  const bool over = of->own > of->limit;
  wb_document_add_line(document);
  wb_put(document, WB_STYLE_PLAIN, "  %-*s", LABEL - 2, of->label);
  write_number(document, over ? WB_STYLE_BAD : WB_STYLE_STRONG, true, of->own);
  write_number(document, WB_STYLE_PLAIN, false, 0);
  write_number(document, WB_STYLE_PLAIN, true, of->limit);
  if (over) wb_write(document, WB_STYLE_BAD, " ✗");
}

static void write_heading(struct wb_document *document, const struct wb_case_result *one,
                          size_t number, bool has_ours, unsigned width) {
  struct wb_str text;
  wb_str_init(&text);
  wb_str_addf(&text, "Case %zu, %s, beside %s:", number,
              one->visible && one->name != NULL ? one->name : "hidden",
              has_ours ? "our solution" : "what the puzzle allows");
  wb_document_add_line(document);
  wb_write_paragraph(document, width, 0, "", WB_STYLE_STRONG, text.data);
  wb_str_release(&text);
  wb_document_add_line(document);
  wb_put(document, WB_STYLE_DIM, "%*s%*s%*s%*s", LABEL, "", NUMBER, "yours", NUMBER,
         has_ours ? "ours" : "", NUMBER, "limit");
}

void wb_report_comparison(const struct wb_result *result, const struct wb_counters *ours,
                          size_t n_ours, unsigned width, struct wb_document *document) {
  const size_t at = wb_counted_case(result);
  size_t count;
  const struct wb_counter_words *words = wb_counter_words(&count);
  if (at == SIZE_MAX) return;
  const struct wb_case_result *one = &result->cases[at];
  const struct wb_counters *other = at < n_ours ? &ours[at] : NULL;
  struct wb_array_limit limit;
  const bool limited = one->budgeted != 0 || wb_array_limit(one, 0, &limit);
  if (other == NULL && !limited) return; /* nothing to compare with */
  write_heading(document, one, at + 1, other != NULL, width);
  for (size_t i = 0; i < count; i++)
    if (wb_counter_is_notable(&words[i], &one->counters, other, one->budgeted))
      write_counter(document, &words[i], one, other);
  for (size_t i = 0; wb_array_limit(one, i, &limit); i++) write_array(document, &limit);
}
