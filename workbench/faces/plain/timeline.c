/* The timeline of a host program, told. */
#include <limits.h>
#include <stdlib.h>

#include "plain/commands.h"
#include "plain/trace.h"
#include "report/timeline.h"
#include "report/write.h"

static void tell_entry(struct wb_dialogue *dialogue, const struct wb_timeline *timeline,
                       size_t index) {
  const struct wb_timeline_entry *entry = &timeline->entries[index];
  struct wb_str text;
  wb_str_init(&text);
  wb_str_addf(&text, "%zu, ", index + 1);
  wb_timeline_lane_label(timeline, entry->lane, &text);
  if (entry->line > 0) wb_str_addf(&text, ", line %u", entry->line);
  wb_str_add(&text, ": ");
  wb_report_timeline_entry(entry, &text);
  if (entry->has_started && entry->has_ended) {
    wb_str_add(&text, ", ");
    wb_write_time(&text, entry->ended - entry->started);
  }
  wb_say(&dialogue->output, "%s.", text.data);
  wb_str_release(&text);
}

static void tell_timeline(struct wb_dialogue *dialogue, const struct wb_result *result,
                          int only_case) {
  const struct wb_timeline *timeline = &result->timeline;
  const size_t number = only_case > 0 ? (size_t)only_case : result->trace_case + 1;
  const size_t shown =
      timeline->n_entries < WB_TIMELINE_ROWS ? timeline->n_entries : WB_TIMELINE_ROWS;
  const uint64_t left = timeline->n_entries - shown + timeline->dropped;
  size_t *order = wb_timeline_order(timeline);
  struct wb_str whole;
  wb_str_init(&whole);
  wb_write_time(&whole, timeline->ended);
  wb_say(&dialogue->output, "Timeline of case %zu, %s: %s, in the order in which it ran.", number,
         result->cases[result->trace_case].name, whole.data);
  for (size_t i = 0; i < shown; i++) tell_entry(dialogue, timeline, order[i]);
  if (left > 0) wb_say(&dialogue->output, "%llu more are not told.", (unsigned long long)left);
  if (wb_timeline_sums(timeline).launches > 0)
    wb_say(&dialogue->output,
           "trace %zu and the number of a launch go through the steps of its work-items.", number);
  wb_str_release(&whole);
  free(order);
}

/* A case's number, from 1; 0: none is named. False for anything else. */
static bool parse_case(const char *argument, int *only_case) {
  char *end;
  const unsigned long number = strtoul(argument, &end, 10);
  *only_case = (int)number;
  return argument[0] == '\0' || (*end == '\0' && number > 0 && number <= INT_MAX);
}

struct wb_result *wb_dialogue_record(struct wb_dialogue *dialogue, const char *command,
                                     const char *argument, const char *of_kernels, int *only_case) {
  const struct wb_puzzle_summary *puzzle = wb_dialogue_puzzle(dialogue);
  struct wb_result *result = NULL;
  if (!parse_case(argument, only_case)) {
    wb_dialogue_refuse(dialogue, "%s takes nothing, or the number of a case.", command);
  } else if (puzzle != NULL && !wb_summary_is_of_program(puzzle)) {
    wb_dialogue_refuse(dialogue, "%s", of_kernels);
  } else if (wb_dialogue_run_traced(dialogue, *only_case, 0, &result) == WB_RUN_DONE &&
             !result->has_timeline) {
    wb_dialogue_refuse(dialogue, "There is no %s: %s.", command,
                       result->trace_note != NULL ? result->trace_note : "nothing was recorded");
  }
  if (result == NULL || result->has_timeline) return result;
  wb_result_delete(result);
  return NULL;
}

void wb_speak_timeline(struct wb_dialogue *dialogue, const char *argument) {
  int only_case = 0;
  struct wb_result *result =
      wb_dialogue_record(dialogue, "timeline", argument,
                         "Only host programs have a timeline; trace tells what your "
                         "kernel's work-items did.",
                         &only_case);
  if (result != NULL) tell_timeline(dialogue, result, only_case);
  wb_result_delete(result);
}
