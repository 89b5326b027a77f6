/* What may happen to the workbench's model, at random: results, summaries,
 * files and devices with hostile texts in every field. */
#ifndef WB_TESTS_UI_EVENTS_H
#define WB_TESTS_UI_EVENTS_H

#include "hostile.h"
#include "random_trace.h"
#include "finding/counters.h"
#include "tui/model.h"

/* A hostile text in a fixed array. */
static inline void hostile_fill(struct chance *chance, char *array, size_t size) {
  char *text = hostile_text(chance, 4);
  size_t length = strlen(text);
  if (length >= size) length = size - 1;
  memcpy(array, text, length);
  array[length] = '\0';
  free(text);
}

static inline uint64_t random_number(struct chance *chance) {
  const unsigned bits = chance_below(chance, 64);
  return ((uint64_t)chance_next(chance) << 32 | chance_next(chance)) >> bits;
}

/* 0 … `most` with small ones more often. */
static inline unsigned random_count(struct chance *chance, unsigned most) {
  return chance_one_in(chance, 3) ? chance_below(chance, most + 1) : chance_below(chance, 3);
}

static inline char **random_texts(struct chance *chance, size_t count, unsigned pieces) {
  char **texts = wb_alloc((count + 1) * sizeof *texts);
  for (size_t i = 0; i < count; i++) texts[i] = hostile_text(chance, pieces);
  return texts;
}

static inline struct wb_item_id random_item(struct chance *chance) {
  struct wb_item_id id = {.dimensions = chance_below(chance, 4)};
  for (size_t i = 0; i < 3; i++) {
    id.item[i] = random_number(chance);
    id.group[i] = random_number(chance);
  }
  return id;
}

static inline struct wb_finding random_finding(struct chance *chance) {
  struct wb_finding finding = {
      .kind = (enum wb_finding_kind)chance_below(chance, WB_FINDING_KIND_COUNT),
      .severity = chance_one_in(chance, 3) ? WB_SEVERITY_WARNING : WB_SEVERITY_ERROR,
      .access = (enum wb_access)chance_below(chance, 4),
      .memory = (enum wb_memory)chance_below(chance, 5),
      .has_item = !chance_one_in(chance, 4),
      .has_index = !chance_one_in(chance, 4),
      .line = random_count(chance, 40),
      .column = random_count(chance, 200),
      .index = (int64_t)random_number(chance),
      .count = 1 + random_number(chance) / 2,
      .n_first = chance_below(chance, WB_FINDING_FIRST_ITEMS + 1)};
  if (chance_one_in(chance, 20)) finding.line = UINT32_MAX;
  for (size_t i = 0; i < WB_FINDING_FIRST_ITEMS; i++) finding.first[i] = random_item(chance);
  finding.other = (struct wb_other_access){.present = chance_one_in(chance, 2),
                                           .line = random_count(chance, 40),
                                           .column = random_count(chance, 100),
                                           .access = (enum wb_access)chance_below(chance, 4),
                                           .who = random_item(chance)};
  if (chance_one_in(chance, 6)) hostile_fill(chance, finding.file, sizeof finding.file);
  hostile_fill(chance, finding.kernel, sizeof finding.kernel);
  hostile_fill(chance, finding.array, sizeof finding.array);
  hostile_fill(chance, finding.message, sizeof finding.message);
  return finding;
}

static inline struct wb_preview random_preview(struct chance *chance) {
  struct wb_preview preview = {.array = hostile_text(chance, 2),
                               .type = hostile_text(chance, 1),
                               .rank = chance_below(chance, 7),
                               .first = random_number(chance),
                               .total = random_number(chance),
                               .n = random_count(chance, WB_PREVIEW_MAX)};
  for (size_t i = 0; i < 6; i++) preview.shape[i] = 1 + random_count(chance, 9);
  preview.expected = random_texts(chance, preview.n, 2);
  preview.got = random_texts(chance, preview.n, 2);
  preview.differs = wb_alloc((preview.n + 1) * sizeof *preview.differs);
  for (size_t i = 0; i < preview.n; i++) preview.differs[i] = chance_one_in(chance, 2);
  return preview;
}

