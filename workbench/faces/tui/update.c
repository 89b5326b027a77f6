/* Keys and the mouse, by mode. */
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "tui/actions.h"
#include "tui/bindings.h"
#include "tui/counters_model.h"
#include "tui/command_line.h"
#include "tui/frame.h"
#include "tui/model.h"
#include "tui/overlays.h"
#include "tui/prompt.h"
#include "tui/search.h"

static void confirm_key(struct wb_model *model, int key) {
  void (*confirmed)(struct wb_model *) = model->confirmed;
  model->mode = model->asked_in;
  if (key == 'y' || key == 'Y') {
    confirmed(model);
  } else {
    wb_model_say(model, WB_TONE_PLAIN, "%s", model->declined);
  }
}

/* ---- help and devices, over the panes ---- */

static bool closes_overlay(int key) {
  return key == WB_KEY_ESCAPE || key == 'q' || key == WB_CTRL('C');
}

static void scroll_overlay(struct wb_model *model, int key) {
  const struct wb_command *command = wb_binding_of_key(key, model->focus);
  wb_key_action *action = command != NULL ? wb_binding_action(command) : NULL;
  static wb_key_action *const also_here[] = {wb_do_up,        wb_do_down,  wb_do_page_up,
                                             wb_do_page_down, wb_do_top,   wb_do_bottom,
                                             wb_do_suspend,   wb_do_redraw};
  for (size_t i = 0; action != NULL && i < sizeof also_here / sizeof also_here[0]; i++)
    if (action == also_here[i]) action(model);
}

static void overlay_key(struct wb_model *model, int key) {
  if (wb_overlay_take_key(model, key)) return;
  if (closes_overlay(key))
    model->mode = WB_MODE_NORMAL;
  else
    scroll_overlay(model, key);
}

static void normal_key(struct wb_model *model, int key) {
  const struct wb_command *command = wb_binding_of_key(key, model->focus);
  wb_key_action *action = command != NULL ? wb_binding_action(command) : NULL;
  if (model->message_is_of_key) wb_model_say(model, WB_TONE_PLAIN, "%s", "");
  if (action != NULL) {
    action(model);
  } else {
    char name[WB_KEY_NAME_MAX];
    wb_model_say(model, WB_TONE_PLAIN, "%s does nothing here. ? shows the keys.",
                 wb_key_name(key, name));
    model->message_is_of_key = true;
  }
}

static void editor_key(struct wb_model *model, int key) {
  if (key == WB_KEY_LEAVE_EDITOR || key == WB_KEY_LEAVE_EDITOR_TOO)
    wb_do_leave_editor(model);
  else
    wb_model_effect_with(model, WB_EFFECT_TYPE, key, NULL);
}

enum { PASTE_PAUSE_MS = 1000 };

/* Pasted text is typed where text is typed, and never taken for commands. */
static bool ignores(struct wb_model *model, int key) {
  const bool prompt = model->mode == WB_MODE_SEARCH || model->mode == WB_MODE_COMMAND;
  /* Its end may be lost on the way: keys that come later are keys again, and Ctrl-C is at once. */
  const bool late = model->now_ms - model->pasted_ms > PASTE_PAUSE_MS;
  if (late || key == WB_CTRL('C')) model->pasting = false;
  model->pasted_ms = model->now_ms;
  bool ignored = model->pasting;
  if (key == WB_KEY_PASTE_BEGIN || key == WB_KEY_PASTE_END) {
    model->pasting = key == WB_KEY_PASTE_BEGIN;
    ignored = true;
  }
  return ignored && !(prompt && key >= ' ' && key < WB_KEY_UP);
}

void wb_model_key(struct wb_model *model, int key) {
  typedef void (*handler)(struct wb_model *, int);
  static const handler handlers[] = {
      [WB_MODE_NORMAL] = normal_key,
      [WB_MODE_SEARCH] = wb_search_key,
      [WB_MODE_COMMAND] = wb_command_line_key,
      [WB_MODE_CONFIRM] = confirm_key,
      [WB_MODE_HELP] = overlay_key,
      [WB_MODE_GLOSSARY] = overlay_key,
      [WB_MODE_CHAPTER] = overlay_key,
      [WB_MODE_DEVICES] = overlay_key,
      [WB_MODE_COURSES] = overlay_key,
      [WB_MODE_ORIGINS] = overlay_key,
      [WB_MODE_MENU] = overlay_key,
      [WB_MODE_OUTPUT] = overlay_key,
      [WB_MODE_HISTORY] = overlay_key,
      [WB_MODE_COMPARE] = overlay_key,
  };
  if (wb_model_is_typing(model)) {
    editor_key(model, key);
  } else if (!ignores(model, key)) {
    handlers[model->mode](model, key);
  }
}

