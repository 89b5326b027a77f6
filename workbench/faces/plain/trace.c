/* The trace of the learner's own run: recording it, and telling a step. */
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "plain/trace.h"

/* ---- words ---- */

static void name_group(const struct wb_playback *playback, size_t group, struct wb_str *out) {
  const struct wb_item_id *of = &wb_playback_group(playback, group)->coordinates;
  char text[WB_ID_TEXT_MAX];
  wb_str_add(out, wb_id_text(of->group, of->dimensions, text));
}

bool wb_dialogue_parse_triple(const char *text, uint64_t id[3]) {
  size_t count = 0;
  text += strspn(text, "( ");
  while (isdigit((unsigned char)*text) && count < 3) {
    char *end;
    id[count++] = strtoull(text, &end, 10);
    text = end + strspn(end, ", ");
  }
  text += strspn(text, ") ");
  return count > 0 && *text == '\0';
}

/* "8", "8 by 4": sizes up to the last that is not 1. */
static void name_sizes(const uint64_t sizes[3], unsigned dimensions, struct wb_str *out) {
  for (unsigned d = 0; d < dimensions; d++)
    wb_str_addf(out, "%s%" PRIu64, d > 0 ? " by " : "", sizes[d]);
}

/* ---- opening ---- */

static void say_arrays(struct wb_dialogue *dialogue, const struct wb_playback *playback) {
  for (size_t i = 0; i < wb_playback_arrays(playback); i++) {
    const struct wb_playback_array *array = wb_playback_array(playback, i);
    if (array->elements == 1 && array->memory == WB_MEMORY_PRIVATE) continue;
    wb_say(&dialogue->output, "Array %s: %" PRIu64 " element%s, %s memory%s.", array->name,
           array->elements, wb_plural(array->elements), wb_memory_name(array->memory),
           array->is_written ? ", written" : "");
  }
}

/* "step 3 of 16", and of which group where that is not the present one. Appends. */
static void name_step(const struct wb_dialogue *dialogue, size_t index, struct wb_str *out) {
  const struct wb_playback *playback = dialogue->stepper.playback;
  const size_t group = wb_playback_step(playback, index).group;
  wb_str_addf(out, "step %zu of %zu", wb_playback_number(playback, index),
              wb_playback_numbers(playback, group));
  if (group == dialogue->stepper.group) return;
  wb_str_add(out, " of group ");
  name_group(playback, group, out);
}

/* Where something goes wrong first. */
static void say_trouble(struct wb_dialogue *dialogue, const struct wb_playback *playback) {
  size_t first = WB_PLAYBACK_NONE;
  for (size_t g = 0; g < wb_playback_groups(playback) && first == WB_PLAYBACK_NONE; g++)
    first = wb_playback_next(playback, g, WB_PLAYBACK_START, WB_STRIDE_TROUBLE, true);
  if (first != WB_PLAYBACK_NONE) {
    struct wb_str text;
    wb_str_init(&text);
    name_step(dialogue, first, &text);
    wb_say(&dialogue->output, "Something goes wrong at %s; trouble goes there.", text.data);
    wb_str_release(&text);
  }
}

/* What the judge says of the outputs, and how the trace tells of it. */
static void say_mismatch(struct wb_dialogue *dialogue, const struct wb_case_result *one) {
  const struct wb_mismatch *first = &one->first_mismatch;
  /* A program's outputs have names of their own. */
  if (dialogue->stepper.kernel_file != NULL || !first->present || first->array == NULL) return;
  wb_say(&dialogue->output, "%s%s is not as expected; cell %s[%" PRIu64 "] says what became of it.",
         first->array, first->position != NULL ? first->position : "", first->array, first->index);
}

/* `number`: of the case, from 1. */
static void say_launch(struct wb_dialogue *dialogue, const struct wb_result *result,
                       size_t number) {
  const struct wb_playback *playback = dialogue->stepper.playback;
  const struct wb_trace_launch *launch = wb_playback_launch(playback);
  size_t groups = wb_playback_groups(playback), steps = 0;
  const char *missing = wb_playback_missing(playback);
  struct wb_str text;
  for (size_t g = 0; g < groups; g++) steps += wb_playback_numbers(playback, g);
  wb_str_init(&text);
  wb_str_addf(&text, "Trace of case %zu, %s: ", number, result->cases[result->trace_case].name);
  if (result->trace_launch > 0)
    wb_str_addf(&text, "launch %u of %u, ", result->trace_launch,
                result->cases[result->trace_case].launches);
  wb_str_addf(&text, "kernel %s, ", launch->kernel);
  name_sizes(launch->global, launch->dimensions, &text);
  wb_str_addf(&text, " work-items, %zu group%s of ", groups, wb_plural(groups));
  name_sizes(launch->local, launch->dimensions, &text);
  wb_say(&dialogue->output, "%s, %zu step%s.", text.data, steps, wb_plural(steps));
  if (missing != NULL) wb_say(&dialogue->output, "%s", missing);
  say_arrays(dialogue, playback);
  say_mismatch(dialogue, &result->cases[result->trace_case]);
  say_trouble(dialogue, playback);
  if (steps == 0) wb_say(&dialogue->output, "No work-item reads or writes anything.");
  wb_say(&dialogue->output,
         "step and back go one step, play reads several, turn and phase go further; cell and "
         "item read one of them; group goes to another.");
  wb_str_release(&text);
}

