/* The counters of a case as bars: the kernel's own, what the puzzle allows, what
 * our solution needs; and of the chosen one what it counts, and the attempts. */
#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>

#include "report/comparison.h"
#include "report/counter_words.h"
#include "report/summary.h"
#include "text/columns.h"
#include "tui/counters_model.h"
#include "tui/history.h"
#include "tui/views.h"
#include "verbs/best.h"

enum {
  LABEL = 22,  /* columns of the names, the cursor's sign included */
  NUMBER = 11, /* of a number */
  BAR_MIN = 8, /* less room leaves the bar out */
  BAR_MAX = 60,
  ATTEMPTS_MAX = 5, /* that are shown of the chosen counter */
  INDENT = 4
};

struct page {
  const struct wb_model *model;
  struct wb_pane_text *rows;
  size_t width, bar; /* columns */
  bool numbers;      /* there is room for ours and the budget's beside the own */
  size_t at_case;
  const struct wb_case_result *one;
  const struct wb_counters *ours; /* NULL: not known */
};

static uint64_t value_of(const struct wb_counters *counters, unsigned at) {
  struct wb_counters copy = *counters;
  return *wb_counter_at(&copy, at);
}

static bool is_budgeted(const struct page *page, unsigned at) {
  return (page->one->budgeted >> at & 1) != 0;
}

/* ---- rows --------------------------------------------------------------------------- */

static void put_number(struct page *page, unsigned look, bool known, uint64_t value) {
  struct wb_str text;
  wb_str_init(&text);
  if (known) wb_write_grouped(&text, value);
  wb_pane_text_putf(page->rows, look, "%*s", NUMBER, text.data);
  wb_str_release(&text);
}

/* The cell of `value` on a bar that `most` fills. */
static size_t cell_of(const struct page *page, uint64_t value, uint64_t most) {
  if (most == 0) return 0;
  return (size_t)((double)value / (double)most * (double)page->bar + 0.5);
}

static size_t marker_cell(const struct page *page, uint64_t value, uint64_t most) {
  const size_t cell = cell_of(page, value, most);
  return cell > 0 ? cell - 1 : 0;
}

/* A counter, or the accesses of a single array that the puzzle limits. */
struct row {
  const char *label;
  uint64_t own, ours, limit;
  bool has_ours, has_limit, over;
  uint64_t full; /* the bar is at least for this much */
};

/* "■■■■■o■■|··": filled up to the own value. */
static void put_bar(struct page *page, const struct row *row) {
  uint64_t most = row->own > row->full ? row->own : row->full;
  if (row->has_limit && row->limit > most) most = row->limit;
  if (row->has_ours && row->ours > most) most = row->ours;
  const size_t cells = cell_of(page, row->own, most);
  const size_t filled = row->own > 0 && cells == 0 ? 1 : cells;
  const size_t at_limit = row->has_limit ? marker_cell(page, row->limit, most) : SIZE_MAX;
  const size_t at_ours = row->has_ours ? marker_cell(page, row->ours, most) : SIZE_MAX;
  for (size_t i = 0; i < page->bar; i++) {
    if (i == at_limit)
      wb_pane_text_put(page->rows, WB_LOOK_WARN, "|");
    else if (i == at_ours)
      wb_pane_text_put(page->rows, WB_LOOK_INFO, "o");
    else if (i < filled)
      wb_pane_text_put(page->rows, row->over ? WB_LOOK_BAD : WB_LOOK_OK, page->model->glyphs->full);
    else
      wb_pane_text_put(page->rows, WB_LOOK_DIM, page->model->glyphs->empty);
  }
}

static void put_row(struct page *page, const struct row *row, bool chosen) {
  wb_pane_text_put(page->rows, WB_STYLE_STRONG, chosen ? "> " : "  ");
  wb_pane_text_putf(page->rows, WB_STYLE_PLAIN, "%-*s", LABEL - 2, row->label);
  if (page->bar > 0) put_bar(page, row);
  put_number(page, row->over ? WB_LOOK_BAD : WB_STYLE_STRONG, true, row->own);
  if (page->numbers) {
    put_number(page, WB_LOOK_INFO, row->has_ours, row->ours);
    put_number(page, WB_LOOK_WARN, row->has_limit, row->limit);
  }
  if (row->over) wb_pane_text_putf(page->rows, WB_LOOK_BAD, " %s", page->model->glyphs->bad);
}

