/* The editor in the kernel's pane: who has the keys, and asking for it. */
#include "tui/actions.h"
#include "tui/model.h"

bool wb_model_shows_editor(const struct wb_model *model) {
  return model->editor.open && model->editor.item == model->selected;
}

bool wb_model_chose_editor(const struct wb_model *model) {
  return model->focus == WB_PANE_KERNEL && wb_model_shows_editor(model);
}

bool wb_model_is_typing(const struct wb_model *model) {
  return model->mode == WB_MODE_NORMAL && wb_model_chose_editor(model);
}

void wb_model_editor(struct wb_model *model, bool open) {
  model->editor.open = open;
  model->editor.item = model->selected;
  model->editor.findings = 0;
  if (!open) wb_cells_clear(&model->editor.cells, 0, 0);
  wb_model_stale(model); /* the keys that panes name work or not */
}

const char *wb_key_prefix(const struct wb_model *model) {
  return wb_model_chose_editor(model) ? "Ctrl-] " : "";
}

enum { FINDING_LINES_MOST = 3, EDITOR_LINES_EACH = 5 };

int wb_editor_finding_lines(const struct wb_model *model, int lines) {
  int count = 0;
  for (size_t i = 0; i < model->marks.count; i++)
    count += model->marks.items[i].kind != WB_MARK_OTHER;
  /* The editor keeps most of a small pane. */
  const int most = lines / EDITOR_LINES_EACH;
  if (count > most) count = most;
  return count < FINDING_LINES_MOST ? count : FINDING_LINES_MOST;
}

/* Another kernel's editor keeps what was typed there until it is closed. */
void wb_model_editor_stays(struct wb_model *model) {
  wb_model_say(model, WB_TONE_WARN,
               "Your editor is still open on %s, with changes that may not be saved; close it "
               "there before you open another.",
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

void wb_edit_line(struct wb_model *model) {
  const bool open = wb_model_shows_editor(model);
  wb_do_edit_here(model);
  if (open) wb_model_effect_with(model, WB_EFFECT_EDIT_AT, (int)model->at_line, NULL);
}

void wb_do_leave_editor(struct wb_model *model) {
  char name[WB_KEY_NAME_MAX];
  const enum wb_pane pane =
      model->before_typing != WB_PANE_KERNEL ? model->before_typing : WB_PANE_RESULT;
  wb_model_focus(model, pane);
  wb_model_say(model, WB_TONE_PLAIN, "The editor waits in pane 3; 3, %s or F12 goes back to it.",
               wb_key_name(WB_KEY_LEAVE_EDITOR, name));
}
