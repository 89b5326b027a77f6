#include "grading/grade.h"

#include <stdlib.h>
#include <string.h>

#include "grading/match.h"
#include "grading/regrade.h"
#include "sandbox/walls.h"
#include "verbs/assignments.h"

/* ---- what it is about ------------------------------------------------------------------------ */

static enum wb_status add_puzzle(struct wb_run_about *about,
                                 const struct wb_puzzle_summary *summary, double points,
                                 struct wb_error *err) {
  if (summary->error != NULL) return wb_fail(err, WB_ERR_SPEC, "%s", summary->error);
  about->puzzles[about->n_puzzles++] = (struct wb_run_puzzle){
      .slug = wb_strdup(summary->slug), .title = wb_strdup(summary->title), .points = points};
  return WB_OK;
}

static enum wb_status add_course(struct wb_run_about *about, const struct wb_catalog *catalog,
                                 struct wb_error *err) {
  enum wb_status status = WB_OK;
  about->puzzles = wb_alloc((catalog->count + 1) * sizeof *about->puzzles);
  for (size_t i = 0; i < catalog->count && status == WB_OK; i++)
    status = add_puzzle(about, &catalog->items[i], WB_ASSIGNMENT_USUAL_POINTS, err);
  if (status == WB_OK && catalog->count == 0)
    status = wb_fail(err, WB_ERR_SPEC, "the course has no puzzles");
  return status;
}

static enum wb_status add_assignment(struct wb_run_about *about, const struct wb_catalog *catalog,
                                     const char *name, struct wb_error *err) {
  const struct wb_course_summary *course = &catalog->course;
  const struct wb_assignment *assignment = NULL;
  enum wb_status status = wb_assignment_choose(course, name, &assignment, err);
  if (status != WB_OK) return status;
  about->assignment = wb_strdup(assignment->name);
  about->due = wb_strdup(assignment->due_text);
  about->hidden = assignment->hidden;
  about->feedback_attempts = assignment->feedback_attempts;
  about->seed = assignment->seed;
  about->puzzles = wb_alloc((assignment->n_puzzles + 1) * sizeof *about->puzzles);
  for (size_t i = 0; i < assignment->n_puzzles && status == WB_OK; i++) {
    const struct wb_assignment_puzzle *puzzle = &assignment->puzzles[i];
    const struct wb_puzzle_summary *summary = wb_catalog_puzzle(catalog, puzzle->slug);
    status = summary != NULL
                 ? add_puzzle(about, summary, puzzle->points, err)
                 : wb_fail(err, WB_ERR_SPEC, "course.lua: there is no puzzle %s", puzzle->slug);
  }
  return status;
}

/* Strangers' kernels are run: all walls stand, or somebody has said that they need not. */
static enum wb_status choose_walls(const struct wb_grade_order *order, struct wb_run_about *about,
                                   struct wb_error *err) {
  struct wb_walls walls = {0};
  enum wb_status status = wb_walls_choose(&walls, err);
  if (status != WB_OK) return status;
  about->walls = (struct wb_walls_stood){.landlock = walls.landlock_abi,
                                         .seccomp = (walls.which & WB_WALL_SECCOMP) != 0};
  about->has_all_walls = !order->with_less_walls;
  if (walls.which != WB_WALLS_ALL && !order->with_less_walls)
    return wb_fail(err, WB_ERR_MISSING,
                   "strangers' kernels are judged behind walls, and here %s missing; `workbench "
                   "doctor` says what helps, and --sandbox basic grades with what there is",
                   (walls.which & WB_WALL_LANDLOCK) == 0  ? "Landlock is"
                   : (walls.which & WB_WALL_SECCOMP) == 0 ? "seccomp is"
                                                          : "one is");
  return WB_OK;
}

