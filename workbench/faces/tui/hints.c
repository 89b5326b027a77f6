#include "tui/hints.h"

#include <stdio.h>

#include "tui/actions.h"
#include "tui/bindings.h"

struct list {
  struct wb_hint *items;
  size_t count;
};

static void add_hint(struct list *list, const char *key, const char *brief) {
  if (list->count == WB_HINTS_MAX) return;
  struct wb_hint *hint = &list->items[list->count++];
  snprintf(hint->key, sizeof hint->key, "%s", key);
  hint->brief = brief;
}

static void add_command(struct list *list, const struct wb_command *command) {
  char name[WB_KEY_WORD_MAX];
  add_hint(list, wb_first_key(command, name), command->key.brief);
}

/* ---- what is of no use now ---- */

static bool has_result(const struct wb_model *model) {
  return model->selected < model->n_items && model->items[model->selected].result != NULL;
}

static bool has_marks(const struct wb_model *model) { return model->marks.count > 0; }

static bool has_findings(const struct wb_model *model) {
  return has_marks(model) && has_result(model) &&
         model->items[model->selected].result->verdict == WB_VERDICT_RUNTIME_ERROR;
}

static bool has_hints_left(const struct wb_model *model) {
  if (model->selected >= model->n_items) return false;
  const struct wb_item *item = &model->items[model->selected];
  return item->about.n_hints > item->progress.hints_shown && !item->progress.solved;
}

static bool has_next(const struct wb_model *model) { return model->selected + 1 < model->n_items; }

static bool is_solved(const struct wb_model *model) {
  return model->selected < model->n_items && model->items[model->selected].progress.solved;
}

static bool can_zoom(const struct wb_model *model) {
  return !model->zoomed && model->layout.arrangement > WB_ARRANGED_SINGLE;
}

static bool has_trace(const struct wb_model *model) { return model->trace.playback != NULL; }

static bool steps_by_arrows(const struct wb_model *model) {
  return has_trace(model) && !wb_trace_view_is_pointing(model);
}

static const struct wb_playback_group *traced_group(const struct wb_model *model) {
  return has_trace(model) ? wb_playback_group(model->trace.playback, model->trace.group) : NULL;
}

static bool has_phases(const struct wb_model *model) {
  return has_trace(model) && traced_group(model)->phases > 1;
}

static bool has_groups(const struct wb_model *model) {
  return has_trace(model) && wb_playback_groups(model->trace.playback) > 1;
}

static bool is_useful(const struct wb_model *model, const struct wb_command *command) {
  static bool (*const conditions[WB_USEFULS])(const struct wb_model *) = {
      [WB_USEFUL_MARKS] = has_marks,
      [WB_USEFUL_FINDINGS] = has_findings,
      [WB_USEFUL_RESULT] = has_result,
      [WB_USEFUL_NEXT] = has_next,
      [WB_USEFUL_HINTS_LEFT] = has_hints_left,
      [WB_USEFUL_SOLVED] = is_solved,
      [WB_USEFUL_UNZOOMED] = can_zoom,
      [WB_USEFUL_TRACE] = has_trace,
      [WB_USEFUL_STEPS_BY_ARROWS] = steps_by_arrows,
      [WB_USEFUL_PHASES] = has_phases,
      [WB_USEFUL_GROUPS] = has_groups,
  };
  const enum wb_useful useful = command->key.useful;
  return useful == WB_USEFUL_ALWAYS || conditions[useful](model);
}

/* Help, and out of here, stand at the end. */
static bool is_kept(const struct wb_command *command) {
  return wb_binding_action(command) == wb_do_help || wb_binding_action(command) == wb_do_back;
}

/* What the next step is, once the puzzle is solved. */
static void add_next_step(const struct wb_model *model, struct list *list) {
  if (!has_result(model)) return;
  const struct wb_item *item = &model->items[model->selected];
  if (item->result->verdict == WB_VERDICT_ACCEPTED && !item->result_is_old && has_next(model))
    add_hint(list, "n", "next puzzle");
}

static bool has_brief(const struct wb_model *model, const struct wb_command *command, bool own) {
  const struct wb_key_part *key = &command->key;
  const bool of_pane = (key->panes & WB_IN(model->focus)) != 0;
  const bool elsewhere = key->only != 0 && (key->only & WB_IN(model->focus)) == 0;
  return key->brief != NULL && !elsewhere && !is_kept(command) &&
         (own ? of_pane : key->panes == 0) && is_useful(model, command);
}

static void add_commands(const struct wb_model *model, struct list *list, bool own) {
  const bool said = list->count > 0 && list->items[0].key[0] == 'n';
  const struct wb_command *command = wb_command_at_place(1);
  for (unsigned place = 1; command != NULL; command = wb_command_at_place(++place)) {
    if (said && wb_binding_action(command) == wb_do_next_puzzle) continue;
    if (has_brief(model, command, own)) add_command(list, command);
  }
}

static const char *way_out(const struct wb_model *model) {
  if (model->zoomed) return "all panes";
  return model->focus == WB_PANE_LIST ? "quit" : "list";
}

static size_t normal_hints(const struct wb_model *model, struct list *list) {
  if (model->run.active) add_hint(list, "Esc", "cancel");
  if (model->search.text.length > 0 && model->search.pane == model->focus) {
    add_hint(list, "/ Enter", "next match");
    add_hint(list, "Esc", "end search");
  }
  if (model->focus == WB_PANE_TRACE && wb_trace_view_is_pointing(model)) {
    add_hint(list, "arrows", "move");
    add_hint(list, "Enter", "its next step");
    add_hint(list, "Esc", "done");
  }
  if (model->focus == WB_PANE_TIMELINE && has_result(model)) add_hint(list, "Enter", "its steps");
  add_next_step(model, list);
  add_commands(model, list, true);
  add_commands(model, list, false);
  add_hint(list, "?", "help");
  add_hint(list, "q", way_out(model));
  return 2;
}

