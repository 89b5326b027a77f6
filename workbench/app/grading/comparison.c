#include "grading/comparison.h"

#include <stdlib.h>
#include <string.h>

static const struct wb_word cause_rows[] = {
    [WB_CHANGED_SPEC] = {"spec", "the puzzle's files, or the course's lua/, have changed"},
    [WB_CHANGED_TOOL] = {"tool", "it was judged by another version of the workbench"},
    [WB_CHANGED_SEED] = {"seed", "hidden inputs follow from seeds of another kind"},
    [WB_CHANGED_WALLS] = {"sandbox", "one of the two was judged with --sandbox basic"},
    [WB_CHANGED_FILE] = {"file", "another file answers the puzzle"},
    [WB_CHANGED_POINTS] = {"points", "the puzzle is worth something else"},
    [WB_CHANGED_PUZZLES] = {"puzzles", "only one of the two grades the puzzle"},
    [WB_CHANGED_OVERRIDE] = {"override", "a person has given other points"},
    [WB_CHANGED_JUDGE] = {"judge-error", "in one of the two it could not be judged"},
    [WB_CHANGED_FLAKE] = {"flake",
                          "neither spec nor workbench differ: the judge said something else of the "
                          "same text"},
};
const struct wb_words wb_change_causes = WB_WORDS(cause_rows);

/* ---- why ------------------------------------------------------------------------------------- */

static bool same_text(const char *a, const char *b) {
  return a != NULL && b != NULL ? strcmp(a, b) == 0 : a == b;
}

static bool same_verdict(const struct wb_assessed_puzzle *a, const struct wb_assessed_puzzle *b) {
  if (a->state != b->state) return false;
  return a->state != WB_ASSESSED_JUDGED ||
         (a->result.verdict == b->result.verdict && a->result.score == b->result.score);
}

static bool is_changed(const struct wb_compared_puzzle *one) {
  if (one->before == NULL || one->after == NULL) return true;
  return !same_verdict(one->before, one->after) ||
         wb_assessed_points(one->before) != wb_assessed_points(one->after) ||
         one->before->puzzle->points != one->after->puzzle->points;
}

static bool has_same_file(const struct wb_compared_puzzle *one) {
  const struct wb_submitted_file *a = one->before->file, *b = one->after->file;
  return a != NULL && b != NULL ? strcmp(a->sha256, b->sha256) == 0 : a == b;
}

/* Why the judge said something else, or said nothing. */
static uint32_t causes_of_verdict(const struct wb_compared *compared,
                                  const struct wb_compared_puzzle *one) {
  const struct wb_run_about *before = compared->before->run, *after = compared->after->run;
  uint32_t causes = 0;
  if (one->before->state == WB_ASSESSED_NOT_JUDGED || one->after->state == WB_ASSESSED_NOT_JUDGED)
    return 1u << WB_CHANGED_JUDGE;
  if (!has_same_file(one) || one->before->state != one->after->state)
    causes |= 1u << WB_CHANGED_FILE;
  if (!same_text(one->before->puzzle->digest, one->after->puzzle->digest))
    causes |= 1u << WB_CHANGED_SPEC;
  if (!same_text(before->tool, after->tool)) causes |= 1u << WB_CHANGED_TOOL;
  if (before->seed != after->seed) causes |= 1u << WB_CHANGED_SEED;
  if (before->has_all_walls != after->has_all_walls) causes |= 1u << WB_CHANGED_WALLS;
  return causes != 0 ? causes : 1u << WB_CHANGED_FLAKE;
}

static bool same_override(const struct wb_run_override *a, const struct wb_run_override *b) {
  return a != NULL && b != NULL ? a->points == b->points : a == b;
}

static uint32_t causes_of(const struct wb_compared *compared,
                          const struct wb_compared_puzzle *one) {
  uint32_t causes = 0;
  if (one->before == NULL || one->after == NULL) return 1u << WB_CHANGED_PUZZLES;
  if (!same_verdict(one->before, one->after)) causes |= causes_of_verdict(compared, one);
  if (one->before->puzzle->points != one->after->puzzle->points) causes |= 1u << WB_CHANGED_POINTS;
  if (!same_override(one->before->override, one->after->override))
    causes |= 1u << WB_CHANGED_OVERRIDE;
  return causes;
}

/* ---- one submission -------------------------------------------------------------------------- */

static const struct wb_assessed_puzzle *find_puzzle(const struct wb_assessment *assessment,
                                                    const char *slug) {
  for (size_t i = 0; i < assessment->n_puzzles; i++)
    if (strcmp(assessment->puzzles[i].puzzle->slug, slug) == 0) return &assessment->puzzles[i];
  return NULL;
}

