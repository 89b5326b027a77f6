#include "judge/describe_course.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "base/process.h"
#include "base/slug.h"
#include "judge/enclosure.h"
#include "result/event_json.h"
#include "result/judge_protocol.h"
#include "sandbox/limits.h"
#include "script/course_spec.h"
#include "script/puzzle.h"

static enum wb_status emit_event(int fd, const struct wb_event *event) {
  struct wb_str line;
  wb_str_init(&line);
  wb_event_print(event, 0, &line);
  enum wb_status status = wb_write_exact(fd, line.data, line.length, -1, NULL);
  wb_str_release(&line);
  return status;
}

/* ---- one spec, in the child ----------------------------------------------------- */

static char *describe_parameter(const struct wb_puzzle *puzzle, size_t index) {
  struct wb_str text;
  wb_str_init(&text);
  wb_puzzle_outline_param(puzzle, index, &text);
  return wb_str_detach(&text);
}

static void describe_budgets(const struct wb_puzzle *puzzle, struct wb_puzzle_summary *summary) {
  struct wb_str text;
  wb_str_init(&text);
  summary->budgets =
      wb_alloc((WB_BUDGET_COUNTERS + WB_MAX_ARRAY_BUDGETS) * sizeof *summary->budgets);
  for (unsigned i = 0; i < WB_BUDGET_COUNTERS; i++) {
    wb_str_clear(&text);
    if (wb_puzzle_outline_budget(puzzle, i, &text))
      summary->budgets[summary->n_budgets++] = wb_strdup(text.data);
  }
  wb_str_clear(&text);
  for (size_t i = 0; wb_puzzle_outline_array_budget(puzzle, i, &text); i++) {
    summary->budgets[summary->n_budgets++] = wb_strdup(text.data);
    wb_str_clear(&text);
  }
  wb_str_release(&text);
}

static char *describe_group(const struct wb_puzzle *puzzle, size_t index) {
  struct wb_str text;
  wb_str_init(&text);
  wb_puzzle_outline_group(puzzle, index, &text);
  return wb_str_detach(&text);
}

/* A case with impossible sizes is still listed: running it says what is wrong. */
static char *describe_case(struct wb_puzzle *puzzle, size_t index) {
  struct wb_str text;
  wb_str_init(&text);
  if (wb_puzzle_outline_case(puzzle, index, false, &text, NULL) != WB_OK)
    wb_str_addf(&text, "case %zu, which has a mistake", index + 1);
  return wb_str_detach(&text);
}

static char **copy_names(const struct wb_names *names, size_t *count) {
  char **copy = wb_alloc(names->count * sizeof *copy);
  *count = names->count;
  for (size_t i = 0; i < names->count; i++) copy[i] = wb_strdup(names->items[i]);
  return copy;
}

static void describe_ranges(const struct wb_puzzle *puzzle, struct wb_puzzle_summary *summary) {
  struct wb_names ranges;
  wb_names_init(&ranges);
  wb_puzzle_outline_ranges(puzzle, &ranges);
  summary->ranges = copy_names(&ranges, &summary->n_ranges);
  wb_names_release(&ranges);
}

static void summarize_puzzle(struct wb_puzzle *puzzle, struct wb_puzzle_summary *summary) {
  summary->number = puzzle->number;
  summary->varies = wb_puzzle_varies(puzzle);
#define WB_SPEC_TEXT(name) summary->name = wb_strdup(puzzle->name);
#define WB_SPEC_TEXT_IF(name) summary->name = wb_strdup(puzzle->name);
#define WB_SPEC_TEXTS(name) summary->name = copy_names(&puzzle->name, &summary->n_##name);
#include "result/summary_fields.inc"
  summary->n_parameters = puzzle->n_params;
  summary->parameters = wb_alloc(puzzle->n_params * sizeof *summary->parameters);
  for (size_t i = 0; i < puzzle->n_params; i++)
    summary->parameters[i] = describe_parameter(puzzle, i);
  describe_ranges(puzzle, summary);
  describe_budgets(puzzle, summary);
  summary->n_groups = puzzle->n_groups;
  summary->groups = wb_alloc(puzzle->n_groups * sizeof *summary->groups);
  for (size_t i = 0; i < puzzle->n_groups; i++) summary->groups[i] = describe_group(puzzle, i);
  summary->n_cases = puzzle->n_cases;
  summary->cases = wb_alloc(puzzle->n_cases * sizeof *summary->cases);
  for (size_t i = 0; i < puzzle->n_cases; i++) summary->cases[i] = describe_case(puzzle, i);
}

