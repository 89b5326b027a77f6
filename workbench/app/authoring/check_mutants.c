/* Mutants of the right kernels, each judged: what survives shows what no case asks.
 *
 * First each kernel is judged as it is; what is not accepted has no mutants. Then the mutants of
 * its text are, then those that the compiler makes, as far as they are other programs. Where all
 * have a verdict, what tells the survivors apart is looked for. */
#include <stdlib.h>
#include <string.h>

#include "authoring/check_run.h"
#include "authoring/mutant.h"
#include "authoring/mutant_cases.h"
#include "authoring/mutant_quest.h"
#include "authoring/mutant_table.h"
#include "base/file.h"
#include "finding/finding_fields.h"

enum {
  MUTATED_KERNEL_MAX_BYTES = 4 << 20,
  EXEMPTIONS_MAX_BYTES = 4 << 20,
  /* Loop iterations of a work-item: a loop without an end takes all of them in each case. Unlike a
   * limit of time they are the same however busy the machine is. A mutant has TIMES what its kernel
   * gets by with; few right kernels need MORE, and some more than that. */
  MUTANT_STEPS = 100000,
  MORE_STEPS = 2000000,
  TIMES = 10
};

struct mutated_kernel {
  struct mutant_work *work;
  char *part, *path;
  struct wb_str source;
  bool readable, accepted;
  char *fingerprint;
  uint64_t step_limit;           /* of its mutants; 0: the puzzle's */
  struct wb_code_mutants code;   /* what the compiler can change; none once they are trials */
  size_t n_code, left_out;       /* how many of those there are, and more that nobody makes */
  struct mutant_job *jobs;       /* one for each of its trials that was planned */
  size_t waiting;                /* of them */
  struct wb_mutant_quest *quest; /* NULL: nothing survives */
};

struct mutant_job {
  struct mutated_kernel *kernel;
  struct wb_mutant_trial *trial;
  unsigned seed;           /* of hidden cases; 0: the spec's */
  struct mutant_job *next; /* the kernel's */
};

struct mutant_work {
  struct wb_check_puzzle *puzzle;
  struct mutated_kernel **kernels;
  size_t n_kernels, kernel_capacity;
  struct wb_mutant_table table;
  char *exemptions_path;
  struct wb_mutant_exemptions exemptions;
  struct wb_mutant_candidates candidates;
  bool *chosen, *shown; /* by candidate: few that tell all survivors; those that were told */
};

static struct wb_check_place place_of_kernel(const struct mutated_kernel *kernel, unsigned line) {
  const struct wb_check_puzzle *puzzle = kernel->work->puzzle;
  return (struct wb_check_place){.puzzle = puzzle->slug,
                                 .part = kernel->part,
                                 .file = wb_check_relative(puzzle, kernel->path),
                                 .line = line};
}

static struct wb_check_place place_of_exemption(const struct mutant_work *work, unsigned line) {
  return (struct wb_check_place){.puzzle = work->puzzle->slug,
                                 .part = WB_EXEMPTIONS_FILE,
                                 .file = wb_check_relative(work->puzzle, work->exemptions_path),
                                 .line = line};
}

static bool is_program(const struct mutated_kernel *kernel) {
  return wb_summary_is_of_program(kernel->work->puzzle->summary);
}

/* ---- judging ------------------------------------------------------------------------------- */

static struct wb_run_options options_of_kernel(const struct mutated_kernel *kernel) {
  return (struct wb_run_options){.file = kernel->path,
                                 .source = kernel->source.data,
                                 .source_length = kernel->source.length,
                                 .step_limit = kernel->step_limit,
                                 .verdicts_only = true,
                                 .fingerprint = true,
                                 .author = true};
}

/* What the judge made of a mutant. A launch that no case can have is a judge-error of its own, and
 * nobody's fault; and the program of a changed launch is the kernel's. */
