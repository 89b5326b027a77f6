#include "emulator/run/collective.h"

#include <stdio.h>
#include <stdlib.h>

#include "emulator/profile/profile.h"
#include "emulator/run/barrier.h"

static bool is_in_collective(const struct wb_work_item *item, bool of_group) {
  return item->stage == WB_ITEM_IN_COLLECTIVE &&
         ((item->function & WBRT_COLLECTIVE_GROUP) != 0) == of_group;
}

static bool is_barrier(const struct wb_work_item *item) {
  return (item->function & WBRT_COLLECTIVE_FUNCTION_MASK) == WBRT_COLLECTIVE_BARRIER;
}

/* Below 0: a is earlier in the program. */
static int compare_keys(const struct wb_work_item *a, const struct wb_work_item *b) {
  const struct wbrt_collective_data *left = a->collective, *right = b->collective;
  int order = 0;
  for (uint64_t i = 0; i < left->keys && i < right->keys && order == 0; i++)
    order = left->key[i] < right->key[i] ? -1 : left->key[i] > right->key[i];
  if (order == 0) order = left->keys < right->keys ? -1 : left->keys > right->keys;
  return order;
}

static bool stand_together(const struct wb_work_item *a, const struct wb_work_item *b) {
  return a->stage == b->stage && a->site == b->site && compare_keys(a, b) == 0;
}

/* ---- divergence --------------------------------------------------------------------- */

static const char *group_word(const struct wb_work_item *item) {
  return (item->function & WBRT_COLLECTIVE_GROUP) != 0 ? "group" : "sub-group";
}

static void describe_divergence(const struct wbrt_run *run, const struct wb_work_item *here,
                                const struct wb_work_item *there, const char *gone,
                                struct wb_finding *finding) {
  char *text = finding->message;
  const size_t size = sizeof finding->message;
  const bool waits = is_barrier(here);
  char does[96];
  snprintf(does, sizeof does,
           waits ? "waits at a barrier of its %s"
                 : "calls a function that all of its %s must call together",
           group_word(here));
  const uint32_t line =
      there->stage == WB_ITEM_DONE ? 0 : wb_launch_report_site(&run->report, there->site)->line;
  if (there->stage == WB_ITEM_DONE)
    snprintf(text, size,
             waits ? "%s that another work-item never reaches: %s"
                   : "%s, and another work-item never does: %s",
             does, gone);
  else if (there->stage == WB_ITEM_WAITING)
    snprintf(text, size, "%s while another work-item waits at the barrier in line %u", does, line);
  else if (there->site != here->site)
    snprintf(text, size, "%s while another work-item is at the one in line %u", does, line);
  else if (compare_keys(here, there) != 0)
    snprintf(text, size, "%s in another turn of the loop than another work-item", does);
  else
    snprintf(text, size, "gives a function of its whole %s another %s than another work-item",
             group_word(here), is_barrier(here) ? "fence" : "work-item to take the value from");
}

static void report_divergence(struct wbrt_run *run, uint64_t here, uint64_t there) {
  const struct wb_work_item *waiting = &run->items[here], *other = &run->items[there];
  char gone[WB_EXIT_WORDS_MAX];
  const int64_t exit = wb_exit_words(run, waiting, other, gone, sizeof gone);
  const int64_t place = other->stage != WB_ITEM_DONE ? (int64_t)other->site : exit;
  struct wb_hit hit = {.kind = WB_BARRIER_DIVERGENCE,
                       .severity = WB_SEVERITY_ERROR,
                       .site = waiting->site,
                       .other_site = place,
                       .who = wb_item_ids_at(run, run->group_position, here),
                       .has_who = true};
  struct wb_finding finding;
  run->stopped = true;
  if (wb_launch_report_again(&run->report, &hit)) return;
  wb_launch_report_begin(&run->report, &hit, &finding);
  finding.array[0] = '\0';
  finding.other.present = true;
  finding.other.who = wb_item_ids_at(run, run->group_position, there);
  finding.other.line = wb_launch_report_site(&run->report, place)->line;
  finding.other.column = wb_launch_report_site(&run->report, place)->column;
  describe_divergence(run, waiting, other, gone, &finding);
  wb_launch_report_add(&run->report, &hit, &finding);
}

/* ---- one collective -------------------------------------------------------------------- */

/* Work-items [first, first + count) of the group. */
struct range {
  uint64_t first, count;
};

/* All must agree on the arguments after the value: fences, the work-item that a
 * value is taken from. */
static bool arguments_agree(struct wbrt_run *run, const uint32_t *who, uint32_t count) {
  const struct wb_work_item *one = &run->items[who[0]];
  const uint32_t function = one->function & WBRT_COLLECTIVE_FUNCTION_MASK;
  if (function != WBRT_COLLECTIVE_BARRIER && function != WBRT_COLLECTIVE_BROADCAST) return true;
  for (uint32_t i = 1; i < count; i++)
    for (int k = 0; k < (function == WBRT_COLLECTIVE_BARRIER ? 1 : 3); k++) {
      if (run->items[who[i]].collective->argument[k] == one->collective->argument[k]) continue;
      report_divergence(run, who[0], who[i]);
      return false;
    }
  return true;
}

