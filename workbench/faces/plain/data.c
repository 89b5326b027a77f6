/* What cases give a kernel, and what they want of it. */
#include <stdlib.h>
#include <string.h>

#include "plain/commands.h"
#include "report/array_grid.h"
#include "report/puzzle_data.h"
#include "report/write.h"
#include "session/data_task.h"

enum { MOST_ELEMENTS = 32 };

/* ---- telling ------------------------------------------------------------------------- */

/* "row [1]: 4, 5, 6; row [2]: …" of a matrix, "0, 1, 2" of anything else. Appends. */
static void add_elements(const struct wb_array_data *array, char *const *texts, size_t count,
                         struct wb_str *out) {
  const uint64_t across = array->rank == 2 ? array->shape[1] : 0;
  for (size_t i = 0; i < count && i < MOST_ELEMENTS; i++) {
    const bool begins = across > 0 && (array->first + i) % across == 0;
    wb_str_add(out, i == 0 ? "" : begins ? "; " : ", ");
    if (begins) wb_str_addf(out, "row [%llu]: ", (unsigned long long)((array->first + i) / across));
    wb_str_add(out, texts[i]);
  }
  if (count > MOST_ELEMENTS || array->total > count)
    wb_str_addf(out, " and so on, %llu in all", (unsigned long long)array->total);
}

static void say_array(struct wb_dialogue *dialogue, const struct wb_array_data *array) {
  struct wb_str text;
  wb_str_init(&text);
  wb_str_addf(&text, "%s ", array->role);
  wb_array_data_title(array, &text);
  if (array->note[0] != '\0') wb_str_addf(&text, ", %s", array->note);
  if (array->n_before > 0) {
    wb_str_add(&text, array->rank > 0 ? ": " : " is ");
    add_elements(array, array->before, array->n_before, &text);
  }
  if (array->n_expected > 0) {
    wb_str_add(&text, array->n_before > 0 ? "; expected afterwards: " : ", expected: ");
    add_elements(array, array->expected, array->n_expected, &text);
  }
  wb_say(&dialogue->output, "%s.", text.data);
  wb_str_release(&text);
}

static void say_printed(struct wb_dialogue *dialogue, const struct wb_case_data *one) {
  if (one->printed_order == NULL) return;
  char *words = wb_printed_order_words(one);
  wb_say(&dialogue->output, "Expected to be printed: %s%s", words, one->n_printed > 0 ? ":" : ".");
  for (size_t i = 0; i < one->n_printed && i < MOST_ELEMENTS; i++)
    wb_say_as_is(&dialogue->output, "%s", one->printed[i]);
  if (one->printed_total > MOST_ELEMENTS) wb_say(&dialogue->output, "And so on.");
  free(words);
}

static void say_data(struct wb_dialogue *dialogue, const struct wb_puzzle_data *data) {
  char *hidden = wb_hidden_cases_words(data);
  for (size_t i = 0; i < data->n_cases; i++) {
    const struct wb_case_data *one = &data->cases[i];
    wb_say(&dialogue->output, "%s %llu, %s.", one->visible ? "Case" : "Hidden case",
           (unsigned long long)one->number, one->outline);
    for (size_t k = 0; k < one->n_arrays; k++) say_array(dialogue, &one->arrays[k]);
    say_printed(dialogue, one);
  }
  if (hidden != NULL) wb_say(&dialogue->output, "%s", hidden);
  free(hidden);
}

/* ---- the command --------------------------------------------------------------------- */

static bool step_data(void *data) { return wb_data_task_step(data); }

static void ask_data(struct wb_dialogue *dialogue, size_t only_case, bool hidden_too) {
  const struct wb_data_options options = {.course = dialogue->session.course.root,
                                          .puzzle = wb_dialogue_puzzle(dialogue)->slug,
                                          .only_case = only_case,
                                          .author = hidden_too || dialogue->options->author};
  struct wb_data_task task = {0};
  struct wb_error err = {0};
  if (wb_data_task_start(&task, &options, &err) == WB_OK) {
    const struct wb_dialogue_wait wait = {wb_data_task_fd(&task), step_data, &task,
                                          "Making the cases. Ctrl-C cancels."};
    const bool known = wb_dialogue_await(dialogue, &wait);
    if (known && task.data != NULL)
      say_data(dialogue, task.data);
    else if (known)
      wb_dialogue_refuse_error(dialogue, &task.error);
  } else {
    wb_dialogue_refuse_error(dialogue, &err);
  }
  wb_data_task_cancel(&task);
}

void wb_speak_data(struct wb_dialogue *dialogue, const char *argument) {
  static const char HIDDEN[] = "hidden";
  const char *rest = argument;
  char *end = NULL;
  const bool hidden_too = wb_starts_with(argument, HIDDEN);
  if (hidden_too) rest += strlen(HIDDEN) + strspn(rest + strlen(HIDDEN), " ");
  const unsigned long number = strtoul(rest, &end, 10);
  const bool is_number = *rest >= '0' && *rest <= '9' && *end == '\0' && number > 0;
  if (rest[0] != '\0' && !is_number)
    wb_dialogue_refuse(dialogue,
                       "data takes the number of a case, or nothing, and before it the "
                       "word hidden for hidden cases, too.");
  else
    ask_data(dialogue, number, hidden_too);
}
