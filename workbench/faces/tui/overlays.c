#include "tui/overlays.h"

#include "tui/actions.h"
#include "tui/history.h"
#include "tui/views.h"

static void help_title(const struct wb_model *model, struct wb_str *out) {
  (void)model;
  wb_str_add(out, "Help: j, k scroll, Esc closes");
}

static void devices_title(const struct wb_model *model, struct wb_str *out) {
  (void)model;
  wb_str_add(out, "Devices: Enter chooses, Esc closes");
}

static size_t count_devices(const struct wb_model *model) { return model->devices.count; }

static bool help_key(struct wb_model *model, int key) {
  if (key != WB_KEY_ENTER && key != '?') return false;
  model->mode = WB_MODE_NORMAL;
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
