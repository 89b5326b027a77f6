#include "verbs/hints.h"

#include <stdlib.h>
#include <string.h>

#include "base/slug.h"
#include "base/str.h"
#include "session/mistake.h"

/* ---- what the course allows ---- */

static bool is_free(const struct wb_request *request) {
  return request->rules == NULL || request->progress.solved;
}

/* How many hints the learner may have seen by now. */
static size_t allowed_hints(const struct wb_request *request) {
  const size_t count = request->puzzle->n_hints, seen = request->progress.hints_shown;
  if (is_free(request) || request->rules->hints_after == 0) return count;
  uint64_t allowed = request->progress.attempts / request->rules->hints_after;
  if (allowed < seen) allowed = seen;
  return allowed < count ? (size_t)allowed : count;
}

/* The judged runs that are missing for the hint after `given`. */
static unsigned long long runs_until(const struct wb_request *request, size_t given) {
  return (unsigned long long)((given + 1) * request->rules->hints_after -
                              request->progress.attempts);
}

struct wb_hints wb_hints_next(const struct wb_request *request, bool all) {
  const size_t count = request->puzzle->n_hints, seen = request->progress.hints_shown;
  const size_t allowed = allowed_hints(request);
  const bool singly = !is_free(request) && request->rules->hints_singly;
  struct wb_hints hints = {.first = seen < count ? seen : count, .end = allowed};
  if (all) hints.first = 0;
  const size_t next = all && seen > 0 ? seen : hints.first + 1;
  if ((!all || singly) && next < hints.end) hints.end = next;
  if (hints.end < hints.first) hints.end = hints.first;
  if (hints.end > seen) hints.shown = (unsigned)hints.end;
  return hints;
}

void wb_hints_add_mistake(struct wb_hints *hints, const char *mistake, bool was_told) {
  hints->mistake = mistake;
  hints->mistake_first = mistake != NULL && !was_told;
  if (!hints->mistake_first) return;
  hints->end = hints->first;
  hints->shown = 0;
}

bool wb_hints_mistake_was_told(const struct wb_session *session, const char *slug,
                               const char *mistake) {
  char *kept = NULL, *name = wb_format("mistake %s %s", session->course.key, wb_slug_name(slug));
  const bool known =
      session->store != NULL && wb_store_setting(session->store, name, &kept, NULL) == WB_OK;
  const bool told = !known || mistake == NULL || (kept != NULL && strcmp(kept, mistake) == 0);
  if (!told) wb_store_set_setting(session->store, name, mistake, NULL);
  free(kept);
  free(name);
  return told;
}

/* Hints are Markdown. */
static void write_hint(const char *lead, const char *hint, unsigned width,
                       struct wb_document *document) {
  char *markdown = wb_format("**%s:** %s", lead, hint);
  wb_markdown_tell(markdown, strlen(markdown), width, document);
  free(markdown);
}

void wb_hints_write(const struct wb_request *request, const struct wb_hints *hints, unsigned width,
                    struct wb_document *document) {
  const struct wb_puzzle_summary *puzzle = request->puzzle;
  if (hints->mistake != NULL)
    write_hint(wb_mistake_lead(wb_summary_is_of_program(puzzle)), hints->mistake, width, document);
  for (size_t i = hints->first; i < hints->end; i++) {
    char *lead = wb_format("Hint %zu of %zu", i + 1, puzzle->n_hints);
    write_hint(lead, puzzle->hints[i], width, document);
    free(lead);
  }
}

static char *notice_of_all(const struct wb_request *request) {
  if (request->face == WB_FACE_SCREEN)
    return wb_strdup("You have seen all hints; they are at the end of the lesson.");
  char *again = wb_request_mention(request, "hint", " --all");
  char *notice = wb_format("You have seen all hints; %s shows them again.", again);
  free(again);
  return notice;
}

static char *notice_of_wait(const struct wb_request *request, size_t given) {
  const unsigned long long runs = runs_until(request, given);
  return wb_format("The %s hint comes after %llu more judged run%s of your %s.",
                   given == 0 ? "first" : "next", runs, runs == 1 ? "" : "s",
                   wb_summary_answer(request->puzzle));
}

static char *notice_of_some(const struct wb_request *request, const struct wb_hints *hints) {
  const size_t count = request->puzzle->n_hints;
  if (request->face == WB_FACE_SCREEN) /* the hints themselves are in another place */
    return wb_format("Hint %zu of %zu, at the end of the lesson.", hints->end, count);
  if (hints->end == count) return NULL;
  if (hints->end == allowed_hints(request)) return notice_of_wait(request, hints->end);
  char *next = wb_request_mention(request, "hint", "");
  char *notice = wb_format("%zu more: %s", count - hints->end, next);
  free(next);
  return notice;
}

/* What it was is said in another place on the screen. */
static char *notice_of_mistake(const struct wb_request *request, const struct wb_hints *hints) {
  const size_t count = request->puzzle->n_hints;
  if (hints->first >= count) return NULL;
  char *next = wb_request_mention(request, "hint", "");
  char *notice =
      wb_format("That was no hint yet: %s shows hint %zu of %zu.", next, hints->first + 1, count);
  free(next);
  return notice;
}

char *wb_hints_notice(const struct wb_request *request, const struct wb_hints *hints) {
  const size_t count = request->puzzle->n_hints;
  if (hints->mistake_first) return notice_of_mistake(request, hints);
  if (count == 0) return wb_strdup("This puzzle has no hints.");
  if (hints->first < hints->end) return notice_of_some(request, hints);
  if (hints->end < count) return notice_of_wait(request, hints->end);
  return notice_of_all(request);
}

#define WB_OF struct wb_hints_data
static const struct wb_field rows[] = {
    {"puzzle", WB_VALUE(puzzle)},
    {"first", WB_VALUE(first)},
    {"hints", WB_LIST(items, count, SIZE_MAX)},
    {"mistake", WB_VALUE(mistake), .or_null = true},
    {"total", WB_VALUE(total)},
};
const struct wb_fields wb_hints_data_fields = {WB_ROWS(rows)};
#undef WB_OF

struct wb_hints_data wb_hints_data(const struct wb_request *request, const struct wb_hints *hints) {
  const struct wb_puzzle_summary *puzzle = request->puzzle;
  const size_t count = hints->end - hints->first;
  return (struct wb_hints_data){
      .puzzle = puzzle->slug,
      .first = count > 0 ? hints->first + 1 : 0,
      .items = count > 0 ? puzzle->hints + hints->first : NULL,
      .count = count,
      .mistake = hints->mistake,
      .total = puzzle->n_hints,
  };
}

enum wb_status wb_hints_keep(const struct wb_session *session, const struct wb_request *request,
                             const struct wb_hints *hints, struct wb_error *err) {
  if (session->store == NULL || hints->shown == 0) return WB_OK;
  return wb_store_show_hint(session->store, request->course->key, request->slug, hints->shown, err);
}
