#include "session/figures.h"

#include <stdlib.h>

#include "base/sha256.h"
#include "base/str.h"

enum { FILE_MAX_BYTES = 4 << 20 };

static bool add_file(struct wb_sha256 *sha, const char *path) {
  struct wb_str text;
  wb_str_init(&text);
  const bool read = wb_file_read(path, FILE_MAX_BYTES, &text, NULL) == WB_OK;
  wb_sha256_add_number(sha, text.length);
  wb_sha256_add(sha, text.data, text.length);
  wb_str_release(&text);
  return read;
}

bool wb_figures_key(const struct wb_course *course, const char *slug,
                    unsigned char key[WB_FIGURES_KEY_BYTES]) {
  struct wb_sha256 sha;
  char *solution = wb_course_solution(course, slug);
  char *spec = wb_format("%s/puzzles/%s/puzzle.lua", course->root, slug);
  wb_sha256_init(&sha);
  wb_sha256_add_text(&sha, "figures 1 " WB_VERSION);
  bool there = add_file(&sha, solution);
  there = add_file(&sha, spec) && there;
  wb_sha256_finish(&sha, key);
  free(spec);
  free(solution);
  return there;
}

struct wb_counters *wb_figures_of(const struct wb_result *result, size_t *n_cases) {
  *n_cases = 0;
  if (result->verdict != WB_VERDICT_ACCEPTED) return NULL;
  struct wb_counters *cases = wb_alloc((result->n_cases + 1) * sizeof *cases);
  for (size_t i = 0; i < result->n_cases; i++) cases[i] = result->cases[i].counters;
  *n_cases = result->n_cases;
  return cases;
}

void wb_our_figures_find(struct wb_our_figures *figures, const struct wb_session *session,
                         const char *slug) {
  *figures = (struct wb_our_figures){.state = WB_OUR_FIGURES_NONE};
  if (!wb_figures_key(&session->course, slug, figures->key)) return;
  if (session->store != NULL)
    wb_store_figures(session->store, figures->key, &figures->cases, &figures->n_cases, NULL);
  if (figures->cases != NULL) {
    figures->state = WB_OUR_FIGURES_KNOWN;
    return;
  }
  figures->state = WB_OUR_FIGURES_NEEDED;
  figures->file = wb_course_solution(&session->course, slug);
  figures->options = (struct wb_run_options){
      .course = session->course.root, .puzzle = slug, .file = figures->file, .profile = true};
}

void wb_our_figures_take(struct wb_our_figures *figures, const struct wb_session *session,
                         const struct wb_result *result) {
  figures->cases = wb_figures_of(result, &figures->n_cases);
  figures->state = figures->cases != NULL ? WB_OUR_FIGURES_KNOWN : WB_OUR_FIGURES_NONE;
  if (figures->cases != NULL && session->store != NULL)
    wb_store_keep_figures(session->store, figures->key, figures->cases, figures->n_cases, NULL);
}

void wb_our_figures_release(struct wb_our_figures *figures) {
  free(figures->cases);
  free(figures->file);
  *figures = (struct wb_our_figures){.state = WB_OUR_FIGURES_NONE};
}
