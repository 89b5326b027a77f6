/* The editor in the kernel's pane: who has the keys, and asking for it. */
#include "tui/actions.h"
#include "tui/model.h"

void wb_model_editor(struct wb_model *model, bool open) {
  model->editor.open = open;
  model->editor.item = model->selected;
  model->editor.findings = 0;
  model->editor.silent = model->editor.dragged = false;
  model->editor.at_finding = open && model->at_line > 0;
  if (!open) wb_cells_clear(&model->editor.cells, 0, 0);
  wb_model_stale(model); /* the keys that panes name work or not */
}

/* Another kernel's editor keeps what was typed there until it is closed. */
void wb_model_editor_stays(struct wb_model *model) {
  wb_model_say(model, WB_TONE_WARN,
               "Your editor is still open on %s, with changes that may not be saved. Ctrl-] goes "
               "there; close it before you open another.",
               model->items[model->editor.item].slug);
}

static bool can_edit(struct wb_model *model) {
  if (wb_model_item(model) != NULL) return true;
  wb_model_say(model, WB_TONE_WARN, "This course has no puzzles.");
  return false;
}

static void remember_pane(struct wb_model *model) {
  model->before_typing = model->focus != WB_PANE_KERNEL ? model->focus : WB_PANE_RESULT;
}

static void go_to_editor(struct wb_model *model) {
  remember_pane(model);
  wb_model_focus(model, WB_PANE_KERNEL);
  if (!wb_model_shows_editor(model))
    wb_model_effect_with(model, WB_EFFECT_EDIT, (int)model->at_line, NULL);
}

void wb_do_edit(struct wb_model *model) {
  if (!can_edit(model)) return;
  model->editor.whole = true;
  go_to_editor(model);
}

enum { EDITOR_MIN_ROWS = 12 }; /* fewer are not worth the other panes */

/* Where its pane is too small it has the whole screen, until this is asked for once more. */
void wb_do_edit_here(struct wb_model *model) {
  if (!can_edit(model)) return;
  const bool is_open = wb_model_shows_editor(model);
  model->editor.whole = false;
  go_to_editor(model);
  wb_model_arrange(model);
  const struct wb_rect *pane = &model->layout.pane[WB_PANE_KERNEL];
  model->editor.whole = !is_open && pane->lines - 1 < EDITOR_MIN_ROWS;
}

/* The one that is open may be on another puzzle's kernel. */
void wb_do_back_to_editor(struct wb_model *model) {
  if (!can_edit(model)) return;
  if (model->editor.open && model->editor.item != model->selected) {
    wb_model_select(model, model->editor.item);
    wb_model_effect(model, WB_EFFECT_OPEN);
  }
  go_to_editor(model);
}

void wb_line_edit_bare(struct wb_model *model, const char *argument) {
  (void)argument;
  if (!can_edit(model)) return;
  if (wb_model_shows_editor(model))
    wb_model_focus(model, WB_PANE_KERNEL); /* two editors on one file lose work */
  else
    wb_model_effect_with(model, WB_EFFECT_EDIT_BARE, (int)model->at_line, NULL);
}

void wb_model_edit_at(struct wb_model *model) {
  model->editor.at_finding = true;
  wb_model_effect_with(model, WB_EFFECT_EDIT_AT, (int)model->at_line, NULL);
}

void wb_edit_line(struct wb_model *model) {
  const bool open = wb_model_shows_editor(model);
  if (can_edit(model)) go_to_editor(model);
  if (open) wb_model_edit_at(model);
}

void wb_do_leave_editor(struct wb_model *model) {
  char name[WB_KEY_NAME_MAX];
  const enum wb_pane pane =
      model->before_typing != WB_PANE_KERNEL ? model->before_typing : WB_PANE_RESULT;
  wb_model_focus(model, pane);
  wb_model_say(model, WB_TONE_PLAIN, "The editor waits in pane 3; %s or F12 goes back.",
               wb_key_name(WB_KEY_LEAVE_EDITOR, name));
}