static inline void random_case(struct chance *chance, struct wb_case_result *one) {
  one->name = hostile_text(chance, 3);
  one->visible = !chance_one_in(chance, 3);
  one->verdict = (enum wb_verdict)chance_below(chance, WB_VERDICT_COUNT);
  one->detail = hostile_text(chance, 3);
  one->first_mismatch = (struct wb_mismatch){.present = chance_one_in(chance, 2),
                                             .array = hostile_text(chance, 1),
                                             .index = random_number(chance),
                                             .position = hostile_text(chance, 1),
                                             .expected = hostile_text(chance, 2),
                                             .got = hostile_text(chance, 2)};
  one->mismatches = random_number(chance);
  one->n_findings = random_count(chance, 20);
  one->findings = wb_alloc((one->n_findings + 1) * sizeof *one->findings);
  for (size_t i = 0; i < one->n_findings; i++) one->findings[i] = random_finding(chance);
  one->findings_dropped = random_count(chance, 9);
  uint64_t *counters = (uint64_t *)&one->counters;
  for (size_t i = 0; i < sizeof one->counters / sizeof *counters; i++)
    counters[i] = random_number(chance);
  uint64_t *budgets = (uint64_t *)&one->budgets;
  for (size_t i = 0; i < sizeof one->budgets / sizeof *budgets; i++)
    budgets[i] = random_number(chance);
  one->budgeted = (uint32_t)random_number(chance) & ((1U << WB_BUDGET_COUNTERS) - 1);
  one->time_ns = random_number(chance);
  one->n_previews = random_count(chance, 3);
  one->previews = wb_alloc((one->n_previews + 1) * sizeof *one->previews);
  for (size_t i = 0; i < one->n_previews; i++) one->previews[i] = random_preview(chance);
  one->text = hostile_text(chance, 30);
}

static inline struct wb_result *random_result(struct chance *chance) {
  struct wb_result *result = wb_alloc(sizeof *result);
  result->puzzle = hostile_text(chance, 1);
  result->file = hostile_text(chance, 2);
  result->device = hostile_text(chance, 2);
  result->verdict = (enum wb_verdict)chance_below(chance, WB_VERDICT_COUNT);
  result->score = (double)chance_below(chance, 101) / 100;
  result->detail = hostile_text(chance, 3);
  result->n_cases = random_count(chance, 12);
  result->cases = wb_alloc((result->n_cases + 1) * sizeof *result->cases);
  for (size_t i = 0; i < result->n_cases; i++) random_case(chance, &result->cases[i]);
  result->compile_log = hostile_text(chance, 20);
  result->n_diagnostics = random_count(chance, 9);
  result->diagnostics = wb_alloc((result->n_diagnostics + 1) * sizeof *result->diagnostics);
  for (size_t i = 0; i < result->n_diagnostics; i++) {
    struct wb_diagnostic *diagnostic = &result->diagnostics[i];
    diagnostic->line = random_count(chance, 40);
    diagnostic->column = random_count(chance, 200);
    diagnostic->severity = chance_one_in(chance, 2) ? WB_SEVERITY_ERROR : WB_SEVERITY_WARNING;
    if (chance_one_in(chance, 4)) hostile_fill(chance, diagnostic->file, sizeof diagnostic->file);
    hostile_fill(chance, diagnostic->message, sizeof diagnostic->message);
  }
  result->elapsed_ms = (double)chance_next(chance) / 1000;
  if (chance_one_in(chance, 2)) {
    result->trace = wb_alloc(RANDOM_TRACE_MAX);
    result->trace_length = (size_t)random_trace(chance, result->trace);
    result->trace_case = random_count(chance, 3);
  }
  return result;
}

static inline struct wb_puzzle_summary random_summary(struct chance *chance, const char *slug) {
  struct wb_puzzle_summary about = {.slug = wb_strdup(slug),
                                    .number = chance_below(chance, 100),
                                    .title = hostile_text(chance, 3),
                                    .concept = hostile_text(chance, 4),
                                    .entry = hostile_text(chance, 1),
                                    .n_hints = random_count(chance, 5),
                                    .n_tags = random_count(chance, 4),
                                    .n_aliases = random_count(chance, 4),
                                    .n_parameters = random_count(chance, 6),
                                    .n_cases = random_count(chance, 9)};
  about.hints = random_texts(chance, about.n_hints, 4);
  about.tags = random_texts(chance, about.n_tags, 2);
  about.aliases = random_texts(chance, about.n_aliases, 2);
  about.parameters = random_texts(chance, about.n_parameters, 3);
  about.cases = random_texts(chance, about.n_cases, 3);
  if (chance_one_in(chance, 5)) about.error = hostile_text(chance, 4);
  return about;
}

