#include "tui/overlays.h"

#include "tui/actions.h"
#include "tui/history.h"
#include "tui/prompt.h"
#include "tui/views.h"

static void help_title(const struct wb_model *model, struct wb_str *out) {
  const struct wb_help_search *help = &model->help;
  if (help->wanted.length > 0)
    wb_str_addf(out, "Help: what has \"%s\", Esc shows all", help->wanted.data);
  else
    wb_str_add(out, "Help: / searches, j, k scroll, Esc closes");
}

static void devices_title(const struct wb_model *model, struct wb_str *out) {
  (void)model;
  wb_str_add(out, "Devices: Enter chooses, Esc closes");
}

static size_t count_devices(const struct wb_model *model) { return model->devices.count; }

static void search_help(struct wb_model *model, const char *wanted) {
  wb_str_clear(&model->help.wanted);
  wb_str_add(&model->help.wanted, wanted);
  model->overlay.top = 0;
  model->overlay.stale = true;
}

/* False: it scrolls. */
static bool help_search_key(struct wb_model *model, int key) {
  const bool nothing_left = model->input.length == 0 && key == WB_KEY_BACKSPACE;
  if (key == WB_KEY_ENTER || nothing_left) {
    model->help.typing = false;
  } else if (key == WB_KEY_ESCAPE || key == WB_CTRL('C')) {
    model->help.typing = false;
    search_help(model, "");
  } else if (wb_prompt_edit(model, key)) {
    search_help(model, model->input.data);
  } else {
    return false;
  }
  return true;
}

static bool help_key(struct wb_model *model, int key) {
  if (model->help.typing) return help_search_key(model, key);
  if (key == '/') {
    model->help.typing = true;
    wb_str_clear(&model->input);
    search_help(model, "");
  } else if (key == WB_KEY_ESCAPE && model->help.wanted.length > 0) {
    search_help(model, "");
  } else if (key == WB_KEY_ENTER || key == '?') {
    model->mode = WB_MODE_NORMAL;
  } else {
    return false;
  }
  return true;
}

static bool devices_key(struct wb_model *model, int key) {
  const int at = model->overlay.cursor;
  if (key != WB_KEY_ENTER && key != '?') return false;
  model->mode = WB_MODE_NORMAL;
  if (key == WB_KEY_ENTER && at >= 0 && (size_t)at < model->devices.count)
    wb_choose_device(model, model->devices.items[at].selector);
  return true;
}

static bool output_key(struct wb_model *model, int key) {
  const bool running = model->output.running;
  const bool closes = key == WB_KEY_ESCAPE || key == 'q' || key == '?' || key == WB_CTRL('C');
  if (closes && running) {
    wb_model_effect(model, WB_EFFECT_CANCEL_COMMAND);
  } else if (key == ':' && !running) {
    wb_do_command_line(model);
  } else if ((closes || key == WB_KEY_ENTER) && !running) {
    model->mode = WB_MODE_NORMAL;
  } else {
    return false;
  }
  return true;
}

static const struct wb_overlay overlays[] = {
    [WB_MODE_HELP] = {wb_view_help, help_title, NULL, help_key},
    [WB_MODE_DEVICES] = {wb_view_devices, devices_title, count_devices, devices_key},
    [WB_MODE_OUTPUT] = {wb_view_output, wb_output_title, NULL, output_key},
    [WB_MODE_HISTORY] = {wb_view_history, wb_history_title, wb_history_count, wb_history_key},
    [WB_MODE_COMPARE] = {wb_view_compare, wb_compare_title, NULL, wb_compare_key},
};

const struct wb_overlay *wb_overlay_shown(const struct wb_model *model) {
  const enum wb_mode mode = model->mode == WB_MODE_CONFIRM ? model->asked_in : model->mode;
  const bool known = (size_t)mode < sizeof overlays / sizeof overlays[0];
  return known && overlays[mode].view != NULL ? &overlays[mode] : NULL;
}

enum { LIST_COLUMNS = 60, LIST_LINES = 6 }; /* less room than this: the whole screen */

struct wb_rect wb_overlay_place(const struct wb_model *model) {
  const struct wb_layout *layout = &model->layout;
  const struct wb_rect *lower = &layout->pane[model->lower];
  const bool is_list = wb_overlay_shown(model)->choices != NULL;
  struct wb_rect place = {.lines = layout->status_y, .columns = layout->columns, .shown = true};
  if (is_list && layout->wide && lower->shown && lower->columns >= LIST_COLUMNS &&
      lower->lines >= LIST_LINES)
    place = *lower;
  return place;
}
