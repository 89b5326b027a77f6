/* The top of the result: the verdict, what explains it, and what to look at
 * now. */
#include <stdlib.h>
#include <string.h>

#include "base/slug.h"
#include "commands/command.h"
#include "result/steps.h"
#include "session/mistake.h"
#include "session/session.h"
#include "text/columns.h"
#include "tui/views.h"
#include "verbs/ways_on.h"

/* A band over the whole width: seen from afar, and without colour too. */
static void put_banner(const struct wb_model *model, const struct wb_result *result, int width,
                       struct wb_pane_text *rows) {
  const bool good = result->verdict == WB_VERDICT_ACCEPTED;
  const unsigned look = good ? WB_LOOK_OK_BANNER : WB_LOOK_BAD_BANNER;
  const size_t accepted = wb_result_accepted_cases(result);
  wb_pane_text_start(rows);
  wb_pane_text_putf(rows, look, " %s %s ", good ? model->glyphs->good : model->glyphs->bad,
                    wb_verdict_words(result->verdict));
  if (good)
    wb_pane_text_putf(rows, look, " all %zu %scases ", result->n_cases,
                      result->left_out > 0 ? "visible " : "");
  else if (result->verdict == WB_VERDICT_OVER_BUDGET) /* right, though few cases are accepted */
    wb_pane_text_putf(rows, look, " score %u %% ", wb_score_percent(result->score));
  else if (result->n_cases > 0)
    wb_pane_text_putf(rows, look, " %zu of %zu cases accepted ", accepted, result->n_cases);
  const size_t used = wb_pane_text_width(rows);
  if (used < (size_t)width) wb_pane_text_putf(rows, look, "%*s", width - (int)used, "");
}

/* "out[6] is 0, expected 7, in case 2": what differs first, where it is seen
 * without scrolling. */
static void put_mismatch(const struct wb_result *result, int width, struct wb_pane_text *rows) {
  const size_t smallest = wb_smallest_failure(result);
  struct wb_str text;
  wb_str_init(&text);
  wb_str_add(&text, "First mismatch: ");
  if (wb_result_verdict_to_explain(result) == WB_VERDICT_WRONG_ANSWER &&
      wb_first_mismatch_in_short(result, &text)) {
    if (smallest < result->n_cases) wb_str_addf(&text, " (case %zu)", smallest + 1);
    wb_pane_text_paragraph(rows, WB_LOOK_BAD, width, 2, text.data);
  }
  wb_str_release(&text);
}

/* Where neither findings nor elements explain it: a limit, a budget, our fault. */
static void put_detail(const struct wb_result *result, int width, struct wb_pane_text *rows) {
  const size_t smallest = wb_smallest_failure(result);
  const char *detail = result->detail;
  const enum wb_verdict verdict = wb_result_verdict_to_explain(result);
  const bool explained = verdict == WB_VERDICT_RUNTIME_ERROR || verdict == WB_VERDICT_WRONG_ANSWER;
  if ((detail == NULL || detail[0] == '\0') && !explained && smallest < result->n_cases)
    detail = result->cases[smallest].detail;
  if (detail != NULL && detail[0] != '\0') {
    wb_pane_text_start(rows);
    wb_pane_text_wrap_message(rows, WB_STYLE_PLAIN, (size_t)width, 0, detail);
  }
}

static void put_change(const struct wb_model *model, const struct wb_item *item, int width,
                       struct wb_pane_text *rows) {
  char *text = wb_format("The %s has changed since; %s.", item->spec_is_new ? "puzzle" : "kernel",
                         wb_model_chose_editor(model) ? "saving runs it again" : "r runs it again");
  wb_pane_text_paragraph(rows, WB_LOOK_WARN, width, 0, text);
  free(text);
}

/* The step that is explained, where the puzzle has steps: all of them stand over their cases. */
static void put_step(const struct wb_result *result, int width, struct wb_pane_text *rows) {
  const size_t step = wb_result_step_to_explain(result);
  struct wb_str words;
  if (step == 0) return;
  wb_str_init(&words);
  wb_step_words(result, step - 1, &words);
  wb_pane_text_paragraph(rows, WB_STYLE_STRONG, width, 2, words.data);
  wb_str_release(&words);
}

