#include "authoring/check_run.h"

#include <stdlib.h>
#include <string.h>

#include "authoring/check_files.h"
#include "authoring/check.h"
#include "authoring/text_check.h"
#include "base/clock.h"
#include "base/str.h"

/* Puzzles that are under way at a time: enough that no judge ever waits, and few enough that
 * what is planned for a long course fits into memory. */
enum { PUZZLES_AT_A_TIME = 8 };

struct wb_check_judgement {
  struct wb_judgement judgement;
  struct wb_check_puzzle *puzzle;
  void (*ended)(struct wb_judgement *judgement, void *data);
  void *data;
  struct wb_check_judgement *next;
};

/* ---- one puzzle ------------------------------------------------------------------------ */

static bool is_left_out(const struct wb_check_puzzle *puzzle, const struct wb_check_step *step) {
  const struct wb_check_run *run = puzzle->run;
  return (step->is_long && run->order->quick) ||
         (step->needs_spec && puzzle->summary->error != NULL) ||
         (!step->on_devices && run->compares);
}

static void conclude_steps(struct wb_check_puzzle *puzzle) {
  const struct wb_check_step *const *steps = puzzle->run->order->steps;
  const size_t count = puzzle->run->order->n_steps;
  for (size_t i = 0; i < count; i++)
    if (!is_left_out(puzzle, steps[i]) && steps[i]->conclude != NULL)
      steps[i]->conclude(puzzle, puzzle->states[i]);
}

static void release_puzzle(struct wb_check_puzzle *puzzle) {
  const struct wb_check_order *order = puzzle->run->order;
  for (size_t i = 0; puzzle->states != NULL && i < order->n_steps; i++)
    if (puzzle->states[i] != NULL && order->steps[i]->release != NULL)
      order->steps[i]->release(puzzle->states[i]);
  free(puzzle->states);
  puzzle->states = NULL;
  while (puzzle->judgements != NULL) {
    struct wb_check_judgement *first = puzzle->judgements;
    puzzle->judgements = first->next;
    wb_judgement_release(&first->judgement);
    free(first);
  }
  wb_check_report_release(&puzzle->report);
  free(puzzle->printed);
  puzzle->printed = NULL;
}

static void begin_puzzle(struct wb_check_puzzle *puzzle) {
  const struct wb_check_step *const *steps = puzzle->run->order->steps;
  const size_t count = puzzle->run->order->n_steps;
  puzzle->start_ns = wb_clock_ns();
  puzzle->states = wb_alloc(count * sizeof *puzzle->states);
  for (size_t i = 0; i < count; i++)
    if (!is_left_out(puzzle, steps[i])) puzzle->states[i] = steps[i]->begin(puzzle);
  puzzle->begun = true;
}

/* ---- all of them ----------------------------------------------------------------------- */

struct ranked_item {
  size_t rank, index;
  struct wb_check_item item;
};

static int compare_ranks(const void *a, const void *b) {
  const struct ranked_item *left = a, *right = b;
  if (left->rank != right->rank) return left->rank < right->rank ? -1 : 1;
  return left->index < right->index ? -1 : left->index > right->index;
}

/* In the order of the table, whichever judgement ended first; those of one check stay in theirs. */
static void sort_items(struct wb_check_report *report) {
  size_t kinds;
  const struct wb_check_kind *first = wb_check_kinds(&kinds);
  struct ranked_item *ranked = wb_alloc((report->count + 1) * sizeof *ranked);
  for (size_t i = 0; i < report->count; i++)
    ranked[i] =
        (struct ranked_item){.rank = (size_t)(wb_check_kind_find(report->items[i].check) - first),
                             .index = i,
                             .item = report->items[i]};
  if (report->count > 1) qsort(ranked, report->count, sizeof *ranked, compare_ranks);
  for (size_t i = 0; i < report->count; i++) report->items[i] = ranked[i].item;
  free(ranked);
}

/* A step that adds an item under a name that no table has would hide it from the manual. */
static void expect_known_names(const struct wb_check_report *report) {
  for (size_t i = 0; i < report->count; i++)
    if (wb_check_kind_find(report->items[i].check) == NULL)
      wb_bug("no check is called %s", report->items[i].check);
}

static void report_puzzle(struct wb_check_run *run, struct wb_check_puzzle *puzzle) {
  conclude_steps(puzzle);
  puzzle->elapsed_ns = wb_clock_ns() - puzzle->start_ns;
  puzzle->done = true;
  expect_known_names(&puzzle->report);
  sort_items(&puzzle->report);
  wb_check_tally_add(&run->tally, &puzzle->tally);
  if (run->checked != NULL) run->checked(puzzle, run->data);
  release_puzzle(puzzle);
}

/* Reports what is whole, in order, and begins what comes next. */
static void go_on(struct wb_check_run *run) {
  bool any = true;
  while (any) {
    any = false;
    for (; run->reported < run->begun && run->puzzles[run->reported].pending == 0; any = true)
      report_puzzle(run, &run->puzzles[run->reported++]);
    for (; run->begun < run->order->n_puzzles && run->begun - run->reported < PUZZLES_AT_A_TIME;
         any = true)
      begin_puzzle(&run->puzzles[run->begun++]);
  }
}

