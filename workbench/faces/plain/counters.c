/* What the kernel did, beside the budget and our solution. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "session/figures.h"
#include "session/record.h"
#include "plain/commands.h"
#include "plain/shell_commands.h"
#include "report/comparison.h"
#include "report/counter_words.h"
#include "report/summary.h"
#include "report/write.h"
#include "verbs/best.h"

enum { MOST_LINES = 5, MOST_VERSIONS = 5 };

static uint64_t value_of(const struct wb_counters *counters, unsigned at) {
  struct wb_counters copy = *counters;
  return *wb_counter_at(&copy, at);
}

/* ---- measuring ---- */

/* The same kernel counts the same, and more: its figures take the place of those
 * that the verdict came with. */
static void take_own(struct wb_dialogue *dialogue, const struct wb_run_options *options,
                     struct wb_result *measured) {
  struct wb_dialogue_task *work = wb_dialogue_open_work(dialogue);
  struct wb_record record;
  if (measured->source == NULL || strcmp(measured->source, work->judged) != 0) return;
  if (measured->n_cases != work->result->n_cases) return;
  for (size_t i = 0; i < measured->n_cases; i++) {
    struct wb_case_result *to = &work->result->cases[i], *from = &measured->cases[i];
    to->counters = from->counters;
    free(to->lines);
    to->lines = from->lines;
    to->n_lines = from->n_lines;
    from->lines = NULL;
    from->n_lines = 0;
  }
  wb_record_init(&record, &dialogue->session.course, options, measured, true);
  if (dialogue->session.store != NULL)
    wb_store_measured(dialogue->session.store, &record.judged, NULL);
  wb_record_release(&record);
}

/* False: it was cancelled. */
static bool measure_own(struct wb_dialogue *dialogue) {
  struct wb_result *measured = NULL;
  char *path = wb_strdup(wb_dialogue_open_work(dialogue)->result->file);
  struct wb_run_options options = wb_dialogue_run_options(dialogue, path);
  options.profile = true;
  enum wb_run_end end = wb_dialogue_try(dialogue, &options, &measured);
  if (end == WB_RUN_DONE) take_own(dialogue, &options, measured);
  wb_result_delete(measured);
  free(path);
  return end == WB_RUN_DONE;
}

/* False: it was cancelled. */
static bool measure_ours(struct wb_dialogue *dialogue) {
  struct wb_dialogue_task *work = wb_dialogue_open_work(dialogue);
  struct wb_result *measured = NULL;
  struct wb_our_figures figures;
  enum wb_run_end end = WB_RUN_DONE;
  wb_our_figures_find(&figures, &dialogue->session, wb_dialogue_puzzle(dialogue)->slug);
  if (figures.state == WB_OUR_FIGURES_NEEDED) {
    struct wb_run_options options = wb_dialogue_run_options(dialogue, figures.file);
    options.profile = true;
    end = wb_dialogue_try(dialogue, &options, &measured);
    if (end == WB_RUN_DONE) wb_our_figures_take(&figures, &dialogue->session, measured);
  }
  work->ours = figures.cases;
  work->n_ours = figures.n_cases;
  figures.cases = NULL;
  wb_our_figures_release(&figures);
  wb_result_delete(measured);
  return end == WB_RUN_DONE;
}

/* ---- telling ---- */

static void add_value(struct wb_str *out, const char *before, uint64_t value) {
  wb_str_add(out, before);
  wb_write_grouped(out, value);
}

/* "Versions, the oldest first: version 2: 8, version 4: 4." */
static void say_versions(struct wb_dialogue *dialogue, const struct wb_attempts *attempts,
                         size_t place, const struct wb_counter_words *words) {
  const unsigned at = wb_counter_index(words->counter);
  struct wb_best_counter best;
  struct wb_str text;
  size_t told = 0;
  wb_str_init(&text);
  for (size_t i = attempts->count; i > 0 && told < MOST_VERSIONS; i--) {
    const struct wb_attempt *attempt = &attempts->items[i - 1];
    if (place >= attempt->n_cases) continue;
    if (wb_counter_is_modelled(at) && attempt->cases[place].subgroup == 0) continue;
    wb_str_addf(&text, "%sversion %" PRIu64 ": ", told++ > 0 ? ", " : "", attempt->number);
    wb_write_grouped(&text, value_of(&attempt->cases[place], at));
  }
  if (told > 1) wb_say(&dialogue->output, "Newest first: %s.", text.data);
  if (told > 1 && wb_best_in_case(attempts, words, place, &best)) {
    wb_str_clear(&text);
    wb_write_grouped(&text, best.value);
    wb_say(&dialogue->output, "Your best: %s, in version %" PRIu64 ".", text.data, best.version);
  }
  wb_str_release(&text);
}

static void say_counter(struct wb_dialogue *dialogue, const struct wb_counter_words *words,
                        const struct wb_case_result *one, const struct wb_counters *ours) {
  const unsigned at = wb_counter_index(words->counter);
  const uint64_t own = value_of(&one->counters, at);
  struct wb_str text;
  wb_str_init(&text);
  wb_str_addf(&text, "%s: ", words->label);
  wb_write_grouped(&text, own);
  if (ours != NULL) add_value(&text, ", ours ", value_of(ours, at));
  if ((one->budgeted >> at & 1) != 0) {
    const uint64_t budget = value_of(&one->budgets, at);
    const bool wanted = wb_counter_is_wanted(at);
    add_value(&text, wanted ? ", asked for at least " : ", allowed ", budget);
    if (wb_counter_exceeds(at, own, budget))
      wb_str_add(&text, wanted ? ": too little" : ": too much");
  }
  wb_say(&dialogue->output, "%s.", text.data);
  wb_str_release(&text);
}