static void put_counter(struct page *page, const struct wb_counter_words *words, size_t number,
                        bool chosen) {
  const unsigned at = wb_counter_index(words->counter);
  struct row row = {.label = words->label,
                    .own = value_of(&page->one->counters, at),
                    .ours = page->ours != NULL ? value_of(page->ours, at) : 0,
                    .limit = value_of(&page->one->budgets, at),
                    .has_ours = page->ours != NULL,
                    .has_limit = is_budgeted(page, at),
                    .full = words->more_is_better ? 100 : 0}; /* percent */
  row.over = row.has_limit && wb_counter_exceeds(at, row.own, row.limit);
  wb_pane_text_start(page->rows)->item = (int)number;
  put_row(page, &row, chosen);
}

static void put_arrays(struct page *page) {
  struct wb_array_limit limit;
  for (size_t i = 0; wb_array_limit(page->one, i, &limit); i++) {
    wb_pane_text_start(page->rows);
    put_row(page,
            &(struct row){.label = limit.label,
                          .own = limit.own,
                          .limit = limit.limit,
                          .has_limit = true,
                          .over = limit.own > limit.limit},
            false);
  }
}

/* ---- of the chosen counter ------------------------------------------------------------ */

static void put_words(struct page *page, unsigned look, const char *text) {
  wb_pane_text_start(page->rows);
  wb_pane_text_pad(page->rows, INDENT);
  wb_pane_text_wrap(page->rows, look, page->width, INDENT, text);
}

/* The numbers that have no column, and what to make of them. */
static void put_comparison(struct page *page, const struct wb_counter_words *words) {
  const unsigned at = wb_counter_index(words->counter);
  const uint64_t own = value_of(&page->one->counters, at);
  struct wb_str text;
  wb_str_init(&text);
  if (is_budgeted(page, at)) {
    const uint64_t budget = value_of(&page->one->budgets, at);
    const bool wanted = wb_counter_is_wanted(at);
    wb_str_add(&text, wanted ? "The puzzle asks for at least " : "The puzzle allows ");
    wb_write_grouped(&text, budget);
    wb_str_add(&text, !wb_counter_exceeds(at, own, budget) ? ". "
                      : wanted                             ? ": this is too little. "
                                                           : ": this is too much. ");
  }
  if (page->ours != NULL) {
    const uint64_t ours = value_of(page->ours, at);
    wb_str_add(&text, "Our solution: ");
    wb_write_grouped(&text, ours);
    /* Whoever computes something else may well do less. */
    const bool better = page->one->verdict == WB_VERDICT_ACCEPTED &&
                        (words->more_is_better ? own > ours : own < ours);
    wb_str_add(&text, own == ours ? ", the same as yours." : better ? "; yours is better." : ".");
  }
  if (text.length > 0) put_words(page, WB_STYLE_PLAIN, text.data);
  wb_str_release(&text);
}

static bool counted(const struct wb_attempt *attempt, size_t at_case, unsigned at) {
  if (attempt == NULL || at_case >= attempt->n_cases) return false;
  return !wb_counter_is_modelled(at) || attempt->cases[at_case].subgroup > 0;
}

/* The attempt before `choice` that counted the case, to compare with. */
static const struct wb_attempt *counted_before(const struct page *page, int choice, unsigned at) {
  const struct wb_attempt *attempt = NULL;
  do {
    attempt = wb_history_choice(page->model, ++choice);
  } while (attempt != NULL && !counted(attempt, page->at_case, at));
  return attempt;
}

