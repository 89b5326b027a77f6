/* A command of the command line while it runs, and after. */
#include <stdlib.h>
#include <string.h>

#include "tui/model.h"

void wb_model_output_started(struct wb_model *model, const char *line) {
  struct wb_output *output = &model->output;
  free(output->line);
  free(output->end);
  output->line = wb_strdup(line);
  output->end = NULL;
  output->running = true;
  output->cut = false;
  wb_str_clear(&output->text);
  model->overlay.top = model->overlay.cursor = 0;
  model->overlay.stale = true;
  model->mode = WB_MODE_OUTPUT;
  wb_model_say(model, WB_TONE_PLAIN, "%s", "");
}

void wb_model_output(struct wb_model *model, const char *bytes, size_t length) {
  struct wb_output *output = &model->output;
  const size_t room = WB_OUTPUT_MAX - output->text.length;
  const bool cut = output->cut || length > room;
  if (room > 0 || cut != output->cut) model->overlay.stale = true; /* else nothing is new */
  output->cut = cut;
  wb_str_add_bytes(&output->text, bytes, length < room ? length : room);
}

void wb_model_output_ended(struct wb_model *model, const char *how) {
  model->output.running = false;
  free(model->output.end);
  model->output.end = wb_strdup(how);
  model->overlay.stale = true;
}

void wb_model_output_release(struct wb_output *output) {
  free(output->line);
  free(output->end);
  wb_str_release(&output->text);
}