static void take_launch_result(struct mutated_kernel *kernel, struct wb_mutant_trial *trial,
                               struct wb_judgement *judgement) {
  const struct wb_result *result = &judgement->result;
  if (judgement->status == WB_OK && result->verdict == WB_VERDICT_JUDGE_ERROR &&
      result->cause == WB_ERR_USAGE) {
    trial->fate = WB_MUTANT_INVALID;
  } else if (wb_check_was_judged(kernel->work->puzzle, judgement)) {
    wb_mutant_table_take_result(&kernel->work->table, trial, NULL, result);
    free(trial->fingerprint);
    trial->fingerprint = NULL;
  } else {
    trial->fate = WB_MUTANT_UNJUDGED;
  }
}

static bool is_of_kernel(const struct mutated_kernel *kernel, const struct wb_mutant_trial *trial) {
  return strcmp(trial->part, kernel->part) == 0;
}

/* Once all its mutants are judged: what would tell those that survive without a reason. */
static void search_for_cases(struct mutated_kernel *kernel) {
  struct mutant_work *work = kernel->work;
  const struct wb_run_options options = options_of_kernel(kernel);
  wb_mutant_table_settle(&work->table, &work->exemptions);
  if (work->candidates.told == NULL)
    wb_mutant_candidates_make(&work->candidates, work->puzzle->summary);
  kernel->quest = wb_mutant_quest_new(work->puzzle, &work->candidates, &options);
  for (size_t i = 0; i < work->table.count; i++) {
    struct wb_mutant_trial *trial = work->table.trials[i];
    if (is_of_kernel(kernel, trial) && trial->fate == WB_MUTANT_SURVIVED &&
        (trial->text != NULL || trial->code > 0))
      wb_mutant_quest_add(kernel->quest, trial);
  }
  wb_mutant_quest_begin(kernel->quest);
}

static void plan_code_mutants(struct mutated_kernel *kernel);

/* One more judgement of the kernel's mutants has ended. */
static void go_on(struct mutated_kernel *kernel) {
  if (--kernel->waiting > 0) return;
  plan_code_mutants(kernel);
  if (kernel->waiting == 0) search_for_cases(kernel);
}

static void take_hidden_result(struct wb_judgement *judgement, void *data) {
  const struct mutant_job *job = data;
  struct wb_mutant_trial *trial = job->trial;
  const bool judged = wb_check_was_judged(job->kernel->work->puzzle, judgement);
  if (judged && judgement->result.verdict == WB_VERDICT_ACCEPTED &&
      (trial->survives_seed == 0 || job->seed < trial->survives_seed))
    trial->survives_seed = job->seed;
  go_on(job->kernel);
}

static void plan_mutant(struct mutated_kernel *kernel, struct wb_mutant_trial *trial,
                        unsigned seed);

/* What a visible case rejects is rejected whatever hidden cases hold. Whether more is to be judged.
 */
static bool plan_hidden(struct mutated_kernel *kernel, struct wb_mutant_trial *trial) {
  const unsigned count = wb_check_hidden_seeds(kernel->work->puzzle);
  if (count == 0 || !wb_mutant_table_killed_hidden(&kernel->work->table, trial)) return false;
  for (unsigned i = 1; i <= count; i++) plan_mutant(kernel, trial, i);
  return true;
}

static void take_mutant_result(struct wb_judgement *judgement, void *data) {
  struct mutant_job *job = data;
  struct mutated_kernel *kernel = job->kernel;
  /* Neither is told from the kernel by its program. */
  if (job->trial->launch != WB_LAUNCH_AS_IT_IS || is_program(kernel))
    take_launch_result(kernel, job->trial, judgement);
  else if (wb_check_was_judged(kernel->work->puzzle, judgement))
    wb_mutant_table_take_result(&kernel->work->table, job->trial, kernel->fingerprint,
                                &judgement->result);
  else
    job->trial->fate = WB_MUTANT_UNJUDGED;
  const bool is_needed = job->trial->fate == WB_MUTANT_SURVIVED || plan_hidden(kernel, job->trial);
  if (!is_needed) {
    free(job->trial->text);
    job->trial->text = NULL;
  }
  go_on(kernel);
}