static void put_change(struct page *page, uint64_t before, uint64_t value) {
  struct wb_str text;
  wb_str_init(&text);
  wb_write_grouped(&text, before > value ? before - value : value - before);
  const size_t room = wb_pane_text_width(page->rows) + text.length + 7;
  if (before != value && room <= page->width)
    wb_pane_text_putf(page->rows, WB_LOOK_DIM, "  %s %s", text.data,
                      before > value ? "less" : "more");
  wb_str_release(&text);
}

static void put_attempt(struct page *page, int choice, unsigned at, uint64_t most) {
  const struct wb_attempt *attempt = wb_history_choice(page->model, choice);
  const struct wb_attempt *before = counted_before(page, choice, at);
  const uint64_t value = value_of(&attempt->cases[page->at_case], at);
  const bool good = attempt->verdict == WB_VERDICT_ACCEPTED;
  const size_t filled = most > 0 ? cell_of(page, value, most) : 0;
  wb_pane_text_start(page->rows);
  wb_pane_text_pad(page->rows, INDENT);
  wb_pane_text_putf(page->rows, WB_LOOK_DIM, "%3" PRIu64 " ", attempt->number);
  wb_pane_text_putf(page->rows, good ? WB_LOOK_OK : WB_LOOK_BAD, "%-14.14s",
                    wb_verdict_words(attempt->verdict));
  for (size_t i = 0; i < page->bar; i++)
    wb_pane_text_put(page->rows, WB_LOOK_DIM,
                     i < filled ? page->model->glyphs->full : page->model->glyphs->empty);
  put_number(page, WB_STYLE_PLAIN, true, value);
  if (before != NULL) put_change(page, value_of(&before->cases[page->at_case], at), value);
}

static uint64_t most_of_attempts(const struct page *page, unsigned at, const int *choices,
                                 size_t count) {
  uint64_t most = 0;
  for (size_t i = 0; i < count; i++) {
    const struct wb_attempt *attempt = wb_history_choice(page->model, choices[i]);
    const uint64_t value = value_of(&attempt->cases[page->at_case], at);
    if (value > most) most = value;
  }
  return most;
}

static void put_best(struct page *page, const struct wb_counter_words *words) {
  struct wb_best_counter best;
  if (!wb_best_in_case(&page->model->history.attempts, words, page->at_case, &best)) return;
  struct wb_str text;
  wb_str_init(&text);
  wb_write_grouped(&text, best.value);
  wb_pane_text_start(page->rows);
  wb_pane_text_pad(page->rows, INDENT);
  wb_pane_text_putf(page->rows, WB_STYLE_PLAIN, "Your best: %s, in version %" PRIu64 ".", text.data,
                    best.version);
  wb_str_release(&text);
}

static void put_attempts(struct page *page, const struct wb_counter_words *words) {
  const unsigned at = wb_counter_index(words->counter);
  int choices[ATTEMPTS_MAX];
  size_t count = 0;
  if (page->model->history.item != page->model->selected) return;
  for (int i = 0; wb_history_choice(page->model, i) != NULL && count < ATTEMPTS_MAX; i++)
    if (counted(wb_history_choice(page->model, i), page->at_case, at)) choices[count++] = i;
  if (count < 2) return; /* there is nothing to compare with */
  put_words(page, WB_LOOK_DIM, "Your versions, the newest first:");
  const uint64_t most = most_of_attempts(page, at, choices, count);
  for (size_t i = 0; i < count; i++) put_attempt(page, choices[i], at, most);
  put_best(page, words);
}

/* ---- the page --------------------------------------------------------------------------- */

static void put_state(struct page *page) {
  const struct wb_counters_model *counting = &page->model->counters;
  if (counting->own_state == WB_FIGURES_MEASURED)
    put_words(page, WB_LOOK_DIM, "Counting what a GPU would do.");
  if (counting->ours_state == WB_FIGURES_MEASURED)
    put_words(page, WB_LOOK_DIM, "Measuring our solution.");
  if (counting->trouble != NULL) put_words(page, WB_LOOK_WARN, counting->trouble);
}