static void finish_judgement(struct wb_judgement *judgement, void *data) {
  struct wb_check_judgement *one = data;
  const char *printed = judgement->result.printed;
  if (one->puzzle->printed == NULL && printed != NULL && printed[0] != '\0')
    one->puzzle->printed = wb_strdup(printed);
  if (one->ended != NULL) one->ended(judgement, one->data);
  wb_judgement_release(judgement);
  one->puzzle->pending--;
}

struct wb_judgement *wb_check_judge(struct wb_check_puzzle *puzzle,
                                    const struct wb_run_options *options, const char *label,
                                    void (*ended)(struct wb_judgement *judgement, void *data),
                                    void *data) {
  struct wb_check_judgement *one = wb_alloc(sizeof *one);
  one->puzzle = puzzle;
  one->ended = ended;
  one->data = data;
  one->next = puzzle->judgements;
  puzzle->judgements = one;
  puzzle->pending++;
  one->judgement = (struct wb_judgement){
      .options = *options, .label = label, .ended = finish_judgement, .data = one};
  struct wb_run_options *own = &one->judgement.options;
  own->course = puzzle->run->order->course->root;
  own->puzzle = puzzle->slug;
  own->keeps_on = true;
  if (own->device == NULL) own->device = puzzle->run->order->device;
  wb_pool_add(&puzzle->run->pool, &one->judgement);
  return &one->judgement;
}

const char *wb_check_relative(const struct wb_check_puzzle *puzzle, const char *path) {
  return wb_course_relative(puzzle->run->order->course, path);
}

/* ---- what keeps kernels from being judged ------------------------------------------------ */

static void note_trouble(struct wb_check_run *run, enum wb_status status, const char *where,
                         const char *message) {
  if (run->trouble.status == WB_OK) wb_fail_at(&run->trouble, status, where, "%s", message);
}

static const char SPEC_FILE[] = "puzzle.lua";

/* The length of "FILE:LINE: " at the start of an error's words; 0: they name no place. */
static size_t length_of_place(const char *words, unsigned *line, size_t *file_length) {
  const char *file = strstr(words, SPEC_FILE);
  char *end;
  if (file == NULL || memchr(words, '\n', (size_t)(file - words)) != NULL) return 0;
  *file_length = (size_t)(file - words) + sizeof SPEC_FILE - 1;
  if (words[*file_length] != ':') return 0;
  *line = (unsigned)strtoul(words + *file_length + 1, &end, 10);
  if (*line == 0) end = (char *)words + *file_length;
  return *end == ':' ? (size_t)(end - words) + 1 + strspn(end + 1, " ") : 0;
}

void wb_check_spec_fault(struct wb_check_puzzle *puzzle, const char *check, const char *words) {
  unsigned line = 0;
  size_t file_length = 0;
  const size_t place_length = length_of_place(words, &line, &file_length);
  char *file = place_length > 0 ? wb_strndup(words, file_length)
                                : wb_format("puzzles/%s/%s", puzzle->slug, SPEC_FILE);
  const struct wb_check_place place = {.puzzle = puzzle->slug,
                                       .part = SPEC_FILE,
                                       .file = wb_check_relative(puzzle, file),
                                       .line = line};
  wb_check_fault(&puzzle->report, check, &place, NULL, "%s", words + place_length);
  free(file);
}

/* The same mistake shows in each kernel that is judged, and is told once. What has not begun would
 * but come to it again, which takes as long each time where a reference never ends. */
static void note_spec_fault(struct wb_check_puzzle *puzzle, const char *detail) {
  const struct wb_check_report *report = &puzzle->report;
  for (struct wb_check_judgement *one = puzzle->judgements; one != NULL; one = one->next)
    one->judgement.needless = true;
  for (size_t i = 0; i < report->count; i++)
    if (strcmp(report->items[i].check, "spec-cases") == 0) return;
  wb_check_spec_fault(puzzle, "spec-cases", detail);
}

static bool is_graded_by_secret(const struct wb_check_puzzle *puzzle) {
  const struct wb_course_summary *course = &puzzle->run->order->catalog->course;
  bool found = false;
  for (size_t i = 0; i < course->n_assignments; i++)
    found |= course->assignments[i].seed != WB_SEEDS_OF_SPEC &&
             wb_assignment_puzzle(&course->assignments[i], puzzle->slug) != NULL;
  return found;
}

unsigned wb_check_hidden_seeds(const struct wb_check_puzzle *puzzle) {
  if (puzzle->run->compares || (!puzzle->summary->varies && !is_graded_by_secret(puzzle))) return 0;
  return puzzle->run->order->quick ? 2 : WB_CHECK_HIDDEN_SEEDS;
}