static struct wb_event blank_entry(const char *slug) {
  struct wb_event event = {.kind = WB_EVENT_PUZZLE, .puzzle = wb_alloc(sizeof *event.puzzle)};
  event.puzzle->slug = wb_strdup(slug);
  event.puzzle->number = wb_slug_number(slug);
  return event;
}

static char *words_of(const struct wb_error *why) {
  return wb_format("%s%s%s", why->where, why->where[0] != '\0' ? ": " : "", why->message);
}

/* Progress goes by names: two puzzles with one would be taken for each other. */
static enum wb_status check_name(const struct wb_names *slugs, size_t at, struct wb_error *err) {
  for (size_t i = 0; i < at; i++)
    if (wb_slug_is_same(slugs->items[i], slugs->items[at]))
      return wb_fail(err, WB_ERR_SPEC,
                     "puzzles/%s: puzzles/%s has the same name, %s, which tells puzzles apart; "
                     "give this one another",
                     slugs->items[at], slugs->items[i], wb_slug_name(slugs->items[at]));
  return WB_OK;
}

static void describe_one(const char *course, const struct wb_course_spec *spec,
                         const struct wb_names *slugs, size_t at, int fd) {
  const char *slug = slugs->items[at];
  struct wb_puzzle *puzzle = NULL;
  struct wb_error why = {0};
  struct wb_event event = blank_entry(slug);
  enum wb_status status = check_name(slugs, at, &why);
  if (status == WB_OK) status = wb_puzzle_load(course, slug, 0, &puzzle, &why);
  if (status == WB_OK) status = wb_course_spec_check_chapter(spec, puzzle, &why);
  if (status == WB_OK)
    summarize_puzzle(puzzle, event.puzzle);
  else
    event.puzzle->error = words_of(&why);
  emit_event(fd, &event);
  wb_event_release(&event);
  wb_puzzle_free(puzzle);
}

/* ---- what the course says of itself ------------------------------------------------- */

static void summarize_course(const struct wb_course_spec *spec, struct wb_course_summary *summary) {
  unsigned solutions = WB_SOLUTIONS_ASKED;
  wb_word_parse(&wb_solutions_words, spec->solutions, &solutions);
  *summary = (struct wb_course_summary){.name = wb_strdup(spec->name),
                                        .title = wb_strdup(spec->title),
                                        .version = wb_strdup(spec->version),
                                        .language = wb_strdup(spec->language),
                                        .license = wb_strdup(spec->license),
                                        .hints_after = spec->hints_after,
                                        .hints_singly = spec->hints_singly,
                                        .solutions = (enum wb_solutions)solutions,
                                        .pack = wb_strdup(spec->pack)};
  summary->authors = copy_names(&spec->authors, &summary->n_authors);
  summary->chapters = copy_names(&spec->chapters, &summary->n_chapters);
}

static void emit_course(const struct wb_course_spec *spec, int fd) {
  struct wb_event event = {.kind = WB_EVENT_COURSE, .course = wb_alloc(sizeof *event.course)};
  summarize_course(spec, event.course);
  event.course->assignments = spec->assignments; /* lent */
  event.course->n_assignments = spec->n_assignments;
  emit_event(fd, &event);
  event.course->assignments = NULL;
  event.course->n_assignments = 0;
  wb_event_release(&event);
}

/* The same event of a course.lua that cannot be read; `error` is taken. */
static void emit_course_error(char *error, int fd) {
  struct wb_event event = {.kind = WB_EVENT_COURSE, .course = wb_alloc(sizeof *event.course)};
  event.course->error = error;
  emit_event(fd, &event);
  wb_event_release(&event);
}

/* ---- the child's life ----------------------------------------------------------- */

/* Where a child says that it is at course.lua and not at a puzzle. */
static const size_t AT_COURSE = SIZE_MAX;

/* course.lua, which the first child tells of. A mistake in it ends the description. */
static void begin_course(const char *course, bool tell, int fd, struct wb_course_spec *spec) {
  struct wb_error why = {0};
  if (wb_course_spec_load(course, spec, &why) != WB_OK) {
    emit_course_error(words_of(&why), fd);
    _exit(0);
  }
  if (tell) emit_course(spec, fd);
}