static enum wb_status add_digests(struct wb_run_about *about, const char *course,
                                  struct wb_error *err) {
  char *library = NULL;
  enum wb_status status = wb_run_course_digest(course, &about->course_digest, err);
  if (status == WB_OK) status = wb_run_library_digest(course, &library, err);
  for (size_t i = 0; i < about->n_puzzles && status == WB_OK; i++) {
    struct wb_run_puzzle *puzzle = &about->puzzles[i];
    status = wb_run_puzzle_digest(course, puzzle->slug, library, &puzzle->digest, err);
  }
  free(library);
  return status;
}

enum wb_status wb_grade_about(const struct wb_grade_order *order, const struct wb_secret *secret,
                              struct wb_run_about *about, struct wb_error *err) {
  const struct wb_course_summary *course = &order->catalog->course;
  char id[WB_SECRET_ID_MAX];
  wb_secret_id(secret, id);
  *about = (struct wb_run_about){.tool = wb_strdup(WB_VERSION),
                                 .course_name = wb_strdup(course->name),
                                 .course_title = wb_strdup(course->title),
                                 .course_version = wb_strdup(course->version),
                                 .secret = wb_strdup(id)};
  if (course->pack != NULL)
    return wb_fail(err, WB_ERR_USAGE,
                   "this course is a student's pack, without its hidden cases; name the whole one "
                   "with --course");
  enum wb_status status = choose_walls(order, about, err);
  if (status == WB_OK)
    status = order->assignment != NULL
                 ? add_assignment(about, order->catalog, order->assignment, err)
                 : add_course(about, order->catalog, err);
  return status == WB_OK ? add_digests(about, order->course->root, err) : status;
}

/* ---- opening ----------------------------------------------------------------------------------
 */

/* Whether a folder that may not be there yet is, or would be, in another. */
static bool is_within(const char *path, const char *folder) {
  char *parent = wb_path_dirname(path), *whole = realpath(folder, NULL);
  char *place = realpath(path, NULL);
  if (place == NULL) place = realpath(parent, NULL);
  const size_t length = whole != NULL ? strlen(whole) : 0;
  const bool is = place != NULL && length > 0 && strncmp(place, whole, length) == 0 &&
                  (place[length] == '/' || place[length] == '\0');
  free(place);
  free(whole);
  free(parent);
  return is;
}

/* Before anything is made. A run among the submissions would be somebody's work the next time. */
static enum wb_status check_paths(const struct wb_grade_order *order, struct wb_error *err) {
  for (size_t i = 0; i < order->n_paths; i++) {
    if (!wb_file_exists(order->paths[i]))
      return wb_fail(err, WB_ERR_USAGE, "there is no %s", order->paths[i]);
    if (is_within(order->out, order->paths[i]))
      return wb_fail(err, WB_ERR_USAGE, "%s lies in %s, among the submissions; name another --out",
                     order->out, order->paths[i]);
  }
  if (order->n_paths == 0 && order->again == NULL && !wb_run_folder_is(order->out))
    return wb_fail(
        err, WB_ERR_USAGE,
        "%s is no run yet; say what was handed in: `workbench grade SUBMISSION… --out %s`",
        order->out, order->out);
  return WB_OK;
}

/* One that was cut off before it had anything, or of which nothing is judged, is begun with what
 * there is now. */
static enum wb_status begin_run(struct wb_grade *grade, struct wb_run_about *about,
                                struct wb_error *err) {
  enum wb_status status = WB_OK;
  if (grade->records != NULL) {
    status = wb_run_records_clear(grade->records, err);
    return status == WB_OK ? wb_run_folder_begin_anew(&grade->run, about, err) : status;
  }
  status = wb_run_folder_make(&grade->run, grade->order->out, about, err);
  return status == WB_OK ? wb_run_records_open(&grade->records, &grade->run, true, err) : status;
}

