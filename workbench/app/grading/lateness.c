#include "grading/lateness.h"

#include "grading/extensions.h"

static const struct wb_word rows[] = {
    [WB_ON_TIME] = {.name = "on-time"}, [WB_LATE] = {.name = "late"},
    [WB_CLOSED] = {.name = "closed"},   [WB_EXCUSED] = {.name = "excused"},
    [WB_UNDATED] = {.name = "undated"},
};
const struct wb_words wb_lateness_words = WB_WORDS(rows);

/* Seconds from one to the other, 0 where it is not later. */
static int64_t seconds_after(int64_t from, int64_t to) {
  int64_t difference;
  if (to <= from) return 0;
  return __builtin_sub_overflow(to, from, &difference) ? INT64_MAX : difference;
}

/* What it costs to be late by so many seconds. */
static void apply_rule(const struct wb_late_rule *rule, struct wb_lateness *lateness) {
  const int64_t unit = rule->each == WB_LATE_EACH_HOUR ? 3600 : 86400;
  const int64_t counted = lateness->after - rule->grace;
  if (counted <= 0) {
    lateness->state = WB_ON_TIME;
  } else if (rule->closes > 0 && lateness->after > rule->closes) {
    lateness->state = WB_CLOSED;
    lateness->share = 0;
  } else {
    lateness->units = (counted - 1) / unit + 1;
    lateness->share = 1 - rule->factor * (double)lateness->units;
    if (lateness->share < rule->floor) lateness->share = rule->floor;
  }
}

struct wb_lateness wb_lateness_of(const struct wb_assignment *assignment,
                                  const struct wb_extension *extension, int64_t submitted) {
  struct wb_lateness lateness = {.state = WB_ON_TIME, .due = assignment->due, .share = 1};
  const bool dated = submitted != 0;
  if (extension != NULL && !extension->excused && assignment->due_text != NULL &&
      extension->due > lateness.due)
    lateness.due = extension->due;
  lateness.early = dated && assignment->opens_text != NULL && submitted < assignment->opens;
  if (dated && assignment->due_text != NULL)
    lateness.after = seconds_after(lateness.due, submitted);
  if (extension != NULL && extension->excused)
    lateness.state = WB_EXCUSED;
  else if (!dated)
    lateness.state = WB_UNDATED;
  else if (lateness.after > 0)
    lateness.state = WB_LATE;
  if (lateness.state == WB_LATE && assignment->has_late) apply_rule(&assignment->late, &lateness);
  return lateness;
}
