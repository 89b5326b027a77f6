#include "verbs/progress.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/str.h"
#include "fields/json_tools.h"
#include "report/summary.h"
#include "report/write.h"
#include "text/columns.h"
#include "verbs/versions.h"

enum { MOST_BEST = 4 }; /* counters of a puzzle on its line of text */

/* ---- the data ------------------------------------------------------------------------------- */

static json_t *solved_at_to_json(const void *of) {
  const struct wb_standing *standing = of;
  return standing->overview.progress.solved ? wb_json_time(standing->overview.progress.solved_at)
                                            : json_null();
}

static json_t *made_at_to_json(const void *of) {
  return wb_json_time(((const struct wb_progress_summary *)of)->made_at);
}

static bool has_steps(const void *of) {
  return ((const struct wb_standing *)of)->overview.about.n_steps > 0;
}

static json_t *steps_done_to_json(const void *of) {
  return wb_overview_steps_to_json(&((const struct wb_standing *)of)->overview);
}

#define WB_OF struct wb_standing
static const struct wb_field standing_rows[] = {
    {"puzzle", WB_VALUE(overview.about.slug)},
    {"number", WB_VALUE(overview.about.number)},
    {"title", WB_VALUE(overview.about.title)},
    {"chapter", WB_VALUE(overview.about.chapter), .or_null = true},
    {"state", WB_VALUE(overview.state)},
    {"solved_at", .write = solved_at_to_json},
    {"score", WB_VALUE(overview.progress.best_score)},
    {"steps", WB_LIST(overview.about.steps, overview.about.n_steps, SIZE_MAX), .said = has_steps},
    {"steps_done", .write = steps_done_to_json, .said = has_steps},
    {"attempts", WB_VALUE(overview.progress.attempts)},
    {"versions", WB_VALUE(versions)},
    {"hints", WB_VALUE(overview.about.n_hints)},
    {"hints_shown", WB_VALUE(overview.progress.hints_shown)},
    {"best", WB_LIST(best, n_best, SIZE_MAX), .fields = &wb_best_counter_fields},
};
static const struct wb_fields standing_fields = {WB_ROWS(standing_rows)};
#undef WB_OF

#define WB_OF struct wb_progress_summary
static const struct wb_field summary_rows[] = {
    {"schema", WB_CONSTANT(1)},
    {"learner", WB_VALUE(learner), .or_null = true},
    {"course", WB_VALUE(title)},
    {"version", WB_VALUE(version), .or_null = true},
    {"made_at", .write = made_at_to_json},
    {"solved", WB_VALUE(solved)},
    {"puzzles", WB_LIST(puzzles, n_puzzles, SIZE_MAX), .fields = &standing_fields},
};
const struct wb_fields wb_progress_summary_fields = {WB_ROWS(summary_rows)};
#undef WB_OF

static struct wb_standing standing_of(const struct wb_session *session,
                                      const struct wb_puzzle_summary *puzzle) {
  struct wb_standing standing = {.overview = wb_overview_of(session, puzzle, false)};
  struct wb_attempts attempts = {0};
  if (wb_versions_load(session, puzzle->slug, &attempts, NULL) == WB_OK) {
    standing.versions = attempts.count;
    standing.best = wb_best_of(&attempts, &standing.n_best);
  }
  wb_attempts_release(&attempts);
  return standing;
}

struct wb_progress_summary wb_progress_summary_of(const struct wb_session *session,
                                                  const char *learner) {
  const struct wb_catalog *catalog = &session->catalog;
  const char *title = catalog->course.title;
  struct wb_progress_summary summary = {
      .learner = learner,
      .title = title != NULL ? title : wb_path_basename(session->course.root),
      .version = catalog->course.version,
      .made_at = (int64_t)time(NULL),
      .solved = wb_session_solved(session, 0, catalog->count),
      .puzzles = wb_alloc((catalog->count + 1) * sizeof *summary.puzzles),
      .n_puzzles = catalog->count};
  for (size_t i = 0; i < catalog->count; i++)
    summary.puzzles[i] = standing_of(session, &catalog->items[i]);
  return summary;
}

void wb_progress_summary_release(struct wb_progress_summary *summary) {
  for (size_t i = 0; i < summary->n_puzzles; i++) {
    wb_overview_release(&summary->puzzles[i].overview);
    free(summary->puzzles[i].best);
  }
  free(summary->puzzles);
  *summary = (struct wb_progress_summary){0};
}

/* ---- for people ----------------------------------------------------------------------------- */

