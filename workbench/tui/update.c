/* Keys and the mouse, by mode. */
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "tui/actions.h"
#include "tui/bindings.h"
#include "tui/model.h"

/* ---- prompts ---- */

static void drop_last_character(struct wb_str *text) {
  while (text->length > 0) {
    unsigned char last = (unsigned char)text->data[--text->length];
    text->data[text->length] = '\0';
    if ((last & 0xC0) != 0x80) break;
  }
}

static void type(struct wb_str *text, int key) {
  char bytes[5];
  wb_str_add_bytes(text, bytes, wb_character_utf8((unsigned)key, bytes));
}

/* What is typed into a prompt; false for keys that end it. */
static bool edit_input(struct wb_model *model, int key) {
  if (key == WB_KEY_BACKSPACE || key == WB_KEY_DELETE) {
    if (model->input.length == 0) model->mode = WB_MODE_NORMAL;
    drop_last_character(&model->input);
  } else if (key == WB_CTRL('U')) {
    wb_str_clear(&model->input);
  } else if (key >= ' ' && key < WB_KEY_UP) {
    type(&model->input, key);
  } else {
    return false;
  }
  return true;
}

static void select_first_match(struct wb_model *model) {
  struct wb_item *selected = wb_model_item(model);
  if (selected == NULL || wb_model_matches(model, selected)) return;
  for (size_t i = 0; i < model->n_items; i++) {
    if (wb_model_matches(model, &model->items[i])) {
      wb_model_select(model, i);
      return;
    }
  }
}

static void set_filter(struct wb_model *model, const char *text) {
  wb_str_clear(&model->filter);
  wb_str_add(&model->filter, text);
  select_first_match(model);
  wb_pane_stale(model, WB_PANE_LIST);
}

static void search_key(struct wb_model *model, int key) {
  if (edit_input(model, key)) {
    set_filter(model, model->input.data);
  } else if (key == WB_KEY_ENTER) {
    model->mode = WB_MODE_NORMAL;
  } else if (key == WB_KEY_ESCAPE || key == WB_CTRL('C')) {
    model->mode = WB_MODE_NORMAL;
    set_filter(model, "");
  } else if (key == WB_KEY_UP || key == WB_KEY_DOWN) {
    wb_move_by(model, WB_PANE_LIST, key == WB_KEY_UP ? -1 : 1);
  }
}

static void command_key(struct wb_model *model, int key) {
  if (edit_input(model, key)) return;
  if (key == WB_KEY_ENTER) {
    char *line = wb_str_detach(&model->input);
    model->mode = WB_MODE_NORMAL;
    wb_model_command(model, line);
    free(line);
  } else if (key == WB_KEY_ESCAPE || key == WB_CTRL('C')) {
    model->mode = WB_MODE_NORMAL;
  }
}

static void confirm_key(struct wb_model *model, int key) {
  void (*confirmed)(struct wb_model *) = model->confirmed;
  model->mode = WB_MODE_NORMAL;
  if (key == 'y' || key == 'Y') {
    confirmed(model);
  } else {
    wb_model_say(model, WB_TONE_PLAIN, "Nothing changed.");
  }
}

/* ---- help and devices, over the panes ---- */

static void choose_device_at_cursor(struct wb_model *model) {
  int at = model->overlay.cursor;
  model->mode = WB_MODE_NORMAL;
  if (at >= 0 && (size_t)at < model->devices.count) {
    wb_choose_device(model, model->devices.items[at].selector);
  }
}

static bool closes_overlay(int key) {
  return key == WB_KEY_ESCAPE || key == 'q' || key == '?' || key == WB_CTRL('C');
}