/* `mutant` is NULL for the kernel as it is, which says what the compiler can change. */
static void plan_source(struct mutated_kernel *kernel, const struct wb_mutant_trial *mutant,
                        unsigned seed, void (*ended)(struct wb_judgement *judgement, void *data),
                        void *data) {
  struct wb_run_options options = options_of_kernel(kernel);
  options.lists_mutants = mutant == NULL;
  options.has_seed = options.hidden_seed = seed > 0;
  options.seed = seed;
  if (mutant != NULL)
    wb_mutant_trial_order(mutant, &options);
  else
    options.step_limit /= TIMES;
  wb_check_judge(kernel->work->puzzle, &options, "mutants", ended, data);
}

static void plan_mutant(struct mutated_kernel *kernel, struct wb_mutant_trial *trial,
                        unsigned seed) {
  struct mutant_job *job = wb_alloc(sizeof *job);
  *job = (struct mutant_job){kernel, trial, seed, kernel->jobs};
  kernel->jobs = job;
  kernel->waiting++;
  plan_source(kernel, trial, seed, seed > 0 ? take_hidden_result : take_mutant_result, job);
}

static void plan_mutants(struct mutated_kernel *kernel) {
  const struct wb_mutant_table *table = &kernel->work->table;
  for (size_t i = 0; i < table->count; i++)
    if (is_of_kernel(kernel, table->trials[i]) && table->trials[i]->fate == WB_MUTANT_WAITING)
      plan_mutant(kernel, table->trials[i], 0);
}

static struct wb_mutant_trial *add_code_mutant(struct mutated_kernel *kernel,
                                               const struct wb_code_mutant *mutant) {
  char *difference = wb_mutant_line_difference(kernel->source.data, mutant->line, mutant->rewritten,
                                               mutant->words);
  struct wb_mutant_trial *trial =
      wb_mutant_table_add(&kernel->work->table, kernel->part, WB_CODE_MUTANT, mutant->line,
                          mutant->column, difference, NULL);
  trial->words = wb_strdup(mutant->words);
  trial->code = mutant->number;
  return trial;
}

/* What a mutant of the text was already is not judged again. */
static void plan_code_mutants(struct mutated_kernel *kernel) {
  struct wb_code_mutants code = kernel->code;
  kernel->code = (struct wb_code_mutants){0};
  for (size_t i = 0; i < code.count; i++)
    if (!wb_mutant_table_has_program(&kernel->work->table, kernel->part, code.items[i].fingerprint))
      plan_mutant(kernel, add_code_mutant(kernel, &code.items[i]), 0);
  wb_fields_release(&wb_code_mutants_fields, &code);
}

static void plan_original(struct mutated_kernel *kernel);

/* A kernel that is not accepted is another check's fault; one that takes more steps than most may
 * do so, as its mutants may then. */
static void take_original(struct wb_judgement *judgement, void *data) {
  struct mutated_kernel *kernel = data;
  if (kernel->step_limit > 0 && judgement->status == WB_OK &&
      judgement->result.verdict == WB_VERDICT_TIME_LIMIT) {
    kernel->step_limit = kernel->step_limit < MORE_STEPS ? MORE_STEPS : 0;
    plan_original(kernel);
    return;
  }
  kernel->accepted = wb_check_was_judged(kernel->work->puzzle, judgement) &&
                     judgement->result.verdict == WB_VERDICT_ACCEPTED;
  if (!kernel->accepted) return;
  kernel->fingerprint = wb_strdup(judgement->result.fingerprint);
  wb_mutant_table_take_cases(&kernel->work->table, &judgement->result);
  kernel->code = judgement->result.mutants;
  kernel->n_code = kernel->code.count;
  kernel->left_out = kernel->code.left_out;
  judgement->result.mutants = (struct wb_code_mutants){0};
  plan_mutants(kernel);
}

