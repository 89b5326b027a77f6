#include "grading/lateness.h"

#include <stdlib.h>

#include "grading/extensions.h"
#include "tap.h"

enum { MINUTE = 60, HOUR = 3600, DAY = 86400, DUE = 1796165940 /* 2026-12-01T23:59+01:00 */ };

/* 15 minutes of grace, a tenth a day, nothing after three days. */
static struct wb_assignment usual(void) {
  return (struct wb_assignment){.name = "hw1",
                                .opens_text = "2026-11-02T08:00:00+01:00",
                                .opens = DUE - 30 * DAY,
                                .due_text = "2026-12-01T23:59:00+01:00",
                                .due = DUE,
                                .has_late = true,
                                .late = {.grace = 15 * MINUTE, .factor = 0.1, .closes = 3 * DAY}};
}

static void check(const struct wb_assignment *assignment, int64_t submitted,
                  enum wb_lateness_state state, int64_t units, double share) {
  const struct wb_lateness found = wb_lateness_of(assignment, NULL, submitted);
  const double error = found.share - share;
  const bool right =
      found.state == state && found.units == units && error < 1e-12 && error > -1e-12;
  if (!CHECK(right))
    printf("# due %+lld s: %s, %lld units, %.17g\n", (long long)(submitted - DUE),
           wb_word_name(&wb_lateness_words, found.state), (long long)found.units, found.share);
}

static void each_boundary_belongs_to_what_is_before_it(void) {
  const struct wb_assignment hw = usual();
  check(&hw, DUE - DAY, WB_ON_TIME, 0, 1);
  check(&hw, DUE, WB_ON_TIME, 0, 1);
  check(&hw, DUE + 1, WB_ON_TIME, 0, 1);
  check(&hw, DUE + 15 * MINUTE, WB_ON_TIME, 0, 1);
  check(&hw, DUE + 15 * MINUTE + 1, WB_LATE, 1, 0.9);
  check(&hw, DUE + 15 * MINUTE + DAY, WB_LATE, 1, 0.9);
  check(&hw, DUE + 15 * MINUTE + DAY + 1, WB_LATE, 2, 0.8);
  check(&hw, DUE + 15 * MINUTE + 2 * DAY + 1, WB_LATE, 3, 0.7);
  check(&hw, DUE + 3 * DAY, WB_LATE, 3, 0.7);
  check(&hw, DUE + 3 * DAY + 1, WB_CLOSED, 0, 0);
}

static void hours_are_counted_as_days_are(void) {
  struct wb_assignment hw = usual();
  hw.late = (struct wb_late_rule){.each = WB_LATE_EACH_HOUR, .factor = 0.25, .floor = 0.2};
  check(&hw, DUE, WB_ON_TIME, 0, 1);
  check(&hw, DUE + 1, WB_LATE, 1, 0.75);
  check(&hw, DUE + HOUR, WB_LATE, 1, 0.75);
  check(&hw, DUE + HOUR + 1, WB_LATE, 2, 0.5);
  check(&hw, DUE + 3 * HOUR, WB_LATE, 3, 0.25);
  check(&hw, DUE + 3 * HOUR + 1, WB_LATE, 4, 0.2);
  check(&hw, DUE + 365 * DAY, WB_LATE, 365 * 24, 0.2);
}

static void no_share_is_negative(void) {
  struct wb_assignment hw = usual();
  hw.late.closes = 0;
  check(&hw, DUE + 20 * DAY, WB_LATE, 20, 0);
}

static void without_a_rule_lateness_is_told_and_costs_nothing(void) {
  struct wb_assignment hw = usual();
  hw.has_late = false;
  check(&hw, DUE + 1, WB_LATE, 0, 1);
  check(&hw, DUE + 100 * DAY, WB_LATE, 0, 1);
  CHECK_INT(wb_lateness_of(&hw, NULL, DUE + 100).after, 100);
}

static void without_a_due_time_nothing_is_late(void) {
  const struct wb_assignment hw = {.name = "hw1"};
  check(&hw, DUE, WB_ON_TIME, 0, 1);
  check(&hw, INT64_MAX, WB_ON_TIME, 0, 1);
  const struct wb_lateness found = wb_lateness_of(&hw, NULL, DUE);
  CHECK(found.due == 0 && found.after == 0 && !found.early);
}

