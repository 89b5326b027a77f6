/* The choice of a device, shown over the panes. */
#include <stdlib.h>
#include <string.h>

#include "tui/views.h"

static void device_row(const struct wb_model *model, size_t index, int width,
                       struct wb_pane_text *rows) {
  const struct wb_device_info *device = &model->devices.items[index];
  bool chosen = strcmp(device->selector, model->device) == 0;
  wb_pane_text_start(rows)->item = (int)index;
  wb_pane_text_put(rows, WB_STYLE_PLAIN, (int)index == model->overlay.cursor ? "> " : "  ");
  wb_pane_text_putf(rows, WB_STYLE_STRONG, "%s", device->selector);
  wb_pane_text_pad(rows, 16);
  char *text = wb_format("%s%s%s", device->name,
                         device->checks ? "; finds mistakes" : "; compares outputs only",
                         chosen ? " (in use)" : "");
  wb_pane_text_wrap(rows, WB_STYLE_PLAIN, (size_t)width, 16, text);
  free(text);
}

void wb_view_devices(const struct wb_model *model, int width, struct wb_pane_text *rows) {
  if (!model->devices_known) {
    wb_pane_text_start(rows);
    wb_pane_text_wrap(rows, WB_STYLE_PLAIN, (size_t)width, 0, "Looking for devices…");
    return;
  }
  for (size_t i = 0; i < model->devices.count; i++) device_row(model, i, width, rows);
  if (model->devices.count == 0) {
    wb_pane_text_start(rows);
    wb_pane_text_wrap_message(rows, WB_LOOK_WARN, (size_t)width, 0,
                              "No device was found; `workbench doctor` says what to install.");
  }
  if (model->device_problems != NULL && model->device_problems[0] != '\0') {
    wb_pane_text_start(rows);
    wb_pane_text_start(rows);
    wb_pane_text_wrap_message(rows, WB_LOOK_WARN, (size_t)width, 0, model->device_problems);
  }
}