/* Lets those that are together with `at` go on. */
static bool run_members(struct wbrt_run *run, struct range range, uint64_t at) {
  const struct wb_work_item *leader = &run->items[at];
  uint32_t *who = run->collective_items, count = 0;
  for (uint64_t i = range.first; i < range.first + range.count; i++)
    if (stand_together(&run->items[i], leader)) who[count++] = (uint32_t)i;
  if (!arguments_agree(run, who, count)) return false;
  if (is_barrier(leader))
    wb_sync_subgroup_barrier(run, range.first, range.count,
                             (uint32_t)leader->collective->argument[0]);
  else
    wb_collective_compute(run, who, count, range.first);
  for (uint32_t i = 0; i < count; i++) run->items[who[i]].stage = WB_ITEM_READY;
  return true;
}

/* The first that is not together with `at`; the range's end where all are. */
static uint64_t first_missing(const struct wbrt_run *run, struct range range, uint64_t at) {
  uint64_t i = range.first;
  while (i < range.first + range.count && stand_together(&run->items[i], &run->items[at])) i++;
  return i;
}

static uint64_t earliest_item(const struct wbrt_run *run, struct range range, bool of_group) {
  const uint64_t end = range.first + range.count;
  uint64_t found = end;
  for (uint64_t i = range.first; i < end; i++)
    if (is_in_collective(&run->items[i], of_group) &&
        (found == end || compare_keys(&run->items[i], &run->items[found]) < 0))
      found = i;
  return found;
}

/* True when some go on. */
static bool run_collective_in(struct wbrt_run *run, struct range range, bool of_group) {
  const uint64_t end = range.first + range.count, at = earliest_item(run, range, of_group);
  if (at == end) return false;
  if ((run->items[at].function & WBRT_COLLECTIVE_ANY_SET) == 0) {
    const uint64_t other = first_missing(run, range, at);
    if (other < end) {
      report_divergence(run, at, other);
      return false;
    }
  }
  return run_members(run, range, at);
}

bool wb_collectives_run(struct wbrt_run *run) {
  const uint64_t n = run->context->group_items;
  bool any = false;
  run->time++;
  for (uint64_t first = 0; first < n && !run->stopped; first += run->subgroup) {
    const uint64_t left = n - first;
    any |= run_collective_in(
        run, (struct range){first, left < run->subgroup ? left : run->subgroup}, false);
  }
  if (!any && !run->stopped) any = run_collective_in(run, (struct range){0, n}, true);
  return any && !run->stopped;
}

/* ---- from kernels --------------------------------------------------------------------- */

void wbrt_collective(struct wbrt_context *context, uint32_t function, uint32_t operation,
                     uint32_t site, uint64_t data) {
  struct wbrt_run *run = context->run;
  struct wb_work_item *item = run->item;
  if (context->pending != 0) wbrt_race_stored(context);
  wb_profile_collective(run, (function & WBRT_COLLECTIVE_GROUP) != 0, site);
  item->stage = WB_ITEM_IN_COLLECTIVE;
  item->n_exits = 0;
  item->function = function;
  item->operation = operation;
  item->site = site;
  item->collective = (struct wbrt_collective_data *)(uintptr_t)data;
  wb_fiber_yield(&run->fibers);
  if ((item->collective->unwritten != 0)) wb_origin_collective(run, site);
}

static uint64_t bits_below(uint64_t count) {
  return count >= 64 ? UINT64_MAX : (1ULL << count) - 1;
}

uint64_t wbrt_subgroup(struct wbrt_context *context, uint32_t what, uint64_t ballot,
                       uint64_t index) {
  const struct wbrt_run *run = context->run;
  const uint64_t width = run->subgroup, items = context->group_items;
  const uint64_t id = context->local_linear_id / width, lane = context->local_linear_id % width;
  const uint64_t left = items - id * width, size = left < width ? left : width;
  const uint64_t seen = ballot & bits_below(size);
  switch ((enum wbrt_subgroup_query)what) {
    case WBRT_SUBGROUP_SIZE:
      return size;
    case WBRT_SUBGROUP_MAX_SIZE:
      return width;
    case WBRT_SUBGROUP_COUNT:
      return (items + width - 1) / width;
    case WBRT_SUBGROUP_ID:
      return id;
    case WBRT_SUBGROUP_LOCAL_ID:
      return lane;
    case WBRT_SUBGROUP_EQ_MASK:
      return 1ULL << lane;
    case WBRT_SUBGROUP_GE_MASK:
      return bits_below(width) & ~bits_below(lane);
    case WBRT_SUBGROUP_GT_MASK:
      return bits_below(width) & ~bits_below(lane + 1);
    case WBRT_SUBGROUP_LE_MASK:
      return bits_below(lane + 1);
    case WBRT_SUBGROUP_LT_MASK:
      return bits_below(lane);
    case WBRT_SUBGROUP_INVERSE_BALLOT:
      return ballot >> lane & 1;
    case WBRT_SUBGROUP_BIT_EXTRACT:
      return index < 64 ? ballot >> index & 1 : 0;
    case WBRT_SUBGROUP_BIT_COUNT:
      return (uint64_t)__builtin_popcountll(seen);
    case WBRT_SUBGROUP_COUNT_INCLUSIVE:
      return (uint64_t)__builtin_popcountll(seen & bits_below(lane + 1));
    case WBRT_SUBGROUP_COUNT_EXCLUSIVE:
      return (uint64_t)__builtin_popcountll(seen & bits_below(lane));
    case WBRT_SUBGROUP_FIND_LSB:
      return seen != 0 ? (uint64_t)__builtin_ctzll(seen) : 0;
    case WBRT_SUBGROUP_FIND_MSB:
      return seen != 0 ? 63 - (uint64_t)__builtin_clzll(seen) : 0;
  }
  return 0;
}
