/* How the screen is left, and taken up again at the next start. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/model.h"

/* Words by which panes are kept: their numbers may change. */
static const char *const words[WB_PANE_COUNT] = {"list",  "lesson", "kernel",   "result",
                                                 "trace", "data",   "timeline", "graph"};

/* What is scrolled back to. A result and a trace are not there at the start:
 * the kernel stands for them. */
static const enum wb_pane scrolled[] = {WB_PANE_LESSON, WB_PANE_KERNEL};

void wb_model_view(const struct wb_model *model, struct wb_str *out) {
  wb_str_addf(out, "pane=%s", words[model->focus]);
  if (model->zoomed) wb_str_add(out, " zoomed=1");
  for (size_t i = 0; i < sizeof scrolled / sizeof scrolled[0]; i++) {
    const int top = model->panes[scrolled[i]].top;
    if (top > 0) wb_str_addf(out, " %s=%d", words[scrolled[i]], top);
  }
}

static void take_setting(struct wb_model *model, const char *name, const char *value) {
  enum { TOP_MAX = 1000000 };
  const long number = strtol(value, NULL, 10);
  if (strcmp(name, "zoomed") == 0) model->zoomed = number == 1;
  for (int i = 0; i < WB_PANE_COUNT; i++) {
    if (strcmp(name, "pane") == 0 && strcmp(value, words[i]) == 0)
      wb_model_focus(model, i > WB_PANE_KERNEL ? WB_PANE_KERNEL : (enum wb_pane)i);
    if (strcmp(name, words[i]) == 0 && number > 0 && number < TOP_MAX)
      model->panes[i].top = (int)number;
  }
}

void wb_model_take_view(struct wb_model *model, const char *view) {
  char *copy = wb_strdup(view), *rest = NULL;
  for (char *word = strtok_r(copy, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
    char *equals = strchr(word, '=');
    if (equals == NULL) continue;
    *equals = '\0';
    take_setting(model, word, equals + 1);
  }
  free(copy);
}