/* "reads of a by one work-item: 3, allowed 2: too much." */
static void say_array(struct wb_dialogue *dialogue, const struct wb_array_limit *of) {
  struct wb_str text;
  wb_str_init(&text);
  wb_str_addf(&text, "%ss of %s%s: ", wb_access_name(of->count->access), of->count->array,
              of->of_one ? " by one work-item" : "");
  wb_write_grouped(&text, of->own);
  add_value(&text, ", allowed ", of->limit);
  if (of->own > of->limit) wb_str_add(&text, ": too much");
  wb_say(&dialogue->output, "%s.", text.data);
  wb_str_release(&text);
}

/* The lines that waste most, where that was measured. */
static void say_lines(struct wb_dialogue *dialogue, const struct wb_case_result *one) {
  for (size_t i = 0; i < one->n_lines && i < MOST_LINES; i++) {
    const struct wb_line_cost *line = &one->lines[i];
    struct wb_str text;
    if (line->cost <= line->ideal) return; /* nor do those that follow waste anything */
    wb_str_init(&text);
    wb_line_cost_describe(line, &text);
    wb_say(&dialogue->output, "line %u, column %u: %s.", line->line, line->column, text.data);
    wb_str_release(&text);
  }
}

static void say_case(struct wb_dialogue *dialogue, size_t place, bool about) {
  const struct wb_dialogue_task *work = wb_dialogue_open_work(dialogue);
  const struct wb_case_result *one = &work->result->cases[place];
  const struct wb_counters *ours = place < work->n_ours ? &work->ours[place] : NULL;
  struct wb_attempts attempts = {0};
  size_t count;
  const struct wb_counter_words *words = wb_counter_words(&count);
  if (about && dialogue->session.store != NULL)
    wb_store_attempts(dialogue->session.store, dialogue->session.course.key,
                      wb_dialogue_puzzle(dialogue)->slug, &attempts, NULL);
  wb_say(&dialogue->output, "Case %zu of %zu, %s: %s.", place + 1, work->result->n_cases,
         one->visible && one->name != NULL ? one->name : "hidden", wb_verdict_words(one->verdict));
  for (size_t i = 0; i < count; i++) {
    if (!wb_counter_is_notable(&words[i], &one->counters, ours, one->budgeted)) continue;
    say_counter(dialogue, &words[i], one, ours);
    if (!about) continue;
    wb_say(&dialogue->output, "%s", words[i].about);
    say_versions(dialogue, &attempts, place, &words[i]);
  }
  struct wb_array_limit limit;
  for (size_t i = 0; wb_array_limit(one, i, &limit); i++) say_array(dialogue, &limit);
  say_lines(dialogue, one);
  wb_attempts_release(&attempts);
}

/* ---- the command ---- */

/* "2", "about", "2 about"; false for anything else. */
static bool parse_argument(const char *argument, size_t *place, bool *about) {
  struct wb_names words;
  bool fine = true;
  *place = SIZE_MAX;
  *about = false;
  wb_names_init(&words);
  wb_split_words(argument, &words);
  for (size_t i = 0; i < words.count; i++) {
    char *end;
    unsigned long number = strtoul(words.items[i], &end, 10);
    if (strcmp(words.items[i], "about") == 0)
      *about = true;
    else if (*end == '\0' && number >= 1)
      *place = number - 1;
    else
      fine = false;
  }
  wb_names_release(&words);
  return fine;
}

static void say_counters(struct wb_dialogue *dialogue, size_t place, bool about) {
  const struct wb_dialogue_task *work = wb_dialogue_open_work(dialogue);
  bool fits = place < work->result->n_cases && wb_case_was_counted(&work->result->cases[place]);
  if (!fits && place != SIZE_MAX && place >= work->result->n_cases) {
    wb_dialogue_refuse(dialogue, "The result has %zu case%s.", work->result->n_cases,
                       wb_plural(work->result->n_cases));
    return;
  }
  if (!fits) {
    wb_say(&dialogue->output,
           "Nothing was counted: only the emulator counts, and only cases that ran to their end.");
    return;
  }
  bool measured = work->result->cases[place].counters.subgroup > 0;
  if (!measured && wb_dialogue_result_is_fresh(dialogue) && !measure_own(dialogue)) return;
  if (work->ours == NULL && !measure_ours(dialogue)) return;
  say_case(dialogue, place, about);
}

void wb_speak_counters(struct wb_dialogue *dialogue, const char *argument) {
  const struct wb_result *result = wb_dialogue_open_work(dialogue)->result;
  size_t place;
  bool about;
  if (result == NULL) {
    wb_dialogue_refuse(dialogue, "It has not been run yet. run judges your kernel.");
  } else if (!parse_argument(argument, &place, &about)) {
    wb_dialogue_refuse(dialogue, "counters takes the number of a case, about, both or nothing.");
  } else {
    wb_dialogue_say_age(dialogue);
    say_counters(dialogue, place != SIZE_MAX ? place : wb_counted_case(result), about);
  }
}
