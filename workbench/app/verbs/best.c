#include "verbs/best.h"

#include <string.h>

#include "base/str.h"
#include "report/counter_words.h"

#define WB_OF struct wb_best_counter
static const struct wb_field rows[] = {
    {"counter", WB_VALUE(counter)},
    {"value", WB_VALUE(value)},
    {"version", WB_VALUE(version)},
};
const struct wb_fields wb_best_counter_fields = {WB_ROWS(rows)};
#undef WB_OF

/* A run of some cases alone says nothing about the others. */
static bool was_accepted(const struct wb_attempt *attempt) {
  return attempt->verdict == WB_VERDICT_ACCEPTED && attempt->note[0] == '\0' &&
         attempt->n_cases > 0;
}

static size_t cases_of_newest(const struct wb_attempts *attempts) {
  for (size_t i = attempts->count; i > 0; i--)
    if (was_accepted(&attempts->items[i - 1])) return attempts->items[i - 1].n_cases;
  return 0;
}

enum { ALL_CASES = -1 };

/* Over the cases of which something was counted, or of one; false: none is. */
static bool total_of(const struct wb_attempt *attempt, const struct wb_counter_words *words,
                     ptrdiff_t only, uint64_t *total) {
  const unsigned at = wb_counter_index(words->counter);
  bool any = false;
  *total = 0;
  for (size_t i = 0; i < attempt->n_cases; i++) {
    struct wb_counters *one = &attempt->cases[i];
    const uint64_t value = *wb_counter_at(one, at);
    if (only != ALL_CASES && i != (size_t)only) continue;
    if (one->items == 0 || (wb_counter_is_modelled(at) && one->subgroup == 0)) continue;
    if (!words->more_is_better)
      *total += value;
    else if (!any || value < *total)
      *total = value;
    any = true;
  }
  return any;
}

static bool is_better(const struct wb_counter_words *words, uint64_t one, uint64_t other) {
  return words->more_is_better ? one > other : one < other;
}

/* How many versions there were to choose from; 0 where none did anything of it, which says nothing
 * of any. */
static size_t find_best(const struct wb_attempts *attempts, const struct wb_counter_words *words,
                        ptrdiff_t only, struct wb_best_counter *best) {
  const size_t n_cases = cases_of_newest(attempts);
  size_t known = 0;
  bool notable = false;
  *best = (struct wb_best_counter){.counter = words->counter, .label = words->label};
  for (size_t i = 0; i < attempts->count; i++) {
    const struct wb_attempt *attempt = &attempts->items[i];
    uint64_t total;
    if (!was_accepted(attempt) || attempt->n_cases != n_cases) continue;
    if (!total_of(attempt, words, only, &total)) continue;
    notable |= total > 0;
    if (known++ > 0 && !is_better(words, total, best->value)) continue;
    best->value = total;
    best->version = attempt->number;
  }
  return notable ? known : 0;
}

bool wb_best_in_case(const struct wb_attempts *attempts, const struct wb_counter_words *words,
                     size_t at, struct wb_best_counter *best) {
  return find_best(attempts, words, (ptrdiff_t)at, best) > 1;
}

struct wb_best_counter *wb_best_of(const struct wb_attempts *attempts, size_t *count) {
  size_t n_words;
  const struct wb_counter_words *words = wb_counter_words(&n_words);
  struct wb_best_counter *best = wb_alloc((n_words + 1) * sizeof *best);
  *count = 0;
  for (size_t i = 0; i < n_words; i++)
    if (!words[i].only_budgeted && find_best(attempts, &words[i], ALL_CASES, &best[*count]) > 0)
      (*count)++;
  return best;
}

void wb_best_write(const struct wb_best_counter *best, struct wb_str *out) {
  static const char percent[] = " in %";
  const size_t length = strlen(best->label);
  const bool is_share = wb_ends_with(best->label, percent);
  wb_write_grouped(out, best->value);
  wb_str_add(out, is_share ? " % " : " ");
  wb_str_add_bytes(out, best->label, is_share ? length - strlen(percent) : length);
}
