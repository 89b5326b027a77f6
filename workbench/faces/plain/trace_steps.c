/* Going through a trace. */
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "plain/commands.h"
#include "plain/trace.h"

enum { PLAY_STEPS = 10, MOST_LISTED = 20, MOST_STEPS = 1000000 };

/* ---- strides ---- */

/* The group after or before, that has such a step. */
static size_t in_other_groups(const struct wb_stepper *stepper, enum wb_stride stride,
                              bool forward) {
  size_t found = WB_PLAYBACK_NONE, groups = wb_playback_groups(stepper->playback);
  size_t g = stepper->group;
  while (found == WB_PLAYBACK_NONE && (forward ? g + 1 < groups : g > 0)) {
    g += forward ? 1 : (size_t)-1;
    const struct wb_playback_group *group = wb_playback_group(stepper->playback, g);
    size_t from = forward ? WB_PLAYBACK_START : group->first + group->count;
    found = wb_playback_next(stepper->playback, g, from, stride, forward);
  }
  return found;
}

/* The end of a work-item is no step that anybody stops at. */
static size_t next_of(const struct wb_stepper *stepper, enum wb_stride stride, bool forward) {
  struct wb_stepper at = *stepper;
  bool ends = true;
  while (ends) {
    size_t found = wb_playback_next(at.playback, at.group, at.step, stride, forward);
    if (found == WB_PLAYBACK_NONE) found = in_other_groups(&at, stride, forward);
    at.step = found;
    ends =
        found != WB_PLAYBACK_NONE && wb_playback_step(at.playback, found).kind == WB_TRACE_ITEM_END;
    if (ends) at.group = wb_playback_step(at.playback, found).group;
  }
  return at.step;
}

/* `count` strides, the last of them told. */
static void take_strides(struct wb_dialogue *dialogue, enum wb_stride kind, bool forward,
                         unsigned long count) {
  struct wb_stepper *stepper = &dialogue->stepper;
  size_t at = WB_PLAYBACK_NONE;
  const struct wb_stepper before = *stepper;
  for (unsigned long i = 0; i < count; i++) {
    size_t next = next_of(stepper, kind, forward);
    if (next == WB_PLAYBACK_NONE) break;
    at = stepper->step = next;
    stepper->group = wb_playback_step(stepper->playback, next).group;
  }
  stepper->group = before.group;
  stepper->step = before.step;
  if (at != WB_PLAYBACK_NONE)
    wb_dialogue_tell_step(dialogue, at);
  else if (kind == WB_STRIDE_TROUBLE)
    wb_say(&dialogue->output, "Nothing %s goes wrong.", forward ? "after this" : "before this");
  else
    wb_say(&dialogue->output, "That is the %s of the trace.", forward ? "end" : "start");
}

/* A number of strides, or "back"; false, and it is said why, for anything else. */
static bool parse_stride(struct wb_dialogue *dialogue, const char *argument, bool *forward,
                         unsigned long *count) {
  char *end;
  *forward = true;
  *count = 1;
  if (argument[0] == '\0') return true;
  *forward = !wb_starts_with("back", argument);
  if (!*forward) return true;
  *count = strtoul(argument, &end, 10);
  if (*end == '\0' && *count > 0 && *count <= MOST_STEPS) return true;
  wb_dialogue_refuse(dialogue, "That needs nothing, a number, or back.");
  return false;
}

static void go_to_step(struct wb_dialogue *dialogue, const char *argument, enum wb_stride kind,
                       const char *again) {
  bool forward;
  unsigned long count;
  if (!parse_stride(dialogue, argument, &forward, &count) || !wb_dialogue_open_trace(dialogue))
    return;
  take_strides(dialogue, kind, forward, count);
  if (forward) dialogue->go_on = again;
}

void wb_speak_step(struct wb_dialogue *dialogue, const char *argument) {
  go_to_step(dialogue, argument, WB_STRIDE_ACCESS, "step");
}

void wb_speak_turn(struct wb_dialogue *dialogue, const char *argument) {
  go_to_step(dialogue, argument, WB_STRIDE_ITEM, "turn");
}

void wb_speak_phase(struct wb_dialogue *dialogue, const char *argument) {
  go_to_step(dialogue, argument, WB_STRIDE_PHASE, "phase");
}

void wb_speak_trouble(struct wb_dialogue *dialogue, const char *argument) {
  go_to_step(dialogue, argument, WB_STRIDE_TROUBLE, "trouble");
}

void wb_speak_back(struct wb_dialogue *dialogue, const char *argument) {
  bool forward;
  unsigned long count;
  if (!parse_stride(dialogue, argument, &forward, &count) || !wb_dialogue_open_trace(dialogue))
    return;
  take_strides(dialogue, WB_STRIDE_ACCESS, false, count);
  dialogue->go_on = "back";
}