void wb_view_verdict(const struct wb_model *model, const struct wb_item *item, int width,
                     struct wb_pane_text *rows) {
  const struct wb_result *result = item->result;
  const char *lacks = wb_result_lacks(result);
  put_banner(model, result, width, rows);
  if (item->result_is_old) put_change(model, item, width, rows);
  put_step(result, width, rows);
  put_detail(result, width, rows);
  put_mismatch(result, width, rows);
  if (wb_result_left_out(result) != NULL)
    wb_pane_text_paragraph(rows, WB_LOOK_DIM, width, 0, wb_result_left_out(result));
  if (lacks != NULL) {
    char *judged = wb_format("Judged %s.", lacks);
    wb_pane_text_paragraph(rows, WB_LOOK_WARN, width, 0, judged);
    free(judged);
  }
}

/* ---- what to look at ---- */

struct pointer {
  const char *action; /* a binding's name: its key is shown, where there is one */
  const char *words;
};

static const struct pointer after_success[] = {
    {"lesson", "why it works"}, {"solution", "our solution"},         {"counters", "what it costs"},
    {"graph", "the graph"},     {"trace", "what the work-items did"}, {NULL, NULL}};
static const struct pointer after_failure[] = {{"next-finding", "the line"},
                                               {"trace-finding", "its step in the trace"},
                                               {"counters", "what it costs"},
                                               {"graph", "the graph"},
                                               {"trace", "what the work-items did"},
                                               {"data", "the inputs"},
                                               {"hint", "a hint"},
                                               {NULL, NULL}};

static bool has_errors(const struct wb_model *model) {
  for (size_t i = 0; i < model->marks.count; i++)
    if (model->marks.items[i].kind == WB_MARK_ERROR) return true;
  return false;
}

static bool was_compiled(const struct wb_item *item) {
  return item->result->verdict != WB_VERDICT_COMPILE_ERROR;
}

/* Where the kernel is right, and too dear. */
static bool is_dear(const struct wb_item *item) {
  return item->result->verdict == WB_VERDICT_OVER_BUDGET;
}

static bool has_untold_mistake(const struct wb_item *item) {
  return item->mistake != NULL && !item->told_mistake;
}

static const char *words_of(const struct wb_item *item, const struct pointer *pointer) {
  const bool is_hint = strcmp(pointer->action, "hint") == 0;
  return is_hint && has_untold_mistake(item) ? "a known mistake" : pointer->words;
}

static bool applies(const struct wb_model *model, const struct wb_item *item,
                    const struct pointer *pointer) {
  if (strcmp(pointer->action, "next-finding") == 0) return has_errors(model);
  if (strcmp(pointer->action, "trace-finding") == 0) return has_errors(model) && was_compiled(item);
  if (strcmp(pointer->action, "trace") == 0)
    return !has_errors(model) && was_compiled(item) && !is_dear(item);
  if (strcmp(pointer->action, "counters") == 0)
    return is_dear(item) || item->result->verdict == WB_VERDICT_ACCEPTED;
  if (strcmp(pointer->action, "graph") == 0) return item->result->graphs != NULL;
  if (strcmp(pointer->action, "solution") == 0)
    return model->about_course.solutions != WB_SOLUTIONS_NEVER;
  if (strcmp(pointer->action, "lesson") == 0) return model->explanation != NULL;
  if (strcmp(pointer->action, "data") == 0) return item->result->verdict == WB_VERDICT_WRONG_ANSWER;
  if (strcmp(pointer->action, "hint") == 0)
    return has_untold_mistake(item) || item->progress.hints_shown < item->about.n_hints;
  return true;
}

/* "Look at  s our solution  5 what the work-items did", in rows of their own
 * where it is long. */
static void put_pointers(const struct wb_model *model, const struct wb_item *item, int width,
                         const struct pointer *pointers, struct wb_pane_text *rows) {
  static const char begin[] = "Look at  ";
  size_t shown = 0;
  for (; pointers->action != NULL; pointers++) {
    char key[WB_KEY_NAME_MAX];
    const struct wb_command *command = wb_command_named(pointers->action);
    if (command == NULL || !applies(model, item, pointers)) continue;
    wb_first_key(command, key);
    const char *prefix = wb_model_key_prefix(model);
    const char *words = words_of(item, pointers);
    const size_t wanted = strlen(prefix) + wb_text_width(key) + 1 + strlen(words);
    if (shown == 0) {
      wb_pane_text_start(rows);
      wb_pane_text_start(rows);
      wb_pane_text_put(rows, WB_LOOK_DIM, begin);
    } else if (wb_pane_text_width(rows) + 3 + wanted > (size_t)width) {
      wb_pane_text_start(rows);
      wb_pane_text_pad(rows, strlen(begin));
    } else {
      wb_pane_text_put(rows, WB_STYLE_PLAIN, "   ");
    }
    wb_pane_text_putf(rows, WB_STYLE_STRONG, "%s%s", prefix, key);
    wb_pane_text_putf(rows, WB_STYLE_PLAIN, " %s", words);
    shown++;
  }
}

