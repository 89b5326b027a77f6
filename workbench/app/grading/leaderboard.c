#include "grading/leaderboard.h"

#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "finding/counters.h"
#include "grading/regrade.h"

enum { ENTRIES_MAX = 1 << 24 };

static bool was_withdrawn(const void *of) { return ((const struct wb_ranked *)of)->by != NULL; }

#define WB_OF struct wb_ranked
static const struct wb_field entry_rows[] = {
    {"rank", WB_VALUE(rank), .or_null = true},
    {"pseudonym", WB_VALUE(pseudonym)},
    {"attempt", WB_VALUE(attempt)},
    {"value", WB_VALUE(value)},
    {"ids", WB_LIST(ids, n_ids, WB_SUBMITTED_FILES_MAX)},
    {"name", WB_VALUE(name), .or_absent = true},
    {"withdrawn_by", WB_VALUE(by), .said = was_withdrawn},
    {"reason", WB_VALUE(reason), .said = was_withdrawn},
};
static const struct wb_fields entry_fields = {WB_ROWS(entry_rows)};
#undef WB_OF

#define WB_OF struct wb_ranking
static const struct wb_field ranking_rows[] = {
    {"puzzle", WB_VALUE(puzzle)},
    {"title", WB_VALUE(title)},
    {"entries", WB_LIST(entries, n_entries, ENTRIES_MAX), .fields = &entry_fields},
    {"unranked", WB_VALUE(unranked)},
};
static const struct wb_fields ranking_fields = {WB_ROWS(ranking_rows)};
#undef WB_OF

#define WB_OF struct wb_leaderboard
static const struct wb_field board_rows[] = {
    {"counter", WB_VALUE(counter)},
    {"order", WB_VALUE(order)},
    {"puzzles", WB_LIST(puzzles, n_puzzles, WB_RUN_PUZZLES_MAX), .fields = &ranking_fields},
};
static const struct wb_fields board_fields = {WB_ROWS(board_rows)};
#undef WB_OF

void wb_leaderboard_release(struct wb_leaderboard *board) {
  wb_fields_release(&board_fields, board);
}

void wb_leaderboard_json(const struct wb_leaderboard *board, struct wb_str *out) {
  wb_fields_print(&board_fields, board, out);
}

/* ---- counters ---------------------------------------------------------------------------------
 */

enum wb_status wb_rank_counter(const struct wb_run_about *about, const char *name,
                               unsigned *counter, struct wb_error *err) {
  *counter = wb_counter_index(name);
  if (strcmp(name, "time") == 0)
    return wb_fail(err, WB_ERR_USAGE,
                   "nothing is ranked by time: of no answer is it measured here so that it could "
                   "not be forged; name a counter, as global_reads");
  if (*counter >= WB_BUDGET_COUNTERS) {
    const char *nearest = wb_nearest(name, wb_counter_names(), WB_BUDGET_COUNTERS);
    return wb_fail(err, WB_ERR_USAGE, "there is no counter '%.60s' to rank by%s%s%s", name,
                   nearest != NULL ? "; did you mean " : "", nearest != NULL ? nearest : "",
                   nearest != NULL ? "?" : "");
  }
  if (about->seed == WB_SEEDS_OF_PERSON)
    return wb_fail(err, WB_ERR_USAGE,
                   "everybody has other hidden inputs (the assignment's seed is \"person\"), so "
                   "that what kernels do with them says nothing of who did better");
  return WB_OK;
}

bool wb_rank_value(const struct wb_assessed_puzzle *answer, unsigned counter, uint64_t *value) {
  struct wb_counters all = answer->result.hidden_counters;
  const bool is_known =
      answer->state == WB_ASSESSED_JUDGED && answer->result.verdict == WB_VERDICT_ACCEPTED &&
      all.items > 0 && wb_counter_is_of_host(counter) == wb_result_is_of_program(&answer->result) &&
      (!wb_counter_is_modelled(counter) || (all.subgroup > 0 && all.unmodelled == 0));
  *value = is_known ? *wb_counter_at(&all, counter) : 0;
  return is_known;
}

const char *wb_rank_order(unsigned counter) {
  return wb_counter_is_wanted(counter) ? "desc" : "asc";
}

/* ---- entries ----------------------------------------------------------------------------------
 */

struct making {
  struct wb_leaderboard *board;
  unsigned counter;
  bool for_staff;
  size_t *capacities; /* of each puzzle's entries */
};

static bool is_better(unsigned counter, uint64_t one, uint64_t other) {
  return wb_counter_is_wanted(counter) ? one > other : one < other;
}

