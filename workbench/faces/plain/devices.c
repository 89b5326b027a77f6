/* Devices: which there are, and which one runs kernels. */
#include <stdlib.h>
#include <string.h>

#include "session/probe.h"
#include "plain/commands.h"
#include "plain/dialogue.h"

static void say_device(struct wb_dialogue *dialogue, const struct wb_device_info *info) {
  wb_say(&dialogue->output, "%s: %s, %s; %s.%s", info->selector, info->name, info->vendor,
         info->checks ? "checks bounds, races, barriers and unset values"
                      : "compares outputs and checks nothing else",
         strcmp(info->selector, dialogue->device) == 0 ? " Chosen." : "");
}

static void say_devices(struct wb_dialogue *dialogue, const struct wb_device_list *list,
                        const char *problems) {
  if (list->count == 0)
    wb_dialogue_refuse(dialogue, "No device was found; doctor says what to install.");
  else
    wb_say(&dialogue->output, "%zu device%s. Kernels run on %s; device NAME chooses another.",
           list->count, wb_plural(list->count), dialogue->device);
  for (size_t i = 0; i < list->count; i++) say_device(dialogue, &list->items[i]);
  if (problems != NULL && problems[0] != '\0') wb_say(&dialogue->output, "%s", problems);
}

struct search {
  struct wb_probe probe;
  struct wb_device_list list;
  char *problems;
};

static bool step_search(void *data) {
  struct search *search = data;
  return wb_probe_read(&search->probe, &search->list, &search->problems);
}

static void choose_device(struct wb_dialogue *dialogue, const char *wanted) {
  free(dialogue->device);
  dialogue->device = wb_strdup(wanted);
  wb_say(&dialogue->output, "Kernels run on %s from now on. run runs yours.", dialogue->device);
}

/* A name that was mistyped is refused here, and not by every run from now on. */
static void choose_listed(struct wb_dialogue *dialogue, const char *wanted,
                          const struct search *search) {
  struct wb_error err = {0};
  if (wb_device_find(&search->list, search->problems, wanted, &err) == WB_OK)
    choose_device(dialogue, wanted);
  else
    wb_dialogue_refuse_error(dialogue, &err);
}

/* Drivers may take seconds, or for ever. */
static void ask_devices(struct wb_dialogue *dialogue, const char *wanted, struct search *search) {
  const struct wb_dialogue_wait wait = {search->probe.fd, step_search, search,
                                        "Looking for devices. Ctrl-C cancels."};
  const bool answered = wb_dialogue_await(dialogue, &wait);
  if (answered && wanted[0] != '\0')
    choose_listed(dialogue, wanted, search);
  else if (answered)
    say_devices(dialogue, &search->list, search->problems);
  wb_device_list_release(&search->list);
  free(search->problems);
}

void wb_speak_device(struct wb_dialogue *dialogue, const char *argument) {
  struct search search = {.problems = NULL};
  struct wb_error err = {0};
  if (argument[0] != '\0' && !wb_device_needs_list(argument)) {
    choose_device(dialogue, argument);
    return;
  }
  wb_probe_init(&search.probe);
  if (wb_probe_start(&search.probe, &err) == WB_OK)
    ask_devices(dialogue, argument, &search);
  else
    wb_dialogue_refuse_error(dialogue, &err);
  wb_probe_release(&search.probe);
}