/* ---- mouse ---- */

enum { WHEEL_ROWS = 3 };

static void click_row(struct wb_model *model, enum wb_pane pane, int y, int x) {
  struct wb_pane_state *state = &model->panes[pane];
  int row = state->top + y - model->layout.pane[pane].y - 1;
  if (y <= model->layout.pane[pane].y || row < 0 || (size_t)row >= state->rows.count) return;
  if (pane == WB_PANE_TRACE) wb_trace_view_click(model, y, x);
  const struct wb_pane_row *clicked = &state->rows.items[row];
  if (pane == WB_PANE_LIST && clicked->item >= 0) {
    wb_model_select(model, (size_t)clicked->item);
  } else if (pane == WB_PANE_RESULT && wb_counters_model_shows(model)) {
    wb_counters_model_choose(model, clicked->item);
  } else if (pane == WB_PANE_RESULT || pane == WB_PANE_TIMELINE) {
    wb_action_move_by(model, pane, row - state->cursor);
  }
}

/* WB_PANE_COUNT: there is none. */
static enum wb_pane tab_at(const struct wb_model *model, int y, int x) {
  struct wb_tab tabs[WB_PANE_COUNT];
  int pane = 0;
  wb_tabs_place(model, tabs);
  while (pane < WB_PANE_COUNT &&
         !(y == tabs[pane].y && x >= tabs[pane].x && x < tabs[pane].x + tabs[pane].columns))
    pane++;
  return (enum wb_pane)pane;
}

static int clamp_to(int value, int count) {
  if (value >= count) value = count - 1;
  return value < 0 ? 0 : value;
}

/* The editor's while it has the keys: what happens in it, and what began in it. */
static bool editor_takes(struct wb_model *model, const struct wb_mouse *mouse) {
  struct wb_editor_view *editor = &model->editor;
  const struct wb_rect *rect = &model->layout.pane[WB_PANE_KERNEL];
  const int lines = editor->cells.lines, columns = editor->cells.columns;
  const int y = mouse->y - rect->y - 1 - editor->findings, x = mouse->x - rect->x;
  const bool inside = y >= 0 && y < lines && x >= 0 && x < columns;
  const bool pressed = mouse->action == WB_MOUSE_CLICK || mouse->action == WB_MOUSE_PRESS;
  const bool goes_on = mouse->action == WB_MOUSE_DRAG || mouse->action == WB_MOUSE_RELEASE;
  if (!wb_model_is_typing(model) || !rect->shown || lines == 0) return false;
  if (goes_on ? !editor->dragged : !inside) return false;
  if (pressed) editor->dragged = true;
  if (mouse->action == WB_MOUSE_RELEASE) editor->dragged = false;
  wb_model_effect(model, WB_EFFECT_POINT);
  struct wb_mouse *to = &model->effects[model->n_effects - 1].mouse;
  *to = *mouse;
  to->y = clamp_to(y, lines);
  to->x = clamp_to(x, columns);
  return true;
}

void wb_model_mouse(struct wb_model *model, const struct wb_mouse *mouse) {
  bool wheel = mouse->action == WB_MOUSE_WHEEL_UP || mouse->action == WB_MOUSE_WHEEL_DOWN;
  int rows = mouse->action == WB_MOUSE_WHEEL_UP ? -WHEEL_ROWS : WHEEL_ROWS;
  enum wb_pane pane = wb_layout_pane_at(&model->layout, mouse->y, mouse->x);
  if (editor_takes(model, mouse) || (!wheel && mouse->action != WB_MOUSE_CLICK)) return;
  if (wb_model_has_overlay(model)) {
    if (wheel) wb_action_move_by(model, model->focus, rows);
    return;
  }
  if (model->mode != WB_MODE_NORMAL) return;
  const enum wb_pane tab = wheel ? WB_PANE_COUNT : tab_at(model, mouse->y, mouse->x);
  if (tab < WB_PANE_COUNT) {
    wb_model_focus(model, tab);
  } else if (wheel && pane == WB_PANE_TRACE) {
    wb_trace_view_wheel(model, rows);
  } else if (wheel && pane < WB_PANE_COUNT) {
    wb_action_scroll_by(model, pane, rows);
  } else if (pane < WB_PANE_COUNT) {
    wb_model_focus(model, pane);
    click_row(model, pane, mouse->y, mouse->x);
  }
}