static void plan_original(struct mutated_kernel *kernel) {
  plan_source(kernel, NULL, 0, take_original, kernel);
}

/* ---- the kernels --------------------------------------------------------------------------- */

/* By the number of dimensions that they need. */
static void add_launches(struct mutated_kernel *kernel) {
  static const struct {
    unsigned dimensions;
    enum wb_launch_change change;
  } CHANGES[] = {{1, WB_LAUNCH_GROUP_FEWER_X},
                 {2, WB_LAUNCH_GROUP_FEWER_Y},
                 {2, WB_LAUNCH_SWAPPED_XY},
                 {3, WB_LAUNCH_GROUP_FEWER_Z},
                 {3, WB_LAUNCH_SWAPPED_YZ}};
  const struct wb_puzzle_summary *puzzle = kernel->work->puzzle->summary;
  const unsigned dimensions = wb_mutant_cases_dimensions(puzzle->cases, puzzle->n_cases);
  for (size_t i = 0; i < sizeof CHANGES / sizeof CHANGES[0]; i++) {
    if (CHANGES[i].dimensions > dimensions) continue;
    char *words = wb_format("= %s\n", wb_word_help(&wb_launch_changes, CHANGES[i].change));
    wb_mutant_table_add(&kernel->work->table, kernel->part, WB_LAUNCH_MUTANT, 0, 0, words, NULL)
        ->launch = CHANGES[i].change;
  }
}

static void add_trials(struct mutated_kernel *kernel) {
  struct wb_mutant_table *table = &kernel->work->table;
  struct wb_mutants mutants = {0};
  const char *text = kernel->source.data;
  const struct wb_puzzle_summary *puzzle = kernel->work->puzzle->summary;
  const struct wb_mutant_domain domain = {.declared = puzzle->domain != NULL,
                                          .entry = puzzle->entry,
                                          .parameters = puzzle->parameters,
                                          .n_parameters = puzzle->n_parameters,
                                          .ranges = puzzle->ranges,
                                          .n_ranges = puzzle->n_ranges};
  if (is_program(kernel))
    wb_program_mutants_find(&mutants, text, kernel->source.length);
  else
    wb_mutants_find(&mutants, text, kernel->source.length, &domain);
  for (size_t i = 0; i < mutants.count; i++) {
    const struct wb_mutant *mutant = &mutants.items[i];
    char *changed = wb_mutant_text(mutant, text, kernel->source.length);
    char *difference = wb_mutant_difference(text, changed);
    if (wb_mutant_table_has(table, kernel->part, mutant->kind->name, difference)) {
      free(difference);
      free(changed);
    } else {
      struct wb_mutant_trial *trial =
          wb_mutant_table_add(table, kernel->part, mutant->kind->name, mutant->line, mutant->column,
                              difference, changed);
      if (mutant->fits) trial->fate = WB_MUTANT_FITS;
    }
  }
  add_launches(kernel);
  wb_mutants_release(&mutants);
}

static void add_mutated_kernel(struct mutant_work *work, const char *folder, const char *path) {
  struct mutated_kernel *kernel = wb_alloc(sizeof *kernel);
  *kernel =
      (struct mutated_kernel){.work = work, .path = wb_strdup(path), .step_limit = MUTANT_STEPS};
  kernel->part = wb_format("%s%s", folder, wb_path_basename(path));
  wb_str_init(&kernel->source);
  kernel->readable = wb_file_read(path, MUTATED_KERNEL_MAX_BYTES, &kernel->source, NULL) == WB_OK;
  if (kernel->readable) add_trials(kernel);
  work->kernels =
      wb_grow(work->kernels, &work->kernel_capacity, work->n_kernels + 1, sizeof work->kernels[0]);
  work->kernels[work->n_kernels++] = kernel;
}

