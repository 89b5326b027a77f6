/* Counters in words. */
#include <stdlib.h>
#include <string.h>

#include "plain/commands.h"
#include "plain/dialogue.h"
#include "report/write.h"

static void say_counted(struct wb_dialogue *dialogue, const struct wb_case_result *one,
                        size_t place) {
  const struct wb_work *work = wb_open_work(dialogue);
  const struct wb_counted counted = {&one->counters, one->lines, one->n_lines};
  struct wb_document document = {0};
  wb_report_counters(&counted, wb_path_basename(work->result->file), work->judged,
                     wb_voice_width(&dialogue->voice), &document);
  wb_say(&dialogue->voice, "Case %zu, %s:", place + 1, one->visible ? one->name : "hidden");
  wb_say_document(&dialogue->voice, &document);
  wb_document_release(&document);
}

void wb_speak_counters(struct wb_dialogue *dialogue, const char *argument) {
  const struct wb_result *result = wb_open_work(dialogue)->result;
  size_t place = 0;
  (void)argument;
  if (result == NULL) {
    wb_refuse(dialogue, "It was not run yet. run judges your kernel.");
    return;
  }
  wb_say_age(dialogue);
  const struct wb_case_result *one = wb_telling_case(result, &place);
  if (one == NULL || one->counters.items == 0)
    wb_say(&dialogue->voice,
           "Nothing was counted: the kernel did not run, or not on the emulator.");
  else
    say_counted(dialogue, one, place);
}