static void clocks_that_are_wrong_overflow_nothing(void) {
  struct wb_assignment hw = usual();
  check(&hw, INT64_MAX, WB_CLOSED, 0, 0);
  check(&hw, INT64_MIN, WB_ON_TIME, 0, 1);
  check(&hw, -1, WB_ON_TIME, 0, 1);
  hw.late = (struct wb_late_rule){.each = WB_LATE_EACH_HOUR, .factor = 1, .floor = 0.5};
  check(&hw, INT64_MAX, WB_LATE, (INT64_MAX - DUE - 1) / HOUR + 1, 0.5);
  hw.due = -10;
  CHECK_INT(wb_lateness_of(&hw, NULL, INT64_MAX).after, INT64_MAX);
}

static void what_is_not_dated_counts_and_says_so(void) {
  const struct wb_assignment hw = usual();
  check(&hw, 0, WB_UNDATED, 0, 1);
  CHECK(!wb_lateness_of(&hw, NULL, 0).early);
}

static void what_came_before_it_opened_is_early(void) {
  const struct wb_assignment hw = usual();
  CHECK(wb_lateness_of(&hw, NULL, DUE - 30 * DAY - 1).early);
  CHECK(!wb_lateness_of(&hw, NULL, DUE - 30 * DAY).early);
  CHECK(wb_lateness_of(&hw, NULL, -5).early);
}

static void an_extension_moves_everything_that_is_counted(void) {
  const struct wb_assignment hw = usual();
  const struct wb_extension week = {.due = DUE + 7 * DAY};
  struct wb_lateness found = wb_lateness_of(&hw, &week, DUE + 7 * DAY);
  CHECK(found.state == WB_ON_TIME && found.due == DUE + 7 * DAY && found.after == 0);
  found = wb_lateness_of(&hw, &week, DUE + 7 * DAY + 15 * MINUTE + 1);
  CHECK(found.state == WB_LATE && found.units == 1);
  CHECK(wb_lateness_of(&hw, &week, DUE + 10 * DAY).state == WB_LATE);
  CHECK(wb_lateness_of(&hw, &week, DUE + 10 * DAY + 1).state == WB_CLOSED);
}

static void an_extension_shortens_nothing(void) {
  const struct wb_assignment hw = usual(), open = {.name = "open"};
  const struct wb_extension before = {.due = DUE - 7 * DAY};
  CHECK_INT(wb_lateness_of(&hw, &before, DUE).due, DUE);
  CHECK(wb_lateness_of(&hw, &before, DUE).state == WB_ON_TIME);
  CHECK(wb_lateness_of(&open, &before, DUE).state == WB_ON_TIME);
  CHECK_INT(wb_lateness_of(&open, &before, DUE).due, 0);
}

static void who_is_excused_is_never_late(void) {
  const struct wb_assignment hw = usual();
  const struct wb_extension excused = {.excused = true};
  const struct wb_lateness found = wb_lateness_of(&hw, &excused, DUE + 30 * DAY);
  CHECK(found.state == WB_EXCUSED && found.share == 1 && found.units == 0);
  CHECK(wb_lateness_of(&hw, &excused, 0).state == WB_EXCUSED);
}

int main(void) {
  tap_run("each boundary belongs to what is before it", each_boundary_belongs_to_what_is_before_it);
  tap_run("hours are counted as days are", hours_are_counted_as_days_are);
  tap_run("no share is negative", no_share_is_negative);
  tap_run("without a rule, lateness is told and costs nothing",
          without_a_rule_lateness_is_told_and_costs_nothing);
  tap_run("without a due time nothing is late", without_a_due_time_nothing_is_late);
  tap_run("clocks that are wrong overflow nothing", clocks_that_are_wrong_overflow_nothing);
  tap_run("what is not dated counts, and says so", what_is_not_dated_counts_and_says_so);
  tap_run("what came before it opened is early", what_came_before_it_opened_is_early);
  tap_run("an extension moves everything that is counted",
          an_extension_moves_everything_that_is_counted);
  tap_run("an extension shortens nothing", an_extension_shortens_nothing);
  tap_run("who is excused is never late", who_is_excused_is_never_late);
  return tap_finish();
}
