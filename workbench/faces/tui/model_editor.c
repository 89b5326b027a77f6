/* The editor in the kernel's pane: who has the keys, and asking for it. */
#include "tui/actions.h"
#include "tui/model.h"

bool wb_model_shows_editor(const struct wb_model *model) {
  return model->editor.open && model->editor.item == model->selected;
}

bool wb_model_is_typing(const struct wb_model *model) {
  return model->mode == WB_MODE_NORMAL && model->focus == WB_PANE_KERNEL &&
         wb_model_shows_editor(model);
}

void wb_model_editor(struct wb_model *model, bool open) {
  model->editor.open = open;
  model->editor.item = model->selected;
  if (!open) wb_cells_clear(&model->editor.cells, 0, 0);
  wb_pane_stale(model, WB_PANE_KERNEL);
}

/* Another kernel's editor keeps what was typed there until it is closed. */
static bool is_open_elsewhere(struct wb_model *model) {
  if (!model->editor.open || model->editor.item == model->selected) return false;
  wb_model_say(model, WB_TONE_WARN,
               "Your editor is still open on %s; close it there before you open another.",
               model->items[model->editor.item].slug);
  return true;
}

static bool can_edit(struct wb_model *model) {
  if (wb_model_item(model) != NULL) return !is_open_elsewhere(model);
  wb_model_say(model, WB_TONE_WARN, "This course has no puzzles.");
  return false;
}

static void remember_pane(struct wb_model *model) {
  model->before_typing = model->focus != WB_PANE_KERNEL ? model->focus : WB_PANE_RESULT;
}

void wb_do_edit(struct wb_model *model) {
  if (!can_edit(model)) return;
  if (wb_model_shows_editor(model))
    wb_model_focus(model, WB_PANE_KERNEL); /* two editors on one file lose work */
  else
    wb_model_effect_with(model, WB_EFFECT_EDIT, (int)model->at_line, NULL);
}

void wb_do_edit_here(struct wb_model *model) {
  if (!can_edit(model)) return;
  remember_pane(model);
  wb_model_focus(model, WB_PANE_KERNEL);
  if (!wb_model_shows_editor(model))
    wb_model_effect_with(model, WB_EFFECT_EDIT_HERE, (int)model->at_line, NULL);
}

void wb_do_leave_editor(struct wb_model *model) {
  char name[WB_KEY_NAME_MAX];
  const enum wb_pane pane =
      model->before_typing != WB_PANE_KERNEL ? model->before_typing : WB_PANE_RESULT;
  wb_model_focus(model, pane);
  wb_model_say(model, WB_TONE_PLAIN, "The editor waits in pane 3; 3 or %s goes back to it.",
               wb_key_name(WB_KEY_LEAVE_EDITOR, name));
}