static void add_mutated_kernels(struct mutant_work *work) {
  const struct wb_course *course = work->puzzle->run->order->course;
  char *accepted = wb_course_solution(course, work->puzzle->slug);
  struct wb_names right;
  wb_names_init(&right);
  if (wb_is_regular_file(accepted)) add_mutated_kernel(work, "", accepted);
  wb_course_right(course, work->puzzle->slug, &right, NULL);
  for (size_t i = 0; i < right.count; i++) add_mutated_kernel(work, "right/", right.items[i]);
  wb_names_release(&right);
  free(accepted);
}

static void read_exemptions(struct mutant_work *work) {
  char *accepted = wb_course_solution(work->puzzle->run->order->course, work->puzzle->slug);
  char *folder = wb_path_dirname(accepted);
  work->exemptions_path = wb_path_join(folder, WB_EXEMPTIONS_FILE);
  char *text = wb_is_regular_file(work->exemptions_path)
                   ? wb_file_read_text(work->exemptions_path, EXEMPTIONS_MAX_BYTES, NULL)
                   : NULL;
  if (text != NULL) wb_mutant_exemptions_parse(&work->exemptions, text);
  free(text);
  free(folder);
  free(accepted);
}

static void *begin_mutants(struct wb_check_puzzle *puzzle) {
  struct mutant_work *work = wb_alloc(sizeof *work);
  work->puzzle = puzzle;
  read_exemptions(work);
  add_mutated_kernels(work);
  for (size_t i = 0; i < work->n_kernels; i++) {
    if (work->kernels[i]->readable) plan_original(work->kernels[i]);
  }
  return work;
}

/* ---- what is said of it -------------------------------------------------------------------- */

static const char *words_of_mutant(const struct wb_mutant_trial *trial) {
  if (trial->words != NULL) return trial->words;
  if (trial->launch != WB_LAUNCH_AS_IT_IS) return wb_word_help(&wb_launch_changes, trial->launch);
  return wb_mutant_operator_find(trial->operator_name)->summary;
}

/* The case that is suggested for a survivor: the first that was chosen for all and tells it. */
static size_t case_of_survivor(const struct mutant_work *work,
                               const struct wb_mutant_trial *trial) {
  size_t i = 0;
  while (!work->chosen[i] || trial->answers[i] != WB_MUTANT_TOLD) i++;
  return i;
}

/* `{ name = "n 5, …", … }`, ready to be pasted behind the others: of the last step, where the
 * puzzle has steps. */
static void add_suggested_case(const struct mutant_work *work, size_t candidate,
                               struct wb_str *out) {
  const char *text = work->candidates.cases.items[candidate];
  const size_t n_steps = work->puzzle->summary->n_steps;
  const int open = (int)strlen(text) - (int)strlen(" }");
  if (n_steps == 0)
    wb_str_addf(out, "%s,", text);
  else
    wb_str_addf(out, "%.*s, step = %zu },", open, text, n_steps);
}

/* "accepted.cl:4 (condition), accepted.cl:7 (index)": what else of those that have no other case.
 */
static void add_others_told(const struct mutant_work *work, const struct wb_mutant_trial *first,
                            size_t candidate, struct wb_str *out) {
  for (size_t i = 0; i < work->table.count; i++) {
    const struct wb_mutant_trial *trial = work->table.trials[i];
    if (trial == first || !trial->told || case_of_survivor(work, trial) != candidate) continue;
    wb_str_addf(out, "%s%s:%u (%s)", out->length > 0 ? ", " : "", trial->part, trial->line,
                trial->operator_name);
  }
}

