/* Typing a command: Tab completes, Up and Down bring earlier lines back. */
#include <stdlib.h>
#include <string.h>

#include "base/slug.h"
#include "tui/actions.h"
#include "tui/bindings.h"
#include "tui/command_line.h"
#include "tui/prompt.h"

/* ---- completion ---- */

bool wb_command_line_completes(const struct wb_model *model) {
  return model->mode == WB_MODE_COMMAND && model->completion.words.count > 1;
}

static void close_completion(struct wb_model *model) {
  wb_names_release(&model->completion.words);
  wb_names_init(&model->completion.words);
}

static void offer(struct wb_names *out, const char *begun, const char *word) {
  if (wb_starts_with(word, begun)) wb_names_add(out, word);
}

static void offer_names(const char *begun, struct wb_names *out) {
  for (size_t i = 0; i < wb_n_commands; i++) {
    const struct wb_command *command = &wb_commands[i];
    const bool of_shell = wb_is_of_shell(command) && command->shell.not_in_screen == NULL;
    if (wb_is_key(command) || wb_is_line(command) || of_shell) offer(out, begun, command->name);
  }
}

static void offer_puzzles(const struct wb_model *model, struct wb_names *out) {
  for (size_t i = 0; i < model->n_items; i++) wb_names_add(out, model->items[i].slug);
}

/* What the UI's own commands take. True where it knows. */
static bool offer_own(const struct wb_model *model, const struct wb_names *words, const char *begun,
                      struct wb_names *out) {
  struct wb_names all;
  const bool puzzle = strcmp(words->items[0], "puzzle") == 0;
  const bool device = strcmp(words->items[0], "device") == 0;
  wb_names_init(&all);
  if (device) {
    wb_names_add(&all, "emulator");
    wb_names_add(&all, "opencl");
    for (size_t i = 0; i < model->devices.count; i++)
      wb_names_add(&all, model->devices.items[i].selector);
  }
  for (size_t i = 0; i < all.count; i++) offer(out, begun, all.items[i]);
  for (size_t i = 0; puzzle && i < model->n_items; i++) {
    const char *name = wb_slug_begun_as(model->items[i].slug, begun);
    if (name != NULL) wb_names_add(out, name);
  }
  wb_names_release(&all);
  return puzzle || device;
}

static void drop_repeated(struct wb_names *names) {
  size_t kept = 0;
  wb_names_sort(names);
  for (size_t i = 0; i < names->count; i++) {
    if (kept > 0 && strcmp(names->items[kept - 1], names->items[i]) == 0)
      free(names->items[i]);
    else
      names->items[kept++] = names->items[i];
  }
  names->count = kept;
}

/* Fills the completion for the last word of the line. */
static void open_completion(struct wb_model *model) {
  struct wb_completion *completion = &model->completion;
  const char *line = model->input.data, *last = strrchr(line, ' ');
  struct wb_names words, puzzles;
  close_completion(model);
  completion->start = last != NULL ? (size_t)(last - line) + 1 : 0;
  completion->at = SIZE_MAX;
  wb_names_init(&words);
  wb_names_init(&puzzles);
  const char *begun = line + completion->start;
  char *before = wb_strndup(line, completion->start);
  wb_split_words(before, &words);
  offer_puzzles(model, &puzzles);
  if (words.count == 0)
    offer_names(begun, &completion->words);
  else if (!offer_own(model, &words, begun, &completion->words) && model->complete != NULL)
    model->complete(&words, begun, &puzzles, model->course_named, &completion->words);
  drop_repeated(&completion->words);
  wb_names_release(&puzzles);
  wb_names_release(&words);
  free(before);
}

static void replace_word(struct wb_model *model, const char *word, size_t length,
                         const char *after) {
  char *line = wb_format("%.*s%.*s%s", (int)model->completion.start, model->input.data, (int)length,
                         word, after);
  wb_str_clear(&model->input);
  wb_str_add(&model->input, line);
  free(line);
}

static size_t common_length(const struct wb_names *words) {
  size_t length = strlen(words->items[0]);
  for (size_t i = 1; i < words->count; i++) {
    size_t same = 0;
    while (same < length && words->items[0][same] == words->items[i][same]) same++;
    length = same;
  }
  return length;
}

/* The first Tab writes what all of them begin with; a later one goes through
 * them. */
static void complete_first(struct wb_model *model) {
  open_completion(model);
  const struct wb_names *words = &model->completion.words;
  if (words->count == 0) {
    wb_model_say(model, WB_TONE_PLAIN, "%s", "");
    return;
  }
  const char *only = words->items[0];
  const bool folder = only[strlen(only) - 1] == '/';
  if (words->count == 1)
    replace_word(model, only, strlen(only), folder ? "" : " ");
  else
    replace_word(model, only, common_length(words), "");
  if (words->count == 1) close_completion(model);
}

static void complete(struct wb_model *model, bool forward) {
  struct wb_completion *completion = &model->completion;
  const size_t count = completion->words.count;
  if (!wb_command_line_completes(model)) {
    complete_first(model);
    return;
  }
  if (completion->at >= count)
    completion->at = forward ? 0 : count - 1;
  else
    completion->at = (completion->at + (forward ? 1 : count - 1)) % count;
  const char *word = completion->words.items[completion->at];
  replace_word(model, word, strlen(word), "");
}

/* ---- earlier lines ---- */

enum { TYPED_MAX = 200 };

static void remember(struct wb_model *model, const char *line) {
  struct wb_names *typed = &model->typed;
  if (line[0] == '\0') return;
  if (typed->count > 0 && strcmp(typed->items[typed->count - 1], line) == 0) return;
  if (typed->count == TYPED_MAX) {
    free(typed->items[0]);
    memmove(typed->items, typed->items + 1, --typed->count * sizeof *typed->items);
  }
  wb_names_add(typed, line);
}

static void bring_back(struct wb_model *model, int step) {
  const struct wb_names *typed = &model->typed;
  if (model->typed_at > typed->count) model->typed_at = typed->count;
  if (step < 0 && model->typed_at == 0) return;
  if (step > 0 && model->typed_at == typed->count) return;
  model->typed_at = step < 0 ? model->typed_at - 1 : model->typed_at + 1;
  wb_str_clear(&model->input);
  if (model->typed_at < typed->count) wb_str_add(&model->input, typed->items[model->typed_at]);
}

/* ---- keys ---- */

void wb_do_command_line(struct wb_model *model) {
  wb_str_clear(&model->input);
  close_completion(model);
  model->typed_at = model->typed.count;
  model->mode = WB_MODE_COMMAND;
}

static void run_line(struct wb_model *model) {
  char *line = wb_str_detach(&model->input);
  model->mode = WB_MODE_NORMAL;
  remember(model, line);
  wb_model_command(model, line);
  free(line);
}

void wb_command_line_key(struct wb_model *model, int key) {
  if (key == WB_KEY_TAB || key == WB_KEY_BACK_TAB) {
    complete(model, key == WB_KEY_TAB);
    return;
  }
  close_completion(model);
  if (wb_prompt_edit(model, key)) return;
  if (key == WB_KEY_ENTER)
    run_line(model);
  else if (key == WB_KEY_ESCAPE || key == WB_CTRL('C'))
    model->mode = WB_MODE_NORMAL;
  else if (key == WB_KEY_UP || key == WB_KEY_DOWN)
    bring_back(model, key == WB_KEY_UP ? -1 : 1);
}