static inline void random_devices(struct chance *chance, struct wb_model *model) {
  struct wb_device_list list = {.count = random_count(chance, 30)};
  list.items = wb_alloc((list.count + 1) * sizeof *list.items);
  for (size_t i = 0; i < list.count; i++) {
    hostile_fill(chance, list.items[i].selector, sizeof list.items[i].selector);
    hostile_fill(chance, list.items[i].name, sizeof list.items[i].name);
    hostile_fill(chance, list.items[i].vendor, sizeof list.items[i].vendor);
    list.items[i].global_memory = random_number(chance);
  }
  char *problems = chance_one_in(chance, 3) ? hostile_text(chance, 8) : NULL;
  wb_model_devices(model, &list, problems);
  free(problems);
}

static inline void random_load(struct chance *chance, struct wb_model *model) {
  struct wb_loaded loaded = {.is_starter = chance_one_in(chance, 3)};
  if (!chance_one_in(chance, 10)) loaded.lesson = hostile_text(chance, 60);
  if (!chance_one_in(chance, 10)) loaded.kernel = hostile_text(chance, 90);
  loaded.kernel_path = hostile_text(chance, 3);
  if (loaded.lesson == NULL || loaded.kernel == NULL) loaded.error = hostile_text(chance, 3);
  wb_model_loaded(model, &loaded);
}

/* What an editor drew, of the size that its pane has or had. */
static inline void random_editor_screen(struct chance *chance, struct wb_model *model) {
  struct wb_cells *cells = &model->editor.cells;
  const struct wb_rect *rect = &model->layout.pane[WB_PANE_KERNEL];
  int lines = rect->lines - 1, columns = rect->columns;
  if (chance_one_in(chance, 4)) {
    lines = 1 + (int)chance_below(chance, 60);
    columns = 2 + (int)chance_below(chance, 200);
  }
  if (lines < 1) lines = 1;
  if (columns < 2) columns = 2;
  wb_cells_clear(cells, lines, columns);
  for (int y = 0; y < lines; y++) {
    char *text = hostile_text(chance, 6);
    wb_cells_text(cells, y, (int)chance_below(chance, (unsigned)columns), columns, WB_LOOK_TERMINAL,
                  text);
    free(text);
  }
  cells->cursor_y = (int)chance_below(chance, (unsigned)lines);
  cells->cursor_x = (int)chance_below(chance, (unsigned)columns);
}

static inline struct wb_counters *random_counters(struct chance *chance, size_t count) {
  struct wb_counters *cases = wb_alloc((count + 1) * sizeof *cases);
  for (size_t i = 0; i < count; i++)
    for (unsigned k = 0; k < WB_COUNTER_COUNT; k++)
      *wb_counter_at(&cases[i], k) = chance_one_in(chance, 2) ? 0 : random_number(chance);
  return cases;
}

static inline struct wb_attempts random_attempts(struct chance *chance) {
  struct wb_attempts attempts = {0};
  uint64_t number = random_count(chance, 2000);
  for (unsigned i = random_count(chance, 40); i > 0; i--) {
    attempts.items =
        wb_grow(attempts.items, &attempts.capacity, attempts.count + 1, sizeof *attempts.items);
    struct wb_attempt *attempt = &attempts.items[attempts.count++];
    number += 1 + random_count(chance, 3);
    *attempt =
        (struct wb_attempt){.number = number,
                            .first_at = (int64_t)random_number(chance),
                            .runs = random_number(chance),
                            .verdict = (enum wb_verdict)chance_below(chance, WB_VERDICT_COUNT),
                            .score = (double)chance_below(chance, 101) / 100,
                            .device = hostile_text(chance, 2),
                            .note = hostile_text(chance, chance_below(chance, 3)),
                            .source = hostile_text(chance, 40),
                            .removed = random_count(chance, 2000),
                            .added = random_count(chance, 2000),
                            .n_cases = random_count(chance, 12)};
    attempt->source_length = strlen(attempt->source);
    attempt->cases = random_counters(chance, attempt->n_cases);
  }
  return attempts;
}

#endif