static void take_trace(struct wb_dialogue *dialogue, const struct wb_result *result,
                       int only_case) {
  struct wb_stepper *stepper = &dialogue->stepper;
  struct wb_error err = {0};
  if (result->trace == NULL) {
    const char *why = result->trace_note != NULL ? result->trace_note : "nothing was recorded";
    if (result->verdict == WB_VERDICT_JUDGE_ERROR && result->detail != NULL) why = result->detail;
    wb_dialogue_refuse(dialogue, "There is no trace: %s%s", why, wb_ends_with(why, ".") ? "" : ".");
  } else if (wb_playback_open(&stepper->playback, result->trace, result->trace_length, &err) !=
             WB_OK) {
    wb_dialogue_refuse_error(dialogue, &err);
  } else {
    const struct wb_case_result *one = &result->cases[result->trace_case];
    if (result->traced_file != NULL) {
      stepper->kernel_file = wb_strdup(result->traced_file);
      stepper->kernel_text = wb_strdup(result->traced_text != NULL ? result->traced_text : "");
      wb_playback_name_file(stepper->playback, result->traced_file);
    }
    wb_playback_apply_findings(stepper->playback, one->findings, one->n_findings,
                               one->findings_dropped == 0, result->trace_launch);
    stepper->text = wb_strdup(result->source != NULL ? result->source : "");
    say_launch(dialogue, result, only_case > 0 ? (size_t)only_case : result->trace_case + 1);
  }
}

/* A saved kernel has another trace. */
static bool is_current(struct wb_dialogue *dialogue) {
  bool is_starter;
  if (dialogue->stepper.playback == NULL) return false;
  char *text = wb_dialogue_read_kernel(dialogue, NULL, &is_starter);
  bool same = text != NULL && strcmp(text, dialogue->stepper.text) == 0;
  free(text);
  return same;
}

enum wb_run_end wb_dialogue_run_traced(struct wb_dialogue *dialogue, int only_case, uint32_t launch,
                                       struct wb_result **result) {
  char *path = NULL;
  bool is_starter;
  enum wb_run_end end = WB_RUN_FAILED;
  char *text = wb_dialogue_read_kernel(dialogue, &path, &is_starter);
  if (text != NULL) {
    struct wb_run_options options = wb_dialogue_run_options(dialogue, path);
    options.device = NULL; /* other devices do not record */
    options.trace = true;
    options.only_case = only_case;
    options.trace_launch = launch;
    end = wb_dialogue_try(dialogue, &options, result);
  }
  free(text);
  free(path);
  return end;
}

bool wb_dialogue_open_trace(struct wb_dialogue *dialogue) {
  return is_current(dialogue) || wb_dialogue_record_trace(dialogue, 0, 0);
}

bool wb_dialogue_record_trace(struct wb_dialogue *dialogue, int only_case, uint32_t launch) {
  struct wb_result *result = NULL;
  wb_dialogue_close_trace(dialogue);
  if (wb_dialogue_run_traced(dialogue, only_case, launch, &result) == WB_RUN_DONE)
    take_trace(dialogue, result, only_case);
  wb_result_delete(result);
  return dialogue->stepper.playback != NULL;
}

/* ---- a step ---- */

static void add_step(const struct wb_dialogue *dialogue, size_t index, struct wb_str *out) {
  const struct wb_playback *playback = dialogue->stepper.playback;
  const struct wb_step step = wb_playback_step(playback, index);
  name_step(dialogue, index, out);
  out->data[0] = 'S';
  wb_str_add(out, ": ");
  wb_playback_describe(playback, index, out);
  const char *file = step.place == NULL || step.place->file[0] == '\0'
                         ? dialogue->stepper.kernel_file
                         : step.place->file;
  if (step.place != NULL && step.place->line > 0 && file != NULL)
    wb_str_addf(out, ", %s line %u", file, step.place->line);
  else if (step.place != NULL && step.place->line > 0)
    wb_str_addf(out, ", line %u", step.place->line);
  wb_str_add_char(out, '.');
}

void wb_dialogue_mention_step(struct wb_dialogue *dialogue, size_t index) {
  const struct wb_playback *playback = dialogue->stepper.playback;
  struct wb_str text, trouble;
  wb_str_init(&text);
  wb_str_init(&trouble);
  add_step(dialogue, index, &text);
  if (wb_playback_trouble(playback, index, &trouble) && trouble.length > 0)
    wb_str_addf(&text, " Trouble: %s.", trouble.data);
  wb_say(&dialogue->output, "%s", text.data);
  wb_str_release(&trouble);
  wb_str_release(&text);
}

/* The source, where it is another line than before. */
static void say_line(struct wb_dialogue *dialogue, const struct wb_step *step) {
  struct wb_stepper *stepper = &dialogue->stepper;
  const char *line;
  size_t length;
  if (step->place == NULL || step->place->file[0] != '\0') return;
  if (step->place->line == stepper->line) return;
  stepper->line = step->place->line;
  const char *text = stepper->kernel_text != NULL ? stepper->kernel_text : stepper->text;
  if (wb_dialogue_find_line(text, stepper->line, &line, &length))
    wb_dialogue_say_source(dialogue, stepper->line, line, length);
}

void wb_dialogue_tell_step(struct wb_dialogue *dialogue, size_t index) {
  struct wb_stepper *stepper = &dialogue->stepper;
  const struct wb_step step = wb_playback_step(stepper->playback, index);
  if (step.group != stepper->group || stepper->step == WB_PLAYBACK_START) {
    struct wb_str text;
    wb_str_init(&text);
    name_group(stepper->playback, step.group, &text);
    wb_say(&dialogue->output, "Group %s.", text.data);
    wb_str_release(&text);
  }
  stepper->group = step.group;
  stepper->step = index;
  wb_dialogue_mention_step(dialogue, index);
  say_line(dialogue, &step);
}