static void add_name(const struct wb_item *item, struct wb_str *out) {
  wb_str_addf(out, "%.*s %s", wb_slug_digits(item->slug), item->slug, wb_item_title(item));
}

/* Solved, or with a mistake in its spec. */
static bool is_left_out(const void *data, size_t index) {
  const struct wb_model *model = data;
  return model->items[index].about.error != NULL || model->items[index].progress.solved;
}

/* n_items: all are solved. */
static size_t suggested_puzzle(const struct wb_model *model) {
  return wb_next_unsolved(model->n_items, model->selected, is_left_out, model);
}

/* "n", where that leads there, else ":puzzle 7". */
static void add_way_to(const struct wb_model *model, size_t item, struct wb_str *out) {
  if (item == wb_model_next_puzzle(model))
    wb_str_addf(out, "%sn", wb_model_key_prefix(model));
  else
    wb_str_addf(out, "%s:puzzle %u", wb_model_key_prefix(model), model->items[item].about.number);
}

void wb_next_in_short(const struct wb_model *model, struct wb_str *out) {
  const size_t next = suggested_puzzle(model);
  if (next < model->n_items) {
    add_way_to(model, next, out);
    wb_str_add(out, ": next puzzle, ");
    add_name(&model->items[next], out);
  } else if (model->about_course.solutions != WB_SOLUTIONS_NEVER) {
    wb_str_addf(out, "%ss: our solution", wb_model_key_prefix(model));
  }
}

/* Once all are solved: what else there is to do here. */
static void put_ways_on(const struct wb_model *model, int width, struct wb_pane_text *rows) {
  wb_pane_text_put(rows, WB_LOOK_OK, WB_ALL_SOLVED);
  for (size_t i = 0; i < WB_WAYS_ON; i++) {
    const struct wb_way_on way = wb_way_on(WB_FACE_SCREEN, i);
    const bool is_key = way.command[0] != '\0';
    wb_pane_text_start(rows);
    wb_pane_text_putf(rows, WB_STYLE_STRONG, "  %s%s", is_key ? wb_model_key_prefix(model) : "",
                      is_key ? way.command : model->glyphs->untried);
    wb_pane_text_put(rows, WB_STYLE_PLAIN, " ");
    wb_pane_text_wrap(rows, WB_STYLE_PLAIN, (size_t)width, 4, way.words);
  }
}

static void put_next_puzzle(const struct wb_model *model, int width, struct wb_pane_text *rows) {
  const size_t next = suggested_puzzle(model);
  wb_pane_text_start(rows);
  if (next < model->n_items) {
    struct wb_str way, name;
    wb_str_init(&way);
    wb_str_init(&name);
    add_way_to(model, next, &way);
    add_name(&model->items[next], &name);
    wb_pane_text_put(rows, WB_LOOK_DIM, "Then     ");
    wb_pane_text_put(rows, WB_STYLE_STRONG, way.data);
    wb_pane_text_putf(rows, WB_STYLE_PLAIN, " next puzzle: %s", name.data);
    wb_str_release(&way);
    wb_str_release(&name);
  } else {
    put_ways_on(model, width, rows);
  }
}

/* What the course knows of the kernel as it is; Markdown. */
static void put_mistake(const struct wb_item *item, int width, struct wb_pane_text *rows) {
  struct wb_document document = {0};
  if (item->mistake == NULL || !item->told_mistake) return;
  char *text = wb_format("**%s:** %s", wb_mistake_lead(wb_summary_is_of_program(&item->about)),
                         item->mistake);
  wb_markdown_render(text, strlen(text), (unsigned)width, &document);
  wb_pane_text_start(rows);
  wb_pane_text_document(rows, &document);
  wb_document_release(&document);
  free(text);
}

void wb_view_what_next(const struct wb_model *model, const struct wb_item *item, int width,
                       struct wb_pane_text *rows) {
  const enum wb_verdict verdict = item->result->verdict;
  if (item->result_is_old || verdict == WB_VERDICT_JUDGE_ERROR) return;
  if (verdict != WB_VERDICT_ACCEPTED) {
    put_mistake(item, width, rows);
    put_pointers(model, item, width, after_failure, rows);
  } else if (item->progress.solved) {
    wb_pane_text_start(rows);
    wb_pane_text_start(rows);
    wb_pane_text_putf(rows, WB_LOOK_OK, "%s is solved.", wb_item_title(item));
    put_pointers(model, item, width, after_success, rows);
    put_next_puzzle(model, width, rows);
  }
}