/* A case is told once, where the first survivor is that it tells. */
static char *remedy_of_told(struct mutant_work *work, const struct wb_mutant_trial *trial,
                            struct wb_str *detail) {
  const size_t candidate = case_of_survivor(work, trial);
  struct wb_str others;
  char *remedy;
  if (work->shown[candidate])
    return wb_strdup("The case that is suggested above, for another mutant, rejects it, too.");
  work->shown[candidate] = true;
  add_suggested_case(work, candidate, detail);
  wb_str_init(&others);
  add_others_told(work, trial, candidate, &others);
  remedy = others.length == 0
               ? wb_strdup(
                     "Add the case below, which the kernel is accepted on and the mutant is "
                     "not.")
               : wb_format(
                     "Add the case below, which the kernel is accepted on and the mutant is "
                     "not; it rejects these survivors as well: %s.",
                     others.data);
  wb_str_release(&others);
  return remedy;
}

static char *remedy_of_untold(const struct wb_mutant_trial *trial) {
  return wb_format(
      "%s tells it from the kernel; or, if it is right as well, list it with a reason "
      "in the solution's " WB_EXEMPTIONS_FILE ".",
      trial->searched ? "No other size, launch, seed or fill that was tried rejects "
                        "it. Add a case that"
                      : "No case was searched for it. Add one that");
}

static void report_survivor(struct mutated_kernel *kernel, const struct wb_mutant_trial *trial) {
  const struct wb_check_place place = place_of_kernel(kernel, trial->line);
  struct wb_str detail;
  wb_str_init(&detail);
  char *entry =
      wb_mutant_exemption_text(trial->part, trial->operator_name, trial->difference, trial->number);
  wb_str_add(&detail, trial->told ? trial->difference : entry);
  char *remedy =
      trial->told ? remedy_of_told(kernel->work, trial, &detail) : remedy_of_untold(trial);
  struct wb_check_item *item = wb_check_fault(&kernel->work->puzzle->report, "mutants-survive",
                                              &place, remedy, "no case rejects a mutant (%s): %s",
                                              trial->operator_name, words_of_mutant(trial));
  free(item->detail);
  item->detail = wb_str_detach(&detail);
  free(entry);
  free(remedy);
}

static void report_hidden(const struct mutated_kernel *kernel,
                          const struct wb_mutant_trial *trial) {
  const struct wb_check_place place = place_of_kernel(kernel, trial->line);
  struct wb_check_item *item =
      wb_check_fault(&kernel->work->puzzle->report, "mutants-hidden", &place,
                     "Add a visible case that rejects it, or narrow what hidden cases are filled "
                     "with, or `vary`.",
                     "with seed %u for hidden cases no case rejects a mutant (%s): %s",
                     trial->survives_seed, trial->operator_name, words_of_mutant(trial));
  free(item->detail);
  item->detail = wb_strdup(trial->difference);
}

static void conclude_hidden(const struct mutated_kernel *kernel) {
  const struct wb_mutant_table *table = &kernel->work->table;
  const struct wb_check_place place = place_of_kernel(kernel, 0);
  bool any = false;
  if (wb_check_hidden_seeds(kernel->work->puzzle) == 0) return;
  for (size_t i = 0; i < table->count; i++) {
    if (!is_of_kernel(kernel, table->trials[i]) || table->trials[i]->survives_seed == 0) continue;
    report_hidden(kernel, table->trials[i]);
    any = true;
  }
  if (!any) wb_check_passed(&kernel->work->puzzle->report, "mutants-hidden", &place);
}

/* The compiler makes fewer the larger a text is (compiler/mutate/mutate.c). */
static void tell_left_out(const struct mutated_kernel *kernel) {
  struct wb_check_report *report = &kernel->work->puzzle->report;
  const struct wb_check_place place = place_of_kernel(kernel, 0);
  if (kernel->left_out == 0)
    wb_check_passed(report, "mutants-made", &place);
  else
    wb_check_suggestion(report, "mutants-made", &place,
                        "What a shorter kernel does is tried more thoroughly: write it with loops "
                        "and functions, or in two puzzles.",
                        "the kernel is so long that only its first %zu changes of code are tried, "
                        "and %zu are not",
                        kernel->n_code, kernel->left_out);
}