/* What the bars' signs mean, above the numbers that they stand for. */
static void put_legend(struct page *page) {
  const char *full = page->model->glyphs->full;
  wb_pane_text_start(page->rows);
  wb_pane_text_pad(page->rows, page->numbers ? LABEL + page->bar : 2);
  if (page->numbers) {
    const size_t room = NUMBER - wb_text_width("yours") - 1 - wb_text_width(full);
    wb_pane_text_pad(page->rows, LABEL + page->bar + room);
    wb_pane_text_putf(page->rows, WB_LOOK_OK, "%s", full);
    wb_pane_text_putf(page->rows, WB_LOOK_DIM, " yours");
    wb_pane_text_putf(page->rows, WB_LOOK_INFO, "%*s", NUMBER - 5, "o");
    wb_pane_text_putf(page->rows, WB_LOOK_DIM, " ours");
    wb_pane_text_putf(page->rows, WB_LOOK_WARN, "%*s", NUMBER - 6, "|");
    wb_pane_text_putf(page->rows, WB_LOOK_DIM, " limit");
  } else if (page->bar > 0) {
    wb_pane_text_putf(page->rows, WB_LOOK_DIM, "%s yours  o ours  | limit", full);
  }
}

static void put_heading(struct page *page) {
  const struct wb_result *result = page->model->items[page->model->selected].result;
  const char *name = page->one->visible && page->one->name != NULL ? page->one->name : "hidden";
  char *text = wb_format("Case %zu of %zu, %s: %s", page->at_case + 1, result->n_cases, name,
                         wb_verdict_words(page->one->verdict));
  wb_pane_text_start(page->rows);
  wb_pane_text_wrap(page->rows, WB_STYLE_HEADING, page->width, 2, text);
  free(text);
  if (result->n_cases > 1 && wb_pane_text_width(page->rows) + 18 < page->width)
    wb_pane_text_put(page->rows, WB_LOOK_DIM, "   < > other cases");
  put_legend(page);
}

static void put_nothing(const struct wb_result *result, int width, struct wb_pane_text *rows) {
  const bool compiled = result->verdict != WB_VERDICT_COMPILE_ERROR;
  wb_pane_text_start(rows);
  wb_pane_text_wrap(rows, WB_STYLE_PLAIN, (size_t)width, 0,
                    compiled
                        ? "Nothing was counted: only the emulator counts, and only cases that ran "
                          "to their end. \":device emulator\" chooses it; c shows the result."
                        : "Nothing was counted: your code does not compile. c shows the result.");
}

static void lay_out(struct page *page, int width) {
  const size_t all = LABEL + 3 * NUMBER + 2, one = LABEL + NUMBER + 2;
  page->width = (size_t)width;
  page->numbers = page->width >= all + 2 * BAR_MIN;
  const size_t taken = page->numbers ? all : one;
  page->bar = page->width > taken ? page->width - taken : 0;
  if (page->bar < BAR_MIN) page->bar = 0;
  if (page->bar > BAR_MAX) page->bar = BAR_MAX;
}

void wb_view_counters(const struct wb_model *model, int width, struct wb_pane_text *rows) {
  const struct wb_result *result = model->items[model->selected].result;
  const size_t at = wb_counters_model_case(model), choice = wb_counters_model_choice(model);
  size_t count;
  const struct wb_counter_words *words = wb_counter_words(&count);
  if (at == SIZE_MAX) {
    put_nothing(result, width, rows);
    return;
  }
  struct page page = {.model = model,
                      .rows = rows,
                      .at_case = at,
                      .one = &result->cases[at],
                      .ours = wb_counters_model_ours(model, at)};
  lay_out(&page, width);
  put_heading(&page);
  for (size_t i = 0; i < count; i++) {
    if (!wb_counters_model_is_notable(model, i)) continue;
    put_counter(&page, &words[i], i, i == choice);
    if (i != choice) continue;
    put_words(&page, WB_STYLE_PLAIN, words[i].about);
    put_comparison(&page, &words[i]);
    put_attempts(&page, &words[i]);
  }
  put_arrays(&page);
  put_state(&page);
}
