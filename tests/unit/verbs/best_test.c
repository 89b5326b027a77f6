/* The least that any accepted version did, counter by counter. */
#include "verbs/best.h"

#include <stdlib.h>

#include "tap.h"

enum { MOST = 6 };

static struct wb_counters counters[MOST][2];
static struct wb_attempt items[MOST];

/* A version judged on `n_cases` cases, in each of which it read so much. */
static struct wb_attempt *add_version(struct wb_attempts *attempts, enum wb_verdict verdict,
                                      uint64_t reads, size_t n_cases) {
  struct wb_attempt *attempt = &items[attempts->count];
  struct wb_counters *cases = counters[attempts->count++];
  for (size_t i = 0; i < n_cases; i++)
    cases[i] = (struct wb_counters){.items = 4, .global_reads = reads};
  *attempt = (struct wb_attempt){.number = attempts->count,
                                 .verdict = verdict,
                                 .note = "",
                                 .cases = cases,
                                 .n_cases = n_cases};
  return attempt;
}

/* What is said of `counter`: its value at version; 0 at 0 where nothing is. */
static void check_best(const struct wb_attempts *attempts, const char *counter, uint64_t value,
                       uint64_t version) {
  size_t count;
  struct wb_best_counter *best = wb_best_of(attempts, &count), found = {0};
  for (size_t i = 0; i < count; i++)
    if (strcmp(best[i].counter, counter) == 0) found = best[i];
  CHECK_INT((int)found.value, (int)value);
  CHECK_INT((int)found.version, (int)version);
  free(best);
}

static void accepted_versions_count(void) {
  struct wb_attempts attempts = {.items = items};
  check_best(&attempts, "global_reads", 0, 0);
  add_version(&attempts, WB_VERDICT_WRONG_ANSWER, 1, 2);
  check_best(&attempts, "global_reads", 0, 0);
  add_version(&attempts, WB_VERDICT_ACCEPTED, 9, 2);
  check_best(&attempts, "global_reads", 18, 2);
  add_version(&attempts, WB_VERDICT_ACCEPTED, 5, 2);
  add_version(&attempts, WB_VERDICT_ACCEPTED, 5, 2);
  check_best(&attempts, "global_reads", 10, 3);
  add_version(&attempts, WB_VERDICT_OVER_BUDGET, 2, 2);
  check_best(&attempts, "global_reads", 10, 3);
  check_best(&attempts, "global_writes", 0, 0); /* 0 in all of them */
}

static void only_whole_runs_of_the_puzzle_as_it_is(void) {
  struct wb_attempts attempts = {.items = items};
  add_version(&attempts, WB_VERDICT_ACCEPTED, 1, 1); /* when the puzzle had one case */
  add_version(&attempts, WB_VERDICT_ACCEPTED, 7, 2);
  add_version(&attempts, WB_VERDICT_ACCEPTED, 3, 2)->note = "case 2";
  check_best(&attempts, "global_reads", 14, 2);
}

static void modelled_counters_where_they_were_counted(void) {
  struct wb_attempts attempts = {.items = items};
  add_version(&attempts, WB_VERDICT_ACCEPTED, 4, 2); /* without a model: no transactions */
  add_version(&attempts, WB_VERDICT_ACCEPTED, 4, 2);
  for (int i = 0; i < 2; i++) {
    counters[1][i].subgroup = 32;
    counters[1][i].global_transactions = 8;
    counters[1][i].occupancy_percent = i == 0 ? 50 : 75;
    counters[0][i].occupancy_percent = 40;
  }
  check_best(&attempts, "global_transactions", 16, 2);
  check_best(&attempts, "occupancy_percent", 50, 2); /* more is better; the least of the cases */
}

static void best_in_one_case(void) {
  struct wb_attempts attempts = {.items = items};
  size_t count;
  const struct wb_counter_words *words = wb_counter_words(&count); /* the first: global reads */
  struct wb_best_counter best;
  add_version(&attempts, WB_VERDICT_ACCEPTED, 5, 2);
  CHECK(!wb_best_in_case(&attempts, words, 0, &best)); /* there is no choice */
  add_version(&attempts, WB_VERDICT_ACCEPTED, 4, 2);
  counters[1][0].global_reads = 9;
  CHECK(wb_best_in_case(&attempts, words, 0, &best));
  CHECK_INT((int)best.value, 5);
  CHECK_INT((int)best.version, 1);
  CHECK(wb_best_in_case(&attempts, words, 1, &best));
  CHECK_INT((int)best.value, 4);
  CHECK_INT((int)best.version, 2);
  CHECK(!wb_best_in_case(&attempts, words, 2, &best)); /* there is no such case */
}

static void check_words(const char *label, uint64_t value, const char *expected) {
  const struct wb_best_counter best = {.label = label, .value = value};
  struct wb_str words;
  wb_str_init(&words);
  wb_best_write(&best, &words);
  CHECK_STRING(words.data, expected);
  wb_str_release(&words);
}

static void words_of_one(void) {
  check_words("global reads", 12345, "12,345 global reads");
  check_words("occupancy in %", 50, "50 % occupancy");
}

int main(void) {
  tap_run("accepted versions count", accepted_versions_count);
  tap_run("only whole runs of the puzzle as it is", only_whole_runs_of_the_puzzle_as_it_is);
  tap_run("modelled counters where they were counted", modelled_counters_where_they_were_counted);
  tap_run("best in one case", best_in_one_case);
  tap_run("words of one", words_of_one);
  return tap_finish();
}