/* What is there already: a run that goes on, and the one that another is made from. */
static enum wb_status open_known(struct wb_grade *grade, struct wb_error *err) {
  const struct wb_grade_order *order = grade->order;
  enum wb_status status = WB_OK;
  if (order->again != NULL) status = wb_regrade_open_from(grade, err);
  if (order->reuse != NULL) status = wb_regrade_open_reused(grade, err);
  if (status == WB_OK && wb_run_folder_is(order->out)) {
    status = wb_run_folder_open(&grade->run, order->out, true, err);
    if (status == WB_OK) status = wb_run_records_open(&grade->records, &grade->run, true, err);
    if (status == WB_OK) wb_run_folder_clean(&grade->run);
  }
  return status;
}

static bool is_begun(const struct wb_grade *grade) {
  return grade->records != NULL && wb_run_records_are_taken(grade->records);
}

/* Whether the run goes on. Where it is of something else, it is begun anew if what was handed in is
 * named once more, and nothing would be lost. */
static bool goes_on(const struct wb_grade *grade, const struct wb_run_about *about) {
  const bool is_named = grade->order->n_paths > 0 || grade->order->again != NULL;
  return is_begun(grade) &&
         (wb_run_about_compare(&grade->run.about, about, NULL) == WB_OK || !is_named ||
          !wb_run_folder_is_unjudged(&grade->run) || !wb_run_records_are_untouched(grade->records));
}

/* Whether what the order is about may be judged, in a run that goes on or in one to be begun. */
static enum wb_status check_about(const struct wb_grade *grade, const struct wb_run_about *about,
                                  bool continues, struct wb_error *err) {
  const struct wb_grade_order *order = grade->order;
  enum wb_status status = WB_OK;
  if (continues) status = wb_run_about_compare(&grade->run.about, about, err);
  if (status == WB_OK && order->again != NULL) status = wb_regrade_check_scope(grade, about, err);
  if (status == WB_OK && order->reuse != NULL) status = wb_regrade_check_reused(grade, about, err);
  if (status == WB_OK && order->check != NULL) status = order->check(about, order->data, err);
  return status;
}

/* The order with the assignment of the run, where it names none. */
static struct wb_grade_order complete_order(const struct wb_grade *grade) {
  struct wb_grade_order order = *grade->order;
  if (order.assignment == NULL) order.assignment = grade->run.about.assignment;
  if (order.assignment == NULL && order.again != NULL)
    order.assignment = grade->from.about.assignment;
  return order;
}

enum wb_status wb_grade_open(struct wb_grade *grade, const struct wb_grade_order *order,
                             struct wb_error *err) {
  struct wb_run_about about = {0};
  *grade = (struct wb_grade){.order = order, .run = {.lock = -1}, .from = {.lock = -1}};
  enum wb_status status = check_paths(order, err);
  if (status == WB_OK) status = wb_secret_open(&grade->secret, order->secret, err);
  if (status == WB_OK) status = open_known(grade, err);
  const struct wb_grade_order whole = complete_order(grade);
  if (status == WB_OK) status = wb_grade_about(&whole, &grade->secret, &about, err);
  const bool continues = status == WB_OK && goes_on(grade, &about);
  if (status == WB_OK) status = check_about(grade, &about, continues, err);
  if (status == WB_OK && !continues) status = begin_run(grade, &about, err);
  wb_run_about_release(&about);
  return status;
}

void wb_grade_close(struct wb_grade *grade) {
  wb_run_records_close(grade->records);
  wb_run_records_close(grade->from_records);
  grade->records = grade->from_records = NULL;
  if (grade->run.path != NULL) wb_run_folder_close(&grade->run);
  if (grade->from.path != NULL) wb_run_folder_close(&grade->from);
}

/* ---- taking -----------------------------------------------------------------------------------
 */

/* The submissions of an order, as they are read. Of those that a run keeps only whose they are
 * stays in memory: what numbers attempts. */
struct taking {
  struct wb_grade *grade; /* NULL: they are listed */
  const struct wb_grade_order *order;
  struct wb_match_rules rules;
  struct wb_submission *items;
  size_t count, capacity;
  const struct wb_grade_watch *watch;
  struct wb_names nobodys; /* names of what is passed over */
  enum wb_status status;   /* of keeping them */
  struct wb_error error;
};