static struct wb_ranked entry_of(const struct making *making,
                                 const struct wb_assessed_puzzle *answer,
                                 const struct wb_run_submission *submission, uint64_t value) {
  const struct wb_submission *about = &submission->about;
  struct wb_ranked entry = {.pseudonym = wb_strdup(submission->pseudonym),
                            .attempt = submission->attempt,
                            .value = value,
                            .name = wb_strdup(about->name)};
  entry.ids = wb_alloc((about->n_ids + 1) * sizeof *entry.ids);
  for (; entry.n_ids < about->n_ids; entry.n_ids++)
    entry.ids[entry.n_ids] = wb_strdup(about->ids[entry.n_ids]);
  if (answer->withdrawn != NULL && making->for_staff) {
    entry.by = wb_strdup(answer->withdrawn->by);
    entry.reason = wb_strdup(answer->withdrawn->reason);
  }
  return entry;
}

/* Attempts of one person follow each other: the best of them that nobody has withdrawn stays. */
static void add_entry(const struct making *making, size_t puzzle, struct wb_ranked entry) {
  struct wb_ranking *ranking = &making->board->puzzles[puzzle];
  for (size_t i = ranking->n_entries; i > 0 && entry.by == NULL; i--) {
    struct wb_ranked *last = &ranking->entries[i - 1];
    if (strcmp(last->pseudonym, entry.pseudonym) != 0) break;
    if (last->by != NULL) continue;
    if (is_better(making->counter, entry.value, last->value)) {
      const struct wb_ranked worse = *last;
      *last = entry;
      entry = worse;
    }
    wb_fields_release(&entry_fields, &entry);
    return;
  }
  ranking->entries = wb_grow(ranking->entries, &making->capacities[puzzle], ranking->n_entries + 1,
                             sizeof *ranking->entries);
  ranking->entries[ranking->n_entries++] = entry;
}

static enum wb_status take_answers(const struct wb_assessment *assessment, void *data,
                                   struct wb_error *err) {
  const struct making *making = data;
  (void)err;
  for (size_t i = 0; i < assessment->n_puzzles; i++) {
    const struct wb_assessed_puzzle *answer = &assessment->puzzles[i];
    uint64_t value = 0;
    const bool is_accepted =
        answer->state == WB_ASSESSED_JUDGED && answer->result.verdict == WB_VERDICT_ACCEPTED;
    if (answer->withdrawn != NULL && !making->for_staff) continue;
    if (wb_rank_value(answer, making->counter, &value))
      add_entry(making, i, entry_of(making, answer, assessment->submission, value));
    else
      making->board->puzzles[i].unranked += is_accepted;
  }
  return WB_OK;
}

/* ---- ranks ------------------------------------------------------------------------------------
 */

static int compare_entries(const struct wb_ranked *a, const struct wb_ranked *b, bool wants_more) {
  const uint64_t one = wants_more ? b->value : a->value, other = wants_more ? a->value : b->value;
  if ((a->by != NULL) != (b->by != NULL)) return a->by != NULL ? 1 : -1;
  if (one != other) return one < other ? -1 : 1;
  return strcmp(a->pseudonym, b->pseudonym);
}

static int compare_least_first(const void *one, const void *other) {
  return compare_entries(one, other, false);
}

static int compare_most_first(const void *one, const void *other) {
  return compare_entries(one, other, true);
}

static void rank_entries(struct wb_ranking *ranking, unsigned counter) {
  struct wb_ranked *entries = ranking->entries;
  if (ranking->n_entries > 1)
    qsort(entries, ranking->n_entries, sizeof *entries,
          wb_counter_is_wanted(counter) ? compare_most_first : compare_least_first);
  for (size_t i = 0; i < ranking->n_entries && entries[i].by == NULL; i++)
    entries[i].rank =
        i > 0 && entries[i].value == entries[i - 1].value ? entries[i - 1].rank : (uint32_t)i + 1;
}

enum wb_status wb_leaderboard_make(struct wb_leaderboard *board, const struct wb_run_folder *run,
                                   struct wb_run_records *records, const char *counter,
                                   bool for_staff, struct wb_error *err) {
  const struct wb_run_about *about = &run->about;
  struct making making = {.board = board, .for_staff = for_staff};
  *board = (struct wb_leaderboard){.counter = wb_strdup(counter), .n_puzzles = about->n_puzzles};
  board->puzzles = wb_alloc((about->n_puzzles + 1) * sizeof *board->puzzles);
  making.capacities = wb_alloc((about->n_puzzles + 1) * sizeof *making.capacities);
  for (size_t i = 0; i < about->n_puzzles; i++)
    board->puzzles[i] = (struct wb_ranking){.puzzle = wb_strdup(about->puzzles[i].slug),
                                            .title = wb_strdup(about->puzzles[i].title)};
  enum wb_status status = wb_rank_counter(about, counter, &making.counter, err);
  if (status == WB_OK) status = wb_regrade_check_judged(run, records, err);
  if (status == WB_OK) board->order = wb_strdup(wb_rank_order(making.counter));
  if (status == WB_OK)
    status = wb_run_assess_each(run, records, NULL, for_staff, take_answers, &making, err);
  for (size_t i = 0; i < board->n_puzzles && status == WB_OK; i++)
    rank_entries(&board->puzzles[i], making.counter);
  free(making.capacities);
  return status;
}