const char *wb_progress_day(int64_t at, char day[WB_DAY_BYTES]) {
  const time_t seconds = (time_t)at;
  struct tm local;
  if (localtime_r(&seconds, &local) == NULL || strftime(day, WB_DAY_BYTES, "%Y-%m-%d", &local) == 0)
    strcpy(day, "?");
  return day;
}

static void put_count(struct wb_document *text, uint64_t count, const char *one) {
  wb_put(text, WB_STYLE_PLAIN, ", %llu %s%s", (unsigned long long)count, one,
         count == 1 ? "" : "s");
}

static void put_steps(const struct wb_overview *overview, struct wb_document *text) {
  struct wb_str words;
  wb_str_init(&words);
  wb_str_add(&words, ", ");
  if (wb_steps_so_far_words(&overview->about, &overview->progress, &words))
    wb_write(text, WB_STYLE_PLAIN, words.data);
  wb_str_release(&words);
}

/* "✓ 02-map  solved 2026-11-23, 4 runs, 2 versions, 1 of 4 hints" */
static void put_standing(const struct wb_standing *standing, int slug_width,
                         struct wb_document *text) {
  const struct wb_progress *progress = &standing->overview.progress;
  char day[WB_DAY_BYTES];
  wb_document_add_line(text);
  wb_write(text, progress->solved ? WB_STYLE_GOOD : WB_STYLE_DIM,
           progress->solved ? "  ✓ " : "    ");
  wb_put(text, WB_STYLE_STRONG, "%-*s  ", slug_width, standing->overview.about.slug);
  if (progress->solved)
    wb_put(text, WB_STYLE_PLAIN, "solved %s", wb_progress_day(progress->solved_at, day));
  else
    wb_put(text, WB_STYLE_PLAIN, "%s", standing->overview.state);
  if (progress->tried && !progress->solved)
    wb_put(text, WB_STYLE_PLAIN, ", score %u %%", wb_score_percent(progress->best_score));
  put_steps(&standing->overview, text);
  if (progress->attempts > 0) put_count(text, progress->attempts, "run");
  if (standing->versions > 1) put_count(text, standing->versions, "version");
  if (progress->hints_shown > 0)
    wb_put(text, WB_STYLE_PLAIN, ", %u of %zu hints", progress->hints_shown,
           standing->overview.about.n_hints);
}

/* "best: 12 global reads, 6 transactions" */
static void put_best(const struct wb_standing *standing, int indent, struct wb_document *text) {
  const size_t shown = standing->n_best < MOST_BEST ? standing->n_best : MOST_BEST;
  if (shown == 0) return;
  wb_document_add_line(text);
  wb_put(text, WB_STYLE_DIM, "%*sbest: ", indent, "");
  for (size_t i = 0; i < shown; i++) {
    struct wb_str words;
    wb_str_init(&words);
    wb_best_write(&standing->best[i], &words);
    wb_put(text, WB_STYLE_DIM, "%s%s", i > 0 ? ", " : "", words.data);
    wb_str_release(&words);
  }
}

void wb_progress_summary_write(const struct wb_progress_summary *summary,
                               struct wb_document *text) {
  const char *chapter = NULL;
  char day[WB_DAY_BYTES];
  int slug_width = 0;
  for (size_t i = 0; i < summary->n_puzzles; i++) {
    const int width = (int)wb_text_width(summary->puzzles[i].overview.about.slug);
    if (width > slug_width) slug_width = width;
  }
  wb_put_line(text, WB_STYLE_HEADING, "%s%s%s", summary->title, summary->version != NULL ? " " : "",
              summary->version != NULL ? summary->version : "");
  wb_put_line(text, WB_STYLE_PLAIN, "%s%s%llu of %zu solved, %s",
              summary->learner != NULL ? summary->learner : "",
              summary->learner != NULL ? ": " : "", (unsigned long long)summary->solved,
              summary->n_puzzles, wb_progress_day(summary->made_at, day));
  for (size_t i = 0; i < summary->n_puzzles; i++) {
    const struct wb_standing *standing = &summary->puzzles[i];
    const char *own = standing->overview.about.chapter;
    if (i == 0 || (own != NULL && (chapter == NULL || strcmp(own, chapter) != 0))) {
      wb_document_add_line(text);
      if (own != NULL) wb_put_line(text, WB_STYLE_STRONG, "%s", own);
    }
    if (own != NULL) chapter = own;
    put_standing(standing, slug_width, text);
    put_best(standing, slug_width + 6, text);
  }
}