/* Long, so that only programs are shown it: without a message of its own, people are not. */
static void tell_matrix(const struct mutated_kernel *kernel) {
  const struct wb_check_place place = place_of_kernel(kernel, 0);
  struct wb_str rows;
  wb_str_init(&rows);
  wb_mutant_table_list_mutants(&kernel->work->table, kernel->part, &rows);
  struct wb_check_item *item =
      wb_check_told(&kernel->work->puzzle->report, "mutants-matrix", &place, "%s", "");
  free(item->detail);
  item->detail = wb_str_detach(&rows);
}

static void conclude_kernel(struct mutated_kernel *kernel) {
  struct wb_check_report *report = &kernel->work->puzzle->report;
  const struct wb_mutant_table *table = &kernel->work->table;
  const struct wb_check_place place = place_of_kernel(kernel, 0);
  if (!kernel->accepted) {
    wb_check_skipped(report, "mutants-survive", &place,
                     "the kernel itself is not accepted, or could not be judged");
    return;
  }
  for (size_t i = 0; i < table->count; i++)
    if (is_of_kernel(kernel, table->trials[i]) && table->trials[i]->fate == WB_MUTANT_SURVIVED)
      report_survivor(kernel, table->trials[i]);
  const size_t unjudged = wb_mutant_table_count(table, kernel->part, WB_MUTANT_UNJUDGED);
  if (unjudged > 0)
    wb_check_skipped(report, "mutants-survive", &place, "some mutants could not be judged");
  else if (wb_mutant_table_count(table, kernel->part, WB_MUTANT_SURVIVED) == 0)
    wb_check_passed(report, "mutants-survive", &place);
  conclude_hidden(kernel);
  tell_left_out(kernel);
  tell_matrix(kernel);
}

/* The trial that an entry names; NULL: there is none any more. */
static const struct wb_mutant_trial *trial_of_exemption(const struct wb_mutant_table *table,
                                                        const struct wb_mutant_exemption *entry) {
  for (size_t i = 0; i < table->count; i++)
    if (table->trials[i]->exemption == entry) return table->trials[i];
  return NULL;
}

static void conclude_exemption(const struct mutant_work *work,
                               const struct wb_mutant_exemption *entry) {
  struct wb_check_report *report = &work->puzzle->report;
  const struct wb_check_place place = place_of_exemption(work, entry->line);
  const struct wb_mutant_trial *trial = trial_of_exemption(&work->table, entry);
  const enum wb_mutant_fate fate = trial != NULL ? trial->fate : WB_MUTANT_WAITING;
  if (trial == NULL)
    wb_check_fault(report, "mutants-listed", &place, "Take the entry out, or correct it.",
                   "no mutant of %s changes these lines in this way (%s)", entry->part,
                   entry->operator_name);
  else if (fate == WB_MUTANT_KILLED || fate == WB_MUTANT_INVALID || fate == WB_MUTANT_EQUIVALENT ||
           fate == WB_MUTANT_FITS)
    wb_check_fault(report, "mutants-listed", &place, "Take the entry out.", "%s",
                   fate == WB_MUTANT_KILLED    ? "a case rejects this mutant"
                   : fate == WB_MUTANT_FITS    ? "the domain itself shows that this mutant is right"
                   : fate == WB_MUTANT_INVALID ? "this mutant does not compile"
                                               : "this mutant is the same program as the kernel");
  else
    wb_check_passed(report, "mutants-listed", &place);
}

static void conclude_exemptions(const struct mutant_work *work) {
  const struct wb_mutant_exemptions *exemptions = &work->exemptions;
  for (size_t i = 0; i < exemptions->n_mistakes; i++) {
    const struct wb_check_place place = place_of_exemption(work, exemptions->mistakes[i].line);
    wb_check_fault(&work->puzzle->report, "mutants-listed", &place, NULL, "%s",
                   exemptions->mistakes[i].message);
  }
  for (size_t i = 0; i < exemptions->count; i++) conclude_exemption(work, &exemptions->items[i]);
}