bool wb_check_was_judged(struct wb_check_puzzle *puzzle, const struct wb_judgement *judgement) {
  const struct wb_result *result = &judgement->result;
  if (judgement->status != WB_OK) {
    if (!judgement->needless)
      note_trouble(puzzle->run, judgement->status, judgement->error.where,
                   judgement->error.message);
    return false;
  }
  if (judgement->audit != NULL || result->verdict != WB_VERDICT_JUDGE_ERROR) return true;
  if (wb_result_lacks_feature(result)) return false; /* as the puzzle says: that is no trouble */
  if (result->cause == WB_ERR_SPEC)
    note_spec_fault(puzzle, result->detail);
  else
    note_trouble(puzzle->run, result->cause != WB_OK ? result->cause : WB_ERR_CRASH,
                 judgement->options.file, result->detail);
  return false;
}

/* ---- the run ----------------------------------------------------------------------------- */

/* Whether the device that is asked to judge only compares outputs. */
static bool only_compares(const struct wb_check_run *run, const char *device) {
  return device != NULL && strcmp(device, "emulator") != 0 && run->devices.count > 0;
}

enum wb_status wb_check_run_begin(struct wb_check_run *run, const struct wb_check_order *order,
                                  struct wb_error *err) {
  *run = (struct wb_check_run){.order = order, .pool = {.parallel = order->parallel}};
  enum wb_status status = wb_device_list(&run->devices, NULL, err);
  if (status == WB_OK && order->device != NULL)
    status = wb_device_find(&run->devices, NULL, order->device, err);
  run->compares = only_compares(run, order->device);
  wb_check_cache_open(&run->cache, &run->devices);
  run->pool.recall = wb_check_cache_recall;
  run->pool.keep = wb_check_cache_keep;
  run->pool.memory = &run->cache;
  wb_check_glossary(&run->course, order->course, order->catalog, &run->glossary);
  wb_check_chapters(&run->course, order->course, order->catalog);
  wb_check_course_files(&run->course, order->course, order->catalog);
  expect_known_names(&run->course);
  run->puzzles = wb_alloc((order->n_puzzles + 1) * sizeof *run->puzzles);
  for (size_t i = 0; i < order->n_puzzles; i++)
    run->puzzles[i] = (struct wb_check_puzzle){
        .run = run, .summary = order->puzzles[i], .slug = order->puzzles[i]->slug};
  return status;
}

/* What interrupts and shows is the face's; between two looks puzzles go on. */
struct attended {
  struct wb_check_run *run;
  const struct wb_pool_watch *watch;
};

static bool attend_stop(void *data) {
  const struct attended *attended = data;
  const struct wb_pool_watch *watch = attended->watch;
  go_on(attended->run);
  return watch->stop != NULL && watch->stop(watch->data);
}

static void attend_show(const struct wb_pool *pool, void *data) {
  const struct attended *attended = data;
  const struct wb_pool_watch *watch = attended->watch;
  if (watch->show != NULL) watch->show(pool, watch->data);
}

enum wb_status wb_check_run_all(struct wb_check_run *run, const struct wb_pool_watch *watch,
                                void (*checked)(const struct wb_check_puzzle *puzzle, void *data),
                                void *data, struct wb_error *err) {
  struct attended attended = {.run = run, .watch = watch};
  const struct wb_pool_watch own = {
      .stop_fd = watch->stop_fd, .stop = attend_stop, .show = attend_show, .data = &attended};
  enum wb_status status = WB_OK;
  run->checked = checked;
  run->data = data;
  go_on(run);
  while (status == WB_OK && run->reported < run->order->n_puzzles) {
    status = wb_pool_run(&run->pool, &own, err);
    if (status == WB_OK) go_on(run);
  }
  return status;
}

void wb_check_run_release(struct wb_check_run *run) {
  wb_pool_release(&run->pool);
  for (size_t i = 0; run->puzzles != NULL && i < run->order->n_puzzles; i++)
    release_puzzle(&run->puzzles[i]);
  free(run->puzzles);
  wb_check_cache_release(&run->cache);
  wb_check_report_release(&run->course);
  wb_glossary_release(&run->glossary);
  wb_device_list_release(&run->devices);
  memset(run, 0, sizeof *run);
}

/* Puzzles that have not begun will plan about as much as those that have. */
static double judgements_to_come(const struct wb_check_run *run) {
  if (run->begun == 0) return 0;
  const double each = (double)run->pool.planned / (double)run->begun;
  return each * (double)(run->order->n_puzzles - run->begun);
}

double wb_check_run_share(const struct wb_check_run *run) {
  const double all = (double)run->pool.planned + judgements_to_come(run);
  return all > 0 ? (double)run->pool.ended / all : 0;
}

double wb_check_run_seconds_left(const struct wb_check_run *run) {
  const double waiting = (double)(run->pool.planned - run->pool.ended);
  const double left = wb_pool_seconds_left(&run->pool);
  return waiting > 0 ? left * (waiting + judgements_to_come(run)) / waiting : left;
}