static void take_known(struct wb_submission *submission, const struct wb_grade_known *known) {
  submission->received = known->received;
  submission->is_received_said = known->received != 0;
  if (known->n_ids == 0) return;
  for (size_t i = 0; i < submission->n_ids; i++) free(submission->ids[i]);
  free(submission->ids);
  submission->ids = wb_alloc(known->n_ids * sizeof *submission->ids);
  submission->n_ids = known->n_ids;
  for (size_t i = 0; i < known->n_ids; i++) submission->ids[i] = wb_strdup(known->ids[i]);
}

static void find_pseudonym(const struct wb_grade *grade, const struct wb_submission *submission,
                           char pseudonym[WB_PSEUDONYM_MAX]) {
  wb_secret_pseudonym(&grade->secret, (const char *const *)submission->ids, submission->n_ids,
                      pseudonym);
}

/* Which attempt it is will be known when all are there: until then each has a number of its own. */
static enum wb_status keep_submission(struct taking *taking, struct wb_submission *submission,
                                      struct wb_error *err) {
  struct wb_grade *grade = taking->grade;
  char pseudonym[WB_PSEUDONYM_MAX];
  if (taking->order->known != NULL) take_known(submission, taking->order->known);
  find_pseudonym(grade, submission, pseudonym);
  submission->attempt = WB_RUN_ATTEMPTS_MAX + (unsigned)taking->count;
  enum wb_status status = wb_run_records_add(grade->records, pseudonym, submission, err);
  if (status == WB_OK)
    status =
        wb_run_records_plan_files(grade->records, &grade->run.about, pseudonym, submission, err);
  wb_submission_release_files(submission);
  return status;
}

static void take_submission(struct wb_submission *submission, void *data) {
  struct taking *taking = data;
  wb_match_submission(submission, &taking->rules);
  if (taking->grade != NULL && taking->status == WB_OK)
    taking->status = keep_submission(taking, submission, &taking->error);
  taking->items =
      wb_grow(taking->items, &taking->capacity, taking->count + 1, sizeof *taking->items);
  taking->items[taking->count++] = *submission;
  memset(submission, 0, sizeof *submission);
  if (taking->watch->taken != NULL) taking->watch->taken(taking->count, taking->watch->data);
}

static void pass_over(const char *name, const char *why, void *data) {
  struct taking *taking = data;
  const struct wb_grade_watch *watch = taking->watch;
  wb_names_add(&taking->nobodys, name);
  if (watch->passed_over != NULL) watch->passed_over(name, why, watch->data);
}

static void release_taking(struct taking *taking) {
  for (size_t i = 0; i < taking->count; i++) wb_submission_release(&taking->items[i]);
  free(taking->items);
  wb_names_release(&taking->nobodys);
  wb_match_rules_release(&taking->rules);
}

/* Reads all, finds the puzzles, and keeps those of a run. */
static enum wb_status read_all(struct taking *taking, const char *store, struct wb_error *err) {
  const struct wb_grade_order *order = taking->order;
  const struct wb_intake intake = {.paths = order->paths,
                                   .n_paths = order->n_paths,
                                   .form = order->form,
                                   .rules = &taking->rules,
                                   .store = store,
                                   .stop_fd = taking->watch->stop_fd,
                                   .taken = take_submission,
                                   .passed_over = pass_over,
                                   .data = taking};
  wb_match_rules_init(&taking->rules, order->course, order->catalog);
  enum wb_status status = wb_intake_run(&intake, err);
  if (status == WB_OK && taking->status != WB_OK) {
    status = taking->status;
    if (err != NULL) *err = taking->error;
  }
  return status;
}

