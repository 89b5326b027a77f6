#include "judge/case_text.h"

#include <stdlib.h>
#include <string.h>

void wb_case_text_init(struct wb_case_text *text) {
  *text = (struct wb_case_text){.prints = NULL};
  wb_str_init(&text->text);
}

void wb_case_text_release(struct wb_case_text *text) {
  free(text->prints);
  if (text->text.data != NULL) wb_str_release(&text->text);
  *text = (struct wb_case_text){.prints = NULL};
}

/* The first begins with the text, and each later one after the one before. */
static bool is_valid(const struct wb_print *prints, size_t count, size_t length) {
  bool valid = count > 0 && prints[0].start == 0;
  for (size_t i = 0; i < count && valid; i++)
    valid = prints[i].start < length && (i == 0 || prints[i].start > prints[i - 1].start);
  return valid;
}

static void add_prints(struct wb_case_text *text, const struct wb_outcome *outcome,
                       uint64_t launch) {
  const struct wb_print *prints = (const struct wb_print *)(const void *)outcome->prints;
  const uint64_t begin = text->text.length;
  size_t count = outcome->prints_length / sizeof *prints;
  uint64_t end = outcome->text_length;
  if (outcome->prints_length % sizeof *prints != 0 || !is_valid(prints, count, (size_t)end)) return;
  /* Of the last one that was told nobody knows where it ends. */
  if (count == WB_MAX_PRINTS) end = prints[--count].start;
  for (size_t i = 0; i < count; i++) {
    text->prints = wb_grow(text->prints, &text->capacity, text->n_prints + 1, sizeof *text->prints);
    text->prints[text->n_prints] = prints[i];
    text->prints[text->n_prints].start += begin;
    text->prints[text->n_prints++].launch = launch;
  }
  text->told = begin + end;
}

void wb_case_text_add(struct wb_case_text *text, const struct wb_outcome *outcome,
                      uint64_t launch) {
  text->lacks |= outcome->text_total != outcome->text_length;
  /* What is known has no gap. */
  if (text->told == text->text.length && outcome->prints != NULL) add_prints(text, outcome, launch);
  if (outcome->text != NULL) wb_str_add_bytes(&text->text, outcome->text, outcome->text_length);
}
