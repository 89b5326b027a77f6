/* Devices: which there are, and which one runs kernels. */
#include <stdlib.h>
#include <string.h>

#include "session/probe.h"
#include "plain/commands.h"
#include "plain/dialogue.h"

enum { FIRST_WORD_MS = 1000 };

static void say_device(struct wb_dialogue *dialogue, const struct wb_device_info *info) {
  wb_say(&dialogue->output, "%s: %s, %s; %s.%s", info->selector, info->name, info->vendor,
         info->checks ? "checks bounds, races, barriers and unset values"
                      : "compares outputs and checks nothing else",
         strcmp(info->selector, dialogue->device) == 0 ? " Chosen." : "");
}

static void say_devices(struct wb_dialogue *dialogue, const struct wb_device_list *list,
                        const char *problems) {
  if (list->count == 0)
    wb_refuse(dialogue, "No device was found; doctor says what to install.");
  else
    wb_say(&dialogue->output, "%zu device%s. Kernels run on %s; device NAME chooses another.",
           list->count, wb_plural(list->count), dialogue->device);
  for (size_t i = 0; i < list->count; i++) say_device(dialogue, &list->items[i]);
  if (problems != NULL && problems[0] != '\0') wb_say(&dialogue->output, "%s", problems);
}

/* Drivers may take seconds, or for ever: Ctrl-C ends it. */
static void ask_devices(struct wb_dialogue *dialogue, struct wb_probe *probe) {
  struct wb_device_list list = {0};
  struct wb_str none;
  char *problems = NULL;
  int timeout_ms = FIRST_WORD_MS;
  bool known = false, over = false;
  wb_str_init(&none);
  while (!known && !over) {
    const struct wb_input_wait wait = {.fds = {probe->fd, -1}, .timeout_ms = timeout_ms};
    enum wb_input_event event = wb_plain_input_wait(&dialogue->input, &wait, &none);
    over = event == WB_INPUT_INTERRUPT || event == WB_INPUT_STOP;
    if (over) wb_dialogue_cancelled(dialogue);
    if (event == WB_INPUT_TIMEOUT) {
      wb_say(&dialogue->output, "Looking for devices. Ctrl-C cancels.");
      wb_plain_output_flush(&dialogue->output);
      timeout_ms = -1;
    }
    known = !over && wb_probe_read(probe, &list, &problems);
  }
  if (known) say_devices(dialogue, &list, problems);
  wb_device_list_release(&list);
  free(problems);
  wb_str_release(&none);
}

void wb_speak_device(struct wb_dialogue *dialogue, const char *argument) {
  struct wb_probe probe;
  struct wb_error err = {0};
  if (argument[0] != '\0') {
    free(dialogue->device);
    dialogue->device = wb_strdup(argument);
    wb_say(&dialogue->output, "Kernels run on %s from now on. run runs yours.", dialogue->device);
    return;
  }
  wb_probe_init(&probe);
  if (wb_probe_start(&probe, &err) == WB_OK)
    ask_devices(dialogue, &probe);
  else
    wb_refuse_error(dialogue, &err);
  wb_probe_release(&probe);
}