/* In the records as well. */
static enum wb_status number_attempts(struct taking *taking, struct wb_error *err) {
  const struct wb_grade_known *known = taking->order->known;
  enum wb_status status = WB_OK;
  wb_submissions_number(taking->items, taking->count);
  for (size_t i = 0; i < taking->count && status == WB_OK; i++) {
    char pseudonym[WB_PSEUDONYM_MAX];
    find_pseudonym(taking->grade, &taking->items[i], pseudonym);
    status =
        wb_run_records_number(taking->grade->records, pseudonym, WB_RUN_ATTEMPTS_MAX + (uint32_t)i,
                              known != NULL ? known->attempt : taking->items[i].attempt, err);
  }
  return status;
}

/* Other files may count than those that the current results are of: after `--match`, `--undo`. Who
 * goes on with a run may have mended what kept texts from being judged; but what a regrade of a
 * part has taken over from its run stays as it is, and so does that there is no result. */
static enum wb_status plan_all(struct wb_grade *grade, struct wb_error *err) {
  uint64_t taken_over = 0;
  bool is_part = false;
  enum wb_status status = wb_regrade_taken_over(grade->records, &is_part, &taken_over, err);
  if (status == WB_OK) status = wb_run_records_begin(grade->records, err);
  if (status == WB_OK) status = wb_run_plan_lost(&grade->run, grade->records, err);
  if (status == WB_OK)
    status = wb_run_records_plan_all(grade->records, &grade->run.about, !is_part, err);
  return status == WB_OK ? wb_run_records_commit(grade->records, err) : status;
}

static enum wb_status keep_all(struct taking *taking, struct wb_error *err) {
  struct wb_grade *grade = taking->grade;
  char *store = wb_path_join(grade->run.path, "files");
  enum wb_status status = wb_run_records_begin(grade->records, err);
  if (status == WB_OK) status = read_all(taking, store, err);
  if (status == WB_OK && taking->count == 0)
    status = wb_fail(err, WB_ERR_USAGE, "there is no submission in %s", grade->order->paths[0]);
  if (status == WB_OK) status = number_attempts(taking, err);
  if (status == WB_OK && grade->order->reuse != NULL) status = wb_regrade_reuse(grade, err);
  wb_names_sort(&taking->nobodys); /* they are the same in whatever order paths are named */
  if (status == WB_OK) status = wb_run_folder_note_nobodys(&grade->run, &taking->nobodys, err);
  if (status == WB_OK) status = wb_run_records_set_taken(grade->records, err);
  if (status == WB_OK) status = wb_run_records_commit(grade->records, err);
  free(store);
  return status;
}

enum wb_status wb_grade_take(struct wb_grade *grade, const struct wb_grade_watch *watch,
                             struct wb_error *err) {
  struct taking taking = {.grade = grade, .order = grade->order, .watch = watch};
  const bool is_taken = wb_run_records_are_taken(grade->records);
  if (grade->order->again != NULL) {
    const enum wb_status status = wb_regrade_take(grade, err);
    return status == WB_OK && is_taken ? plan_all(grade, err) : status;
  }
  if (is_taken) return plan_all(grade, err);
  if (grade->order->n_paths == 0)
    return wb_fail(err, WB_ERR_USAGE,
                   "%s has not got all submissions yet; name them once more: `workbench grade "
                   "SUBMISSION… --out %s`",
                   grade->run.path, grade->run.path);
  enum wb_status status = keep_all(&taking, err);
  if (status == WB_OK) status = wb_run_write_people(&grade->run, grade->records, err);
  release_taking(&taking);
  return status;
}

enum wb_status wb_grade_list(const struct wb_grade_order *order,
                             void (*each)(const struct wb_submission *submission, void *data),
                             const struct wb_grade_watch *watch, struct wb_error *err) {
  struct taking taking = {.order = order, .watch = watch};
  enum wb_status status = read_all(&taking, NULL, err);
  if (status == WB_OK) wb_submissions_number(taking.items, taking.count);
  for (size_t i = 0; i < taking.count && status == WB_OK; i++) each(&taking.items[i], watch->data);
  release_taking(&taking);
  return status;
}
