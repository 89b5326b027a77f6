#include "result/counters_json.h"

#include <string.h>

#include "base/str.h"
#include "finding/counters.h"

json_t *wb_counters_to_json(const struct wb_counters *counters) {
  json_t *object = json_object();
  struct wb_counters copy = *counters;
  for (unsigned i = 0; i < WB_COUNTER_COUNT; i++)
    if (counters->subgroup > 0 || !wb_counter_is_modelled(i))
      json_object_set_new(object, wb_counter_names()[i], wb_json_count(*wb_counter_at(&copy, i)));
  return object;
}

json_t *wb_budgets_to_json(const struct wb_counters *budgets, uint32_t budgeted) {
  json_t *object = json_object();
  struct wb_counters copy = *budgets;
  for (unsigned i = 0; i < WB_COUNTER_COUNT; i++)
    if ((budgeted >> i & 1) != 0)
      json_object_set_new(object, wb_counter_names()[i], wb_json_count(*wb_counter_at(&copy, i)));
  return object;
}

static json_t *line_to_json(const struct wb_line_cost *line, const char *judged_file) {
  json_t *object = json_object();
  json_object_set_new(object, "file",
                      wb_json_text(line->file[0] != '\0' ? line->file : judged_file));
  json_object_set_new(object, "line", json_integer(line->line));
  json_object_set_new(object, "column", json_integer(line->column));
  json_object_set_new(object, "memory", wb_json_text(wb_memory_name(line->memory)));
  json_object_set_new(object, "access", wb_json_text(wb_access_name(line->access)));
  json_object_set_new(object, "array", wb_json_text(line->array));
  json_object_set_new(object, "executions", wb_json_count(line->executions));
  json_object_set_new(object, "cost", wb_json_count(line->cost));
  json_object_set_new(object, "ideal", wb_json_count(line->ideal));
  return object;
}

json_t *wb_lines_to_json(const struct wb_line_cost *lines, size_t n, const char *judged_file) {
  json_t *list = json_array();
  for (size_t i = 0; i < n; i++) json_array_append_new(list, line_to_json(&lines[i], judged_file));
  return list;
}

/* ---- the reverse ---------------------------------------------------------------- */

void wb_counters_take(struct wb_json_reader in, struct wb_counters *counters) {
  struct wb_json_reader at = {json_object_get(in.object, "counters"), in.bad, NULL};
  for (unsigned i = 0; i < WB_COUNTER_COUNT; i++)
    *wb_counter_at(counters, i) = wb_json_take_count(at, wb_counter_names()[i], INT64_MAX);
}

void wb_budgets_take(struct wb_json_reader in, struct wb_counters *budgets, uint32_t *budgeted) {
  struct wb_json_reader at = {json_object_get(in.object, "budgets"), in.bad, NULL};
  *budgeted = 0;
  for (unsigned i = 0; i < WB_COUNTER_COUNT; i++) {
    const char *name = wb_counter_names()[i];
    if (json_object_get(at.object, name) == NULL) continue;
    *budgeted |= UINT32_C(1) << i;
    *wb_counter_at(budgets, i) = wb_json_take_count(at, name, INT64_MAX);
  }
}

static void take_line(struct wb_json_reader in, const char *judged_file,
                      struct wb_line_cost *line) {
  char word[32];
  const char *file = json_string_value(json_object_get(in.object, "file"));
  wb_json_copy_text(in, "file", line->file, sizeof line->file);
  if (file != NULL && judged_file != NULL && strcmp(file, judged_file) == 0)
    memset(line->file, 0, sizeof line->file);
  line->line = (uint32_t)wb_json_take_count(in, "line", UINT32_MAX);
  line->column = (uint32_t)wb_json_take_count(in, "column", UINT32_MAX);
  wb_json_copy_text(in, "memory", word, sizeof word);
  if (!wb_word_parse(&wb_memories, word, (unsigned *)&line->memory) && *in.bad == NULL)
    *in.bad = "memory";
  wb_json_copy_text(in, "access", word, sizeof word);
  if (!wb_word_parse(&wb_accesses, word, (unsigned *)&line->access) && *in.bad == NULL)
    *in.bad = "access";
  wb_json_copy_text(in, "array", line->array, sizeof line->array);
  line->executions = wb_json_take_count(in, "executions", INT64_MAX);
  line->cost = wb_json_take_count(in, "cost", INT64_MAX);
  line->ideal = wb_json_take_count(in, "ideal", INT64_MAX);
}

struct wb_line_cost *wb_lines_take(struct wb_json_reader in, const char *judged_file, size_t *n) {
  const json_t *list = wb_json_take_list(in, "lines", WB_MAX_LINE_COSTS);
  struct wb_line_cost *lines = NULL;
  *n = json_array_size(list);
  if (*n > 0) lines = wb_alloc(*n * sizeof *lines);
  for (size_t i = 0; i < *n; i++)
    take_line((struct wb_json_reader){json_array_get(list, i), in.bad, NULL}, judged_file,
              &lines[i]);
  return lines;
}
