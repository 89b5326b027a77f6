#include "judge/result.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"

static const char *const counter_names[WB_COUNTER_COUNT] = {
    "global_reads",      "global_writes",   "local_reads",      "local_writes", "max_global_reads",
    "max_global_writes", "max_local_reads", "max_local_writes", "barriers",     "items"};
_Static_assert(sizeof(struct wb_counters) == WB_COUNTER_COUNT * sizeof(uint64_t),
               "every counter has a name");

const char *wb_counter_name(unsigned i) { return i < WB_COUNTER_COUNT ? counter_names[i] : NULL; }

uint64_t *wb_counter_at(struct wb_counters *counters, unsigned i) {
  return (uint64_t *)(void *)counters + i;
}

uint64_t wb_counter_value(const struct wb_counters *counters, const char *name, bool *known) {
  struct wb_counters copy = *counters;
  unsigned i = 0;
  while (i < WB_COUNTER_COUNT && strcmp(counter_names[i], name) != 0) i++;
  if (known != NULL) *known = i < WB_COUNTER_COUNT;
  return i < WB_COUNTER_COUNT ? *wb_counter_at(&copy, i) : 0;
}

bool wb_case_was_run(const struct wb_case_result *result) {
  return result->detail == NULL || !wb_starts_with(result->detail, WB_NOT_RUN);
}

static void free_texts(char **texts, size_t count) {
  for (size_t i = 0; texts != NULL && i < count; i++) free(texts[i]);
  free(texts);
}

static void preview_release(struct wb_preview *preview) {
  free(preview->array);
  free(preview->type);
  free_texts(preview->expected, preview->n);
  free_texts(preview->got, preview->n);
  free(preview->differs);
}

void wb_case_result_release(struct wb_case_result *result) {
  free(result->name);
  free(result->detail);
  free(result->first_mismatch.array);
  free(result->first_mismatch.position);
  free(result->first_mismatch.expected);
  free(result->first_mismatch.got);
  free(result->findings);
  for (size_t i = 0; i < result->n_previews; i++) preview_release(&result->previews[i]);
  free(result->previews);
  free(result->text);
  memset(result, 0, sizeof *result);
}

void wb_result_release(struct wb_result *result) {
  free(result->puzzle);
  free(result->file);
  free(result->device);
  free(result->detail);
  for (size_t i = 0; i < result->n_cases; i++) wb_case_result_release(&result->cases[i]);
  free(result->cases);
  free(result->compile_log);
  free(result->diagnostics);
  memset(result, 0, sizeof *result);
}