static _Noreturn void run_child(const char *course, const struct wb_names *slugs, size_t first,
                                int fd, int progress, pid_t parent) {
  struct wb_sandbox sandbox = {
      .address_space = (uint64_t)WB_JUDGE_MEMORY_MB << 20, .file_bytes = UINT64_MAX, .no_core = 1};
  struct wb_error err = {0};
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent || wb_sandbox_enter(&sandbox) != 0) _exit(1);
  if (wb_judge_enclose(course, &err) != WB_OK) {
    fprintf(stderr, "%s\n", err.message);
    _exit(1);
  }
  struct wb_course_spec spec;
  if (write(progress, &AT_COURSE, sizeof AT_COURSE) != (ssize_t)sizeof AT_COURSE) _exit(1);
  /* CPU time counts for the process: whatever is loaded gets its own share. */
  wb_sandbox_allow_time(wb_describe_cpu_seconds());
  begin_course(course, first == 0, fd, &spec);
  for (size_t i = first; i < slugs->count; i++) {
    if (write(progress, &i, sizeof i) != (ssize_t)sizeof i) _exit(1);
    wb_sandbox_allow_time(wb_describe_cpu_seconds());
    describe_one(course, &spec, slugs, i, fd);
  }
  _exit(0);
}

/* Why loading `file` ended a child. */
static char *words_of_death(const char *file, int raw) {
  if (WIFSIGNALED(raw) && WTERMSIG(raw) == SIGXCPU)
    return wb_format(
        "%s: the spec used more than %u s of CPU time to load; look for an "
        "endless loop or a huge table at its top level",
        file, wb_describe_cpu_seconds());
  return wb_format("%s: loading the spec ended the judge (%s)", file,
                   WIFSIGNALED(raw) ? strsignal(WTERMSIG(raw)) : "unexpected exit");
}

static void report_death(const char *slug, int raw, int fd) {
  struct wb_event event = blank_entry(slug);
  char *file = wb_format("puzzles/%s/puzzle.lua", slug);
  event.puzzle->error = words_of_death(file, raw);
  emit_event(fd, &event);
  wb_event_release(&event);
  free(file);
}

/* The specs from `first` on, in one child, and before the first of all the course's own. *reached
 * is the one that it was at when it died, or the count of all. */
static enum wb_status describe_from(const char *course, const struct wb_names *slugs, size_t first,
                                    int fd, size_t *reached, struct wb_error *err) {
  int progress[2], raw = 0;
  size_t at = first;
  pid_t parent = getpid();
  enum wb_status status = wb_pipe(progress, err);
  if (status != WB_OK) return status;
  pid_t child = fork();
  if (child == 0) run_child(course, slugs, first, fd, progress[1], parent);
  close(progress[1]);
  while (child > 0 && read(progress[0], &at, sizeof at) > 0) {
  }
  close(progress[0]);
  if (child < 0) return wb_fail_errno(err, "cannot start a process");
  while (waitpid(child, &raw, 0) < 0 && errno == EINTR) {
  }
  bool whole = WIFEXITED(raw) && WEXITSTATUS(raw) == 0;
  const bool at_course = at == AT_COURSE;
  if (!whole && at_course) emit_course_error(words_of_death("course.lua", raw), fd);
  if (!whole && !at_course) report_death(slugs->items[at], raw, fd);
  *reached = whole || at_course ? slugs->count : at;
  return WB_OK;
}

/* ---- the course ------------------------------------------------------------------ */

static enum wb_status list_slugs(const char *course, struct wb_names *slugs, struct wb_error *err) {
  struct wb_names entries;
  char *folder = wb_path_join(course, "puzzles");
  wb_names_init(&entries);
  enum wb_status status = wb_directory_list(folder, &entries, err);
  for (size_t i = 0; i < entries.count; i++) {
    char *own = wb_path_join(folder, entries.items[i]);
    char *spec = wb_path_join(own, "puzzle.lua");
    /* A folder with a number is a puzzle's, though its spec is missing. */
    bool numbered = entries.items[i][0] >= '0' && entries.items[i][0] <= '9';
    if (wb_file_exists(spec) || (numbered && wb_is_directory(own)))
      wb_names_add(slugs, entries.items[i]);
    free(spec);
    free(own);
  }
  wb_names_release(&entries);
  free(folder);
  return status;
}

enum wb_status wb_describe_course(const char *course, const char *slug, int fd,
                                  struct wb_error *err) {
  struct wb_names slugs;
  enum wb_status status = WB_OK;
  size_t next = 0;
  bool begun = false;
  wb_names_init(&slugs);
  if (slug != NULL)
    wb_names_add(&slugs, slug);
  else
    status = list_slugs(course, &slugs, err);
  while (status == WB_OK && (!begun || next < slugs.count)) {
    begun = true;
    status = describe_from(course, &slugs, next, fd, &next, err);
    if (next < slugs.count) next++;
  }
  wb_names_release(&slugs);
  if (status == WB_OK) status = emit_event(fd, &(struct wb_event){.kind = WB_EVENT_END});
  return status;
}