void wb_speak_at(struct wb_dialogue *dialogue, const char *argument) {
  char *end;
  size_t number = strtoull(argument, &end, 10);
  bool last = strcmp(argument, "end") == 0;
  if (!last && (end == argument || *end != '\0' || argument[0] == '-')) {
    wb_dialogue_refuse(dialogue, "at needs the number of a step, or end: at 17.");
  } else if (wb_dialogue_open_trace(dialogue)) {
    const struct wb_stepper *stepper = &dialogue->stepper;
    size_t steps = wb_playback_numbers(stepper->playback, stepper->group);
    size_t step = wb_playback_numbered(stepper->playback, stepper->group, last ? steps : number);
    if (step != WB_PLAYBACK_NONE)
      wb_dialogue_tell_step(dialogue, step);
    else
      wb_dialogue_refuse(dialogue, "This group has %zu step%s.", steps, wb_plural(steps));
    dialogue->go_on = "step";
  }
}

void wb_speak_play(struct wb_dialogue *dialogue, const char *argument) {
  struct wb_stepper *stepper = &dialogue->stepper;
  bool all = strcmp(argument, "all") == 0, forward = true, more = true;
  unsigned long count = PLAY_STEPS;
  if (!all && argument[0] != '\0' && !parse_stride(dialogue, argument, &forward, &count)) return;
  if (!wb_dialogue_open_trace(dialogue)) return;
  for (unsigned long i = 0; (all || i < count) && more && !dialogue->output.gone; i++) {
    size_t next = next_of(stepper, WB_STRIDE_ACCESS, forward);
    more = next != WB_PLAYBACK_NONE;
    if (more) wb_dialogue_tell_step(dialogue, next);
    wb_plain_output_flush(&dialogue->output);
    more = more && !wb_dialogue_is_stopped(dialogue);
  }
  if (next_of(stepper, WB_STRIDE_ACCESS, forward) == WB_PLAYBACK_NONE)
    wb_say(&dialogue->output, "That is the %s of the trace.", forward ? "end" : "start");
  else
    dialogue->go_on = "play";
}

/* ---- one of them ---- */

static void list_steps(struct wb_dialogue *dialogue, const struct wb_step_list *list) {
  for (size_t i = 0; i < list->count && i < MOST_LISTED; i++)
    wb_dialogue_mention_step(dialogue, list->steps[i]);
  if (list->count > MOST_LISTED)
    wb_say(&dialogue->output, "And %zu more.", list->count - MOST_LISTED);
}

/* Splits "out[3]" and "out 3". */
static bool parse_cell(const char *argument, char **name, uint64_t *element) {
  size_t length = strcspn(argument, "[ ");
  const char *number = argument + length + strspn(argument + length, "[ ");
  char *end;
  *element = strtoull(number, &end, 10);
  bool fine = length > 0 && end != number && end[strspn(end, "] ")] == '\0';
  *name = fine ? wb_strndup(argument, length) : NULL;
  return fine;
}

static size_t find_array(const struct wb_playback *playback, const char *name) {
  size_t i = 0, count = wb_playback_arrays(playback);
  while (i < count && strcmp(wb_playback_array(playback, i)->name, name) != 0) i++;
  return i;
}

static void tell_cell(struct wb_dialogue *dialogue, size_t array, uint64_t element) {
  const struct wb_stepper *stepper = &dialogue->stepper;
  const char *name = wb_playback_array(stepper->playback, array)->name;
  struct wb_cell_view cell =
      wb_playback_cell(stepper->playback, stepper->group, stepper->step, array, element);
  struct wb_step_list list = {0};
  struct wb_str value;
  wb_str_init(&value);
  wb_playback_cell_text(stepper->playback, stepper->group, stepper->step, array, element, &value);
  if (value.length > 0)
    wb_say(&dialogue->output, "%s[%" PRIu64 "] is %s at this step.", name, element, value.data);
  else
    wb_say(&dialogue->output, "What %s[%" PRIu64 "] is at this step is not known.", name, element);
  if ((cell.marks & WB_CELL_COLLISION) != 0)
    wb_say(&dialogue->output, "Two work-items collide in it.");
  if ((cell.marks & WB_CELL_NEVER_WRITTEN) != 0)
    wb_say(&dialogue->output, "Nobody writes it in time.");
  wb_playback_touches(stepper->playback, stepper->group, array, element, &list);
  wb_say(&dialogue->output, "%zu step%s touch%s it.", list.count, wb_plural(list.count),
         list.count == 1 ? "es" : "");
  list_steps(dialogue, &list);
  wb_step_list_release(&list);
  wb_str_release(&value);
}