static void conclude_cases(const struct mutant_work *work) {
  const struct wb_mutant_table *table = &work->table;
  const struct wb_check_place place = {.puzzle = work->puzzle->slug, .part = "mutants"};
  size_t idle = 0;
  for (size_t i = 0; i < table->n_cases; i++) {
    if (table->spared[i] || wb_mutant_table_kills(table, i, false) > 0) continue;
    idle++;
    wb_check_suggestion(&work->puzzle->report, "mutants-cases", &place,
                        "Leave it out, or make it ask what the others do not.",
                        "case %zu, \"%s\", rejects none of the mutants", i + 1, table->cases[i]);
  }
  if (table->n_cases > 0 && idle == 0)
    wb_check_passed(&work->puzzle->report, "mutants-cases", &place);
}

static void conclude_score(const struct mutant_work *work) {
  const struct wb_check_place place = {.puzzle = work->puzzle->slug, .part = "mutants"};
  struct wb_str words, detail;
  wb_str_init(&words);
  wb_str_init(&detail);
  wb_mutant_table_sum_up(&work->table, &words);
  wb_mutant_table_list_cases(&work->table, &detail);
  work->puzzle->tally.mutants_killed = wb_mutant_table_count(&work->table, NULL, WB_MUTANT_KILLED);
  work->puzzle->tally.mutants_explained =
      wb_mutant_table_count(&work->table, NULL, WB_MUTANT_EXPLAINED);
  work->puzzle->tally.mutants_survived =
      wb_mutant_table_count(&work->table, NULL, WB_MUTANT_SURVIVED);
  struct wb_check_item *item =
      wb_check_told(&work->puzzle->report, "mutants-score", &place, "%s", words.data);
  free(item->detail);
  item->detail = wb_str_detach(&detail);
  wb_str_release(&words);
}

static void conclude_mutants(struct wb_check_puzzle *puzzle, void *begun) {
  struct mutant_work *work = begun;
  (void)puzzle;
  wb_mutant_table_settle(&work->table, &work->exemptions);
  work->chosen = wb_mutant_candidates_choose(&work->candidates, &work->table);
  work->shown = wb_alloc((work->candidates.cases.count + 1) * sizeof *work->shown);
  for (size_t i = 0; i < work->n_kernels; i++) conclude_kernel(work->kernels[i]);
  conclude_exemptions(work);
  if (work->table.n_cases == 0) return;
  conclude_cases(work);
  conclude_score(work);
}

static void release_mutants(void *begun) {
  struct mutant_work *work = begun;
  for (size_t i = 0; i < work->n_kernels; i++) {
    struct mutated_kernel *kernel = work->kernels[i];
    while (kernel->jobs != NULL) {
      struct mutant_job *job = kernel->jobs;
      kernel->jobs = job->next;
      free(job);
    }
    wb_fields_release(&wb_code_mutants_fields, &kernel->code);
    wb_mutant_quest_free(kernel->quest);
    wb_str_release(&kernel->source);
    free(kernel->fingerprint);
    free(kernel->part);
    free(kernel->path);
    free(kernel);
  }
  free(work->kernels);
  free(work->exemptions_path);
  free(work->chosen);
  free(work->shown);
  wb_mutant_candidates_release(&work->candidates);
  wb_mutant_exemptions_release(&work->exemptions);
  wb_mutant_table_release(&work->table);
  free(work);
}

const struct wb_check_step wb_check_mutants_step = {.is_long = true,
                                                    .needs_spec = true,
                                                    .begin = begin_mutants,
                                                    .conclude = conclude_mutants,
                                                    .release = release_mutants};