/* ---- modes in which keys mean something else ---- */

struct mode_hints {
  const char *keys[5][2]; /* key and what it does */
  size_t n_kept;          /* of the last ones */
};

static const struct mode_hints mode_hints[] = {
    [WB_MODE_SEARCH] = {{{"Enter", "done"}, {"Up/Down", "other matches"}, {"Esc", "end search"}},
                        1},
    [WB_MODE_COMMAND] =
        {{{"Enter", "run"}, {"Tab", "complete"}, {"Up/Down", "earlier commands"}, {"Esc", "leave"}},
         1},
    [WB_MODE_CONFIRM] = {{{"y", "yes"}, {"n", "no"}}, 2},
    [WB_MODE_HELP] = {{{"/", "search"}, {"j/k", "scroll"}, {"Space", "page"}, {"Esc", "close"}}, 1},
    [WB_MODE_GLOSSARY] = {{{"/", "search"}, {"j/k", "scroll"}, {"Space", "page"}, {"Esc", "close"}},
                          1},
    [WB_MODE_CHAPTER] = {{{"j/k", "scroll"}, {"Space", "page"}, {"Esc", "close"}}, 1},
    [WB_MODE_OUTPUT] = {{{"j/k", "scroll"}, {"Space", "page"}, {":", "command"}, {"Esc", "close"}},
                        1},
    [WB_MODE_HISTORY] = {{{"j/k", "move"},
                          {"Enter", "compare with now"},
                          {"v", "with the one before"},
                          {"b", "bring back"},
                          {"Esc", "close"}},
                         1},
    [WB_MODE_COMPARE] = {{{"j/k", "scroll"}, {"v", "other form"}, {"Esc", "close"}}, 1},
    [WB_MODE_DEVICES] = {{{"j/k", "move"}, {"Enter", "choose"}, {"Esc", "close"}}, 1},
    [WB_MODE_ORIGINS] = {{{"j/k", "move"}, {"Enter", "choose"}, {"Esc", "close"}}, 1},
    [WB_MODE_MENU] = {{{"j/k", "move"}, {"Enter", "do it"}, {"Esc", "close"}}, 1},
    [WB_MODE_COURSES] = {{{"j/k", "move"}, {"Enter", "open"}, {"Esc", "close"}}, 1},
};

static size_t hints_of_mode(enum wb_mode mode, struct list *list) {
  if ((size_t)mode >= sizeof mode_hints / sizeof mode_hints[0]) return 0;
  const struct mode_hints *hints = &mode_hints[mode];
  for (size_t i = 0; i < 5 && hints->keys[i][0] != NULL; i++)
    add_hint(list, hints->keys[i][0], hints->keys[i][1]);
  return hints->n_kept;
}

/* In as many words as leave room for what may follow: it is the only key that is not the
 * editor's. */
static const char *way_out_of_editor(const struct wb_model *model, bool more) {
  const int columns = model->layout.columns;
  if (model->editor.save != NULL) return columns >= 40 ? "leaves the editor" : "leaves";
  if (columns >= (more ? 80 : 50)) return "leaves the editor; saving runs the puzzle";
  return columns >= 26 ? "leaves the editor" : "leaves";
}

static bool is_accepted(const struct wb_model *model) {
  const struct wb_item *item = &model->items[model->selected];
  return has_result(model) && !item->result_is_old && item->result->verdict == WB_VERDICT_ACCEPTED;
}

/* All other keys are the editor's: what is of use comes after the one that leaves it. */
static void hints_of_editor(const struct wb_model *model, struct list *list) {
  char name[WB_KEY_NAME_MAX];
  const bool goes_on = has_next(model) && is_accepted(model);
  const bool more = model->run.active || goes_on || has_marks(model);
  add_hint(list, wb_key_name(WB_KEY_LEAVE_EDITOR, name), way_out_of_editor(model, more));
  if (model->run.active) add_hint(list, "Ctrl-] Esc", "cancel");
  if (model->editor.save != NULL && !goes_on)
    add_hint(list, model->editor.save, model->layout.columns >= 60 ? "saves and runs it" : "saves");
  if (goes_on) add_hint(list, "Ctrl-] n", "next puzzle");
  if (has_marks(model)) add_hint(list, "Ctrl-] ]", "next finding");
  if (wb_model_editor_fills(model) && model->layout.arrangement > WB_ARRANGED_SINGLE)
    add_hint(list, "Ctrl-] i", "with the other panes");
  add_hint(list, "Ctrl-] ?", "help");
  add_hint(list, "F12", "as Ctrl-]");
}

size_t wb_key_hints(const struct wb_model *model, struct wb_hint hints[WB_HINTS_MAX],
                    size_t *n_kept) {
  struct list list = {.items = hints};
  *n_kept = 1;
  if (model->mode == WB_MODE_OUTPUT && model->output.running) {
    add_hint(&list, "Esc", "cancel");
  } else if (wb_model_is_typing(model)) {
    hints_of_editor(model, &list);
    *n_kept = 0;
  } else if (wb_model_searches_help(model)) {
    add_hint(&list, "Enter", "done");
    add_hint(&list, "Esc", "end search");
  } else if (model->mode != WB_MODE_NORMAL) {
    *n_kept = hints_of_mode(model->mode, &list);
  } else {
    *n_kept = normal_hints(model, &list);
  }
  return list.count;
}
