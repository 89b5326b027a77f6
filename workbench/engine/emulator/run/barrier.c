#include "emulator/run/barrier.h"

#include <stdio.h>

static bool wait_alike(const struct wb_work_item *a, const struct wb_work_item *b) {
  return a->stage == b->stage && (a->stage == WB_ITEM_DONE || wb_waits_alike(a, b));
}

static const char *fence_words(uint32_t flags) {
  static const char *const words[] = {"no fence", "CLK_LOCAL_MEM_FENCE", "CLK_GLOBAL_MEM_FENCE",
                                      "CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE"};
  return words[flags & (WB_FENCE_LOCAL | WB_FENCE_GLOBAL)];
}

/* What a work-item does that stands at one: wait_group_events is one, too. */
static const char *wait_words(const struct wb_work_item *item) {
  return (item->flags & WBRT_BARRIER_OF_WAIT) != 0 ? "waits for events" : "waits at a barrier";
}

/* A function that is called in two places has its barriers twice, at one place of the text. */
static bool same_place(const struct wbrt_site *a, const struct wbrt_site *b) {
  return a->line == b->line && a->column == b->column && a->file == b->file;
}

static void describe_divergence(const struct wbrt_run *run, const struct wb_work_item *here,
                                const struct wb_work_item *there, const char *gone,
                                struct wb_finding *finding) {
  char *text = finding->message;
  const size_t size = sizeof finding->message;
  const char *does = wait_words(here);
  const struct wbrt_site *mine = wb_launch_report_site(&run->report, here->site);
  const struct wbrt_site *other = wb_launch_report_site(&run->report, there->site);
  if (there->stage == WB_ITEM_DONE && (here->flags & WBRT_BARRIER_OF_WAIT) != 0)
    snprintf(text, size, "%s, which all of its group must do, but another work-item does not: %s",
             does, gone);
  else if (there->stage == WB_ITEM_DONE)
    snprintf(text, size, "%s that another work-item of its group never reaches: %s", does, gone);
  else if (there->site != here->site && same_place(mine, other))
    snprintf(text, size,
             "%s of one call of a function while another work-item %s of another call: all of the "
             "group must make the same call",
             does, wait_words(there));
  else if (there->site != here->site)
    snprintf(text, size, "%s while another work-item %s in line %u", does, wait_words(there),
             other->line);
  else if (there->flags != here->flags)
    snprintf(text, size, "%s with %s while another work-item gave it %s", does,
             fence_words(here->flags), fence_words(there->flags));
  else
    snprintf(text, size, "%s in another turn of the loop than another work-item of its group",
             does);
}

static void report_divergence(struct wbrt_run *run, uint64_t here, uint64_t there) {
  const struct wb_work_item *waiting = &run->items[here], *other = &run->items[there];
  char gone[WB_EXIT_WORDS_MAX];
  const int64_t exit = wb_exit_words(run, waiting, other, gone, sizeof gone);
  const int64_t place = other->stage == WB_ITEM_WAITING ? (int64_t)other->site : exit;
  struct wb_hit hit = {.kind = WB_BARRIER_DIVERGENCE,
                       .severity = WB_SEVERITY_ERROR,
                       .site = waiting->site,
                       .other_site = place,
                       .who = wb_item_ids_at(run, run->group_position, here),
                       .has_who = true};
  struct wb_finding finding;
  wb_launch_report_begin(&run->report, &hit, &finding);
  finding.array[0] = '\0';
  finding.other.present = true;
  finding.other.who = wb_item_ids_at(run, run->group_position, there);
  finding.other.line = wb_launch_report_site(&run->report, place)->line;
  finding.other.column = wb_launch_report_site(&run->report, place)->column;
  describe_divergence(run, waiting, other, gone, &finding);
  wb_launch_report_add(&run->report, &hit, &finding);
}

/* ---- where the others have gone ------------------------------------------------------ */

static bool has_goal(const struct wbrt_run *run, uint32_t exit, const struct wbrt_site *goal) {
  const struct wbrt_site *site = wb_launch_report_site(&run->report, exit);
  return site->goal_line == goal->line && site->goal_column == goal->column;
}

/* Whoever misses a barrier by an `if` and then leaves the loop, misses it by the `if`. */
void wbrt_exits(struct wbrt_context *context, uint32_t site) {
  struct wbrt_run *run = context->run;
  struct wb_work_item *item = run->item;
  const struct wbrt_site *mine = wb_launch_report_site(&run->report, site);
  const struct wbrt_site goal = {.line = mine->goal_line, .column = mine->goal_column};
  uint32_t i = 0;
  while (i < item->n_exits && !has_goal(run, item->exits[i], &goal)) i++;
  if (i < item->n_exits && mine->way == WBRT_WAY_LOOP) return;
  if (i == WB_RECENT_EXITS) i = 0;
  if (i == item->n_exits) item->n_exits++;
  item->exits[i] = site;
}

static int64_t find_exit(const struct wbrt_run *run, const struct wb_work_item *waiting,
                         const struct wb_work_item *gone) {
  const struct wbrt_site *goal = wb_launch_report_site(&run->report, waiting->site);
  int64_t found = WB_NO_SITE;
  for (uint32_t i = 0; i < gone->n_exits && found == WB_NO_SITE; i++)
    if (has_goal(run, gone->exits[i], goal)) found = gone->exits[i];
  return found;
}

int64_t wb_exit_words(const struct wbrt_run *run, const struct wb_work_item *waiting,
                      const struct wb_work_item *gone, char *text, size_t size) {
  const int64_t exit = find_exit(run, waiting, gone);
  const struct wbrt_site *site = wb_launch_report_site(&run->report, exit);
  const enum wbrt_way way = (enum wbrt_way)site->way;
  if (way == WBRT_WAY_IF)
    snprintf(text, size, "it went past the `if` of line %u and finished the kernel", site->line);
  else if (way == WBRT_WAY_BREAK)
    snprintf(text, size, "it left the loop of line %u by the `break` of line %u", site->loop_line,
             site->line);
  else if (way == WBRT_WAY_LOOP)
    snprintf(text, size, "it left the loop of line %u, whose condition was false for it",
             site->loop_line);
  else if (way == WBRT_WAY_RETURN || gone->returned_at != WB_NO_SITE)
    snprintf(text, size, "it has returned");
  else
    snprintf(text, size, "it has finished the kernel");
  const bool returned = way == WBRT_WAY_OTHER || way == WBRT_WAY_RETURN;
  return returned && gone->returned_at != WB_NO_SITE ? gone->returned_at : exit;
}

void wbrt_returns(struct wbrt_context *context, uint32_t site) {
  context->run->item->returned_at = site;
}

bool wb_barrier_agrees(struct wbrt_run *run) {
  const uint64_t n = run->context->group_items;
  uint64_t here = 0, there = 0;
  if (run->n_waiting == 0 || (run->n_waiting == n && !run->differ)) return true;
  while (here < n && run->items[here].stage != WB_ITEM_WAITING) here++;
  if (here == n) return true;
  while (there < n && wait_alike(&run->items[here], &run->items[there])) there++;
  if (there < n) report_divergence(run, here, there);
  return there == n;
}