static void add_puzzle(struct wb_compared *compared, const char *slug) {
  struct wb_compared_puzzle *one = &compared->puzzles[compared->n_puzzles++];
  *one = (struct wb_compared_puzzle){.slug = slug,
                                     .before = find_puzzle(compared->before, slug),
                                     .after = find_puzzle(compared->after, slug)};
  one->changed = is_changed(one);
  if (one->changed) one->causes = causes_of(compared, one);
}

/* The caller frees the puzzles. */
static struct wb_compared compare(const struct wb_assessment *before,
                                  const struct wb_assessment *after) {
  struct wb_compared compared = {.before = before, .after = after};
  compared.puzzles =
      wb_alloc((before->n_puzzles + after->n_puzzles + 1) * sizeof *compared.puzzles);
  for (size_t i = 0; i < before->n_puzzles; i++)
    add_puzzle(&compared, before->puzzles[i].puzzle->slug);
  for (size_t i = 0; i < after->n_puzzles; i++)
    if (find_puzzle(before, after->puzzles[i].puzzle->slug) == NULL)
      add_puzzle(&compared, after->puzzles[i].puzzle->slug);
  return compared;
}

/* ---- two runs -------------------------------------------------------------------------------- */

struct comparing {
  const struct wb_compared_run *after;
  void (*each)(const struct wb_compared *one, void *data);
  void *data;
  struct wb_comparison_totals *totals;
  const struct wb_assessment *before; /* that is looked for in the other run */
  bool found;
};

static void count_change(struct wb_comparison_totals *totals, const struct wb_compared *compared) {
  totals->changed++;
  totals->gain += compared->after->points > compared->before->points;
  totals->lose += compared->after->points < compared->before->points;
  for (size_t i = 0; i < compared->n_puzzles; i++)
    totals->flakes += (compared->puzzles[i].causes & 1u << WB_CHANGED_FLAKE) != 0;
}

static enum wb_status compare_after(const struct wb_assessment *after, void *data,
                                    struct wb_error *err) {
  struct comparing *comparing = data;
  size_t changed = 0;
  (void)err;
  if (after->submission->attempt != comparing->before->submission->attempt) return WB_OK;
  struct wb_compared compared = compare(comparing->before, after);
  comparing->found = true;
  comparing->totals->submissions++;
  for (size_t i = 0; i < compared.n_puzzles; i++) changed += compared.puzzles[i].changed;
  if (changed > 0) {
    count_change(comparing->totals, &compared);
    comparing->each(&compared, comparing->data);
  }
  free(compared.puzzles);
  return WB_OK;
}

static enum wb_status compare_before(const struct wb_assessment *before, void *data,
                                     struct wb_error *err) {
  struct comparing *comparing = data;
  const struct wb_compared_run *after = comparing->after;
  comparing->before = before;
  comparing->found = false;
  enum wb_status status =
      wb_run_assess_each(after->folder, after->records, before->submission->pseudonym, false,
                         compare_after, comparing, err);
  if (!comparing->found) comparing->totals->only_before++;
  return status;
}

enum wb_status wb_compare_runs(const struct wb_compared_run *before,
                               const struct wb_compared_run *after, bool with_people,
                               void (*each)(const struct wb_compared *one, void *data), void *data,
                               struct wb_comparison_totals *totals, struct wb_error *err) {
  struct comparing comparing = {.after = after, .each = each, .data = data, .totals = totals};
  struct wb_run_counts counts;
  *totals = (struct wb_comparison_totals){0};
  if (strcmp(before->folder->about.secret, after->folder->about.secret) != 0)
    return wb_fail(err, WB_ERR_USAGE,
                   "%s and %s were graded with different secrets: their pseudonyms are not those "
                   "of the same people",
                   before->folder->path, after->folder->path);
  enum wb_status status = wb_run_assess_each(before->folder, before->records, NULL, with_people,
                                             compare_before, &comparing, err);
  if (status == WB_OK) status = wb_run_records_count(after->records, &counts, err);
  if (status == WB_OK) totals->only_after = (size_t)counts.submissions - totals->submissions;
  return status;
}

void wb_compared_cases(const struct wb_compared_puzzle *puzzle,
                       void (*each)(const struct wb_case_result *before,
                                    const struct wb_case_result *after, void *data),
                       void *data) {
  if (puzzle->before == NULL || puzzle->after == NULL) return;
  const struct wb_result *a = &puzzle->before->result, *b = &puzzle->after->result;
  for (size_t i = 0; i < a->n_cases; i++)
    for (size_t j = 0; j < b->n_cases; j++)
      if (same_text(a->cases[i].name, b->cases[j].name) &&
          a->cases[i].verdict != b->cases[j].verdict)
        each(&a->cases[i], &b->cases[j], data);
}