static void scroll_overlay(struct wb_model *model, int key) {
  const struct wb_binding *binding = wb_binding_for_key(key, model->focus);
  typedef void (*action)(struct wb_model *);
  static const action moves[] = {wb_do_up,        wb_do_down, wb_do_page_up,
                                 wb_do_page_down, wb_do_top,  wb_do_bottom};
  for (size_t i = 0; binding != NULL && i < sizeof moves / sizeof moves[0]; i++) {
    if (binding->run == moves[i]) moves[i](model);
  }
  if (binding != NULL && (binding->run == wb_do_suspend || binding->run == wb_do_redraw)) {
    binding->run(model);
  }
}

static void overlay_key(struct wb_model *model, int key) {
  if (closes_overlay(key)) {
    model->mode = WB_MODE_NORMAL;
  } else if (key == WB_KEY_ENTER && model->mode == WB_MODE_DEVICES) {
    choose_device_at_cursor(model);
  } else if (key == WB_KEY_ENTER) {
    model->mode = WB_MODE_NORMAL;
  } else {
    scroll_overlay(model, key);
  }
}

static void normal_key(struct wb_model *model, int key) {
  const struct wb_binding *binding = wb_binding_for_key(key, model->focus);
  if (binding != NULL) {
    binding->run(model);
  } else {
    char name[WB_KEY_NAME_MAX];
    wb_model_say(model, WB_TONE_PLAIN, "%s does nothing here. ? shows the keys.",
                 wb_key_name(key, name));
  }
}

static void editor_key(struct wb_model *model, int key) {
  if (key == WB_KEY_LEAVE_EDITOR)
    wb_do_leave_editor(model);
  else
    wb_model_effect_with(model, WB_EFFECT_TYPE, key, NULL);
}

/* Pasted text is typed where text is typed, and never taken for commands. */
static bool ignores(struct wb_model *model, int key) {
  const bool prompt = model->mode == WB_MODE_SEARCH || model->mode == WB_MODE_COMMAND;
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
      [WB_MODE_NORMAL] = normal_key,   [WB_MODE_SEARCH] = search_key,
      [WB_MODE_COMMAND] = command_key, [WB_MODE_CONFIRM] = confirm_key,
      [WB_MODE_HELP] = overlay_key,    [WB_MODE_DEVICES] = overlay_key,
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
  if (pane == WB_PANE_TRACE) wb_trace_click(model, y, x);
  const struct wb_row *clicked = &state->rows.items[row];
  if (pane == WB_PANE_LIST && clicked->item >= 0) {
    wb_model_select(model, (size_t)clicked->item);
  } else if (pane == WB_PANE_RESULT) {
    wb_move_by(model, pane, row - state->cursor);
  }
}

/* Without columns the top line has a tab for each pane, of equal width. */
static void click_tab(struct wb_model *model, int x) {
  int width = model->layout.columns / WB_PANE_COUNT;
  int tab = width > 0 ? x / width : 0;
  if (tab < WB_PANE_COUNT) wb_model_focus(model, (enum wb_pane)tab);
}

void wb_model_mouse(struct wb_model *model, const struct wb_mouse *mouse) {
  bool wheel = mouse->action != WB_MOUSE_CLICK;
  int rows = mouse->action == WB_MOUSE_WHEEL_UP ? -WHEEL_ROWS : WHEEL_ROWS;
  enum wb_pane pane = wb_layout_pane_at(&model->layout, mouse->y, mouse->x);
  if (model->mode == WB_MODE_HELP || model->mode == WB_MODE_DEVICES) {
    if (wheel) wb_move_by(model, model->focus, rows);
    return;
  }
  if (model->mode != WB_MODE_NORMAL) return;
  if (wheel && pane == WB_PANE_TRACE) {
    wb_trace_wheel(model, rows);
  } else if (wheel && pane < WB_PANE_COUNT) {
    wb_scroll_by(model, pane, rows);
  } else if (pane < WB_PANE_COUNT) {
    wb_model_focus(model, pane);
    click_row(model, pane, mouse->y, mouse->x);
  } else if (mouse->y == model->layout.header_y && !model->layout.wide) {
    click_tab(model, mouse->x);
  }
}
