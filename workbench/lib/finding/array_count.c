#include "finding/array_count.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "finding/counters.h"

#define COUNTER(member) ((unsigned)(offsetof(struct wb_counters, member) / sizeof(uint64_t)))

static const struct {
  enum wb_memory memory;
  enum wb_access access;
  unsigned total, most;
} ways[] = {
    {WB_MEMORY_GLOBAL, WB_ACCESS_READ, COUNTER(global_reads), COUNTER(max_global_reads)},
    {WB_MEMORY_GLOBAL, WB_ACCESS_WRITE, COUNTER(global_writes), COUNTER(max_global_writes)},
    {WB_MEMORY_GLOBAL, WB_ACCESS_ATOMIC, COUNTER(global_atomics), COUNTER(max_global_atomics)},
    {WB_MEMORY_LOCAL, WB_ACCESS_READ, COUNTER(local_reads), COUNTER(max_local_reads)},
    {WB_MEMORY_LOCAL, WB_ACCESS_WRITE, COUNTER(local_writes), COUNTER(max_local_writes)},
    {WB_MEMORY_LOCAL, WB_ACCESS_ATOMIC, COUNTER(local_atomics), COUNTER(max_local_atomics)},
};

bool wb_counter_is_of_accesses(unsigned i, struct wb_access_counter *of) {
  for (size_t k = 0; k < sizeof ways / sizeof ways[0]; k++) {
    if (i != ways[k].total && i != ways[k].most) continue;
    *of = (struct wb_access_counter){ways[k].memory, ways[k].access, i == ways[k].most};
    return true;
  }
  return false;
}

static bool exceeds_most(const struct wb_array_count *count) {
  return count->has_most_limit && count->most > count->most_limit;
}

bool wb_array_count_exceeds(const struct wb_array_count *count) {
  return exceeds_most(count) || (count->has_total_limit && count->total > count->total_limit);
}

/* ---- several launches --------------------------------------------------------------------- */

static bool is_same(const struct wb_array_count *a, const struct wb_array_count *b) {
  return a->memory == b->memory && a->access == b->access && a->argument == b->argument &&
         (a->argument > 0 || (strcmp(a->array, b->array) == 0 && strcmp(a->file, b->file) == 0));
}

static void add_line(struct wb_array_count *to, uint32_t line, bool most_at) {
  uint32_t i = 0;
  while (i < to->n_lines && to->lines[i] != line) i++;
  if (i == WB_ARRAY_COUNT_LINES) {
    to->more_lines = true;
    return;
  }
  if (i == to->n_lines) to->lines[to->n_lines++] = line;
  if (most_at) to->most_at |= UINT32_C(1) << i;
}

static void add_count(struct wb_array_count *to, const struct wb_array_count *more) {
  const bool more_by_one = more->most > to->most;
  to->total += more->total;
  to->share = more->share > to->share ? more->share : to->share;
  to->more_lines |= more->more_lines;
  if (more_by_one) {
    to->most = more->most;
    to->who = more->who;
    to->most_at = 0;
  }
  for (uint32_t i = 0; i < more->n_lines; i++)
    add_line(to, more->lines[i], more_by_one && (more->most_at >> i & 1) != 0);
}

void wb_array_counts_add(struct wb_array_count **counts, size_t *n,
                         const struct wb_array_count *more, size_t n_more) {
  if (n_more == 0) return;
  struct wb_array_count *all = wb_alloc((*n + n_more) * sizeof *all);
  if (*n > 0) memcpy(all, *counts, *n * sizeof *all);
  free(*counts);
  *counts = all;
  for (size_t i = 0; i < n_more; i++) {
    size_t k = 0;
    while (k < *n && !is_same(&all[k], &more[i])) k++;
    if (k < *n)
      add_count(&all[k], &more[i]);
    else if (*n < WB_MAX_ARRAY_COUNTS)
      all[(*n)++] = more[i];
  }
}

/* ---- words ---------------------------------------------------------------------------------- */

/* " (lines 9 and 12)", " (k.cl, line 9)", of all or of the work-item that has the most. */
static void add_lines(const struct wb_array_count *count, bool of_most, struct wb_str *out) {
  uint32_t lines[WB_ARRAY_COUNT_LINES], n = 0;
  for (uint32_t i = 0; i < count->n_lines; i++)
    if (!of_most || (count->most_at >> i & 1) != 0) lines[n++] = count->lines[i];
  if (n == 0) return;
  wb_str_addf(out, " (%s%s%s ", count->file, count->file[0] != '\0' ? ", " : "",
              n == 1 && !count->more_lines ? "line" : "lines");
  for (uint32_t i = 0; i < n; i++) {
    const bool last = i + 1 == n && !count->more_lines;
    wb_str_addf(out, "%s%" PRIu32, i == 0 ? "" : last ? " and " : ", ", lines[i]);
  }
  wb_str_add(out, count->more_lines ? " …)" : ")");
}

/* Several launches may call several of the puzzle's arrays by one name. The sum of those that row
 * `first` is the first of; 0 where it is not. */
static uint64_t sum_of_name(const struct wb_array_count *counts, size_t n, size_t first,
                            const struct wb_access_counter *of) {
  uint64_t sum = 0;
  for (size_t i = 0; i < n; i++) {
    const struct wb_array_count *one = &counts[i];
    const uint64_t value = of->of_one ? one->share : one->total;
    if (one->memory != of->memory || one->access != of->access || value == 0 ||
        strcmp(one->array, counts[first].array) != 0 || strcmp(one->file, counts[first].file) != 0)
      continue;
    if (i < first) return 0;
    sum += value;
  }
  return sum;
}

void wb_array_counts_describe(const struct wb_array_count *counts, size_t n, unsigned i,
                              struct wb_str *out) {
  struct wb_access_counter of;
  bool any = false;
  if (!wb_counter_is_of_accesses(i, &of)) return;
  for (size_t k = 0; k < n; k++) {
    const struct wb_array_count *count = &counts[k];
    const bool is_counted = count->memory == of.memory && count->access == of.access;
    const uint64_t sum = is_counted ? sum_of_name(counts, n, k, &of) : 0;
    if (sum == 0) continue;
    wb_str_addf(out, "%s%" PRIu64 " of `%s`", any ? ", " : "", sum, count->array);
    add_lines(count, false, out);
    any = true;
  }
}

static void add_times(uint64_t times, struct wb_str *out) {
  if (times == 1)
    wb_str_add(out, "once");
  else
    wb_str_addf(out, "%" PRIu64 " times", times);
}

void wb_array_count_describe(const struct wb_array_count *count, struct wb_str *out) {
  static const char *const verbs[][2] = {[WB_ACCESS_READ] = {"read", "reads"},
                                         [WB_ACCESS_WRITE] = {"write", "writes"},
                                         [WB_ACCESS_ATOMIC] = {"update", "updates"}};
  const bool of_one = exceeds_most(count);
  if (of_one)
    wb_item_id_words(&count->who, out);
  else
    wb_str_add(out, "work-items");
  wb_str_addf(out, " %s `%s` %s", verbs[count->access][of_one], count->array,
              count->access == WB_ACCESS_ATOMIC ? "by atomic operations " : "");
  add_times(of_one ? count->most : count->total, out);
  wb_str_add(out, of_one ? "" : " together");
  add_lines(count, of_one, out);
  wb_str_addf(out, "; the puzzle allows %" PRIu64, of_one ? count->most_limit : count->total_limit);
}