void wb_speak_cell(struct wb_dialogue *dialogue, const char *argument) {
  char *name = NULL;
  uint64_t element;
  if (!parse_cell(argument, &name, &element)) {
    wb_dialogue_refuse(dialogue, "cell needs an array and an element: cell out[3].");
    return;
  }
  if (wb_dialogue_open_trace(dialogue)) {
    const struct wb_playback *playback = dialogue->stepper.playback;
    size_t array = find_array(playback, name);
    if (array == wb_playback_arrays(playback))
      wb_dialogue_refuse(dialogue, "The trace has no array %s.", name);
    else if (element >= wb_playback_array(playback, array)->elements)
      wb_dialogue_refuse(dialogue, "%s ends at %s[%" PRIu64 "].", name, name,
                         wb_playback_array(playback, array)->elements - 1);
    else
      tell_cell(dialogue, array, element);
  }
  free(name);
}

/* The group that a work-item of the launch is in, and its number there; false
 * where there is none, or the trace has not got it. */
static bool find_item(const struct wb_playback *playback, const uint64_t id[3], size_t *group,
                      uint64_t *item) {
  const struct wb_trace_launch *launch = wb_playback_launch(playback);
  uint64_t of[3], stride_ = 1;
  *item = 0;
  for (int d = 0; d < 3; d++) {
    if (id[d] < launch->offset[d] || id[d] - launch->offset[d] >= launch->global[d]) return false;
    of[d] = (id[d] - launch->offset[d]) / launch->local[d];
    *item += (id[d] - launch->offset[d]) % launch->local[d] * stride_;
    stride_ *= launch->local[d];
  }
  *group = wb_playback_find_group(playback, of);
  return *group != WB_PLAYBACK_NONE;
}

void wb_speak_item(struct wb_dialogue *dialogue, const char *argument) {
  uint64_t id[3] = {0}, item;
  size_t group;
  struct wb_step_list list = {0};
  if (!wb_dialogue_parse_triple(argument, id)) {
    wb_dialogue_refuse(dialogue, "item needs a work-item's number: item 3, or item 3,1,0.");
    return;
  }
  if (!wb_dialogue_open_trace(dialogue)) return;
  const struct wb_playback *playback = dialogue->stepper.playback;
  if (find_item(playback, id, &group, &item)) {
    wb_playback_item_steps(playback, group, item, &list);
    if (list.count > 0 &&
        wb_playback_step(playback, list.steps[list.count - 1]).kind == WB_TRACE_ITEM_END)
      list.count--; /* it has no number of its own */
    wb_say(&dialogue->output, "%zu step%s.", list.count, wb_plural(list.count));
    list_steps(dialogue, &list);
  } else {
    wb_dialogue_refuse(dialogue, "The trace has no such work-item.");
  }
  wb_step_list_release(&list);
}

void wb_speak_group(struct wb_dialogue *dialogue, const char *argument) {
  uint64_t id[3] = {0};
  if (!wb_dialogue_parse_triple(argument, id)) {
    wb_dialogue_refuse(dialogue, "group needs a group's number: group 1, or group 1,0,0.");
    return;
  }
  if (!wb_dialogue_open_trace(dialogue)) return;
  struct wb_stepper *stepper = &dialogue->stepper;
  size_t group = wb_playback_find_group(stepper->playback, id);
  if (group == WB_PLAYBACK_NONE) {
    wb_dialogue_refuse(dialogue, "The trace has no such group; it has %zu.",
                       wb_playback_groups(stepper->playback));
    return;
  }
  stepper->group = group;
  stepper->step = WB_PLAYBACK_START;
  take_strides(dialogue, WB_STRIDE_ACCESS, true, 1);
  dialogue->go_on = "step";
}

/* ---- trace ---- */

/* "2" or "2 3": a case, and one of its launches, from 1. False for anything else. */
static bool parse_case(const char *argument, int *only_case, uint32_t *launch) {
  struct wb_names words;
  unsigned long numbers[2] = {0, 0};
  wb_names_init(&words);
  wb_split_words(argument, &words);
  bool fine = words.count <= 2;
  for (size_t i = 0; i < words.count && fine; i++) {
    char *end;
    numbers[i] = strtoul(words.items[i], &end, 10);
    fine = *end == '\0' && numbers[i] > 0 && numbers[i] <= INT_MAX;
  }
  wb_names_release(&words);
  *only_case = (int)numbers[0];
  *launch = (uint32_t)numbers[1];
  return fine;
}

void wb_speak_trace(struct wb_dialogue *dialogue, const char *argument) {
  int only_case;
  uint32_t launch;
  if (!parse_case(argument, &only_case, &launch))
    wb_dialogue_refuse(
        dialogue,
        "trace takes nothing, the number of a case, that and the number of one of its launches, or "
        "one of step, back, at, play, turn, phase, trouble, cell, item and group.");
  else if (wb_dialogue_record_trace(dialogue, only_case, launch))
    dialogue->go_on = "step";
}
