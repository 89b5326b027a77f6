/* Which finding of a full list gives way to another one. */
#include "finding/finding.h"

#include "tap.h"

enum { COUNT = 4 };

static struct wb_finding warning_of(enum wb_finding_kind kind) {
  return (struct wb_finding){.kind = kind, .severity = WB_SEVERITY_WARNING};
}

static struct wb_finding error_of(enum wb_finding_kind kind) {
  return (struct wb_finding){.kind = kind, .severity = WB_SEVERITY_ERROR};
}

static void an_error_takes_the_place_of_a_warning(void) {
  const struct wb_finding list[COUNT] = {error_of(WB_DATA_RACE), warning_of(WB_SHIFT_TOO_WIDE),
                                         warning_of(WB_SHIFT_TOO_WIDE), error_of(WB_DATA_RACE)};
  const struct wb_finding other = error_of(WB_OUT_OF_BOUNDS);
  CHECK_INT(wb_finding_give_way(list, COUNT, &other), 2);
}

static void of_a_kind_one_is_kept_where_possible(void) {
  const struct wb_finding list[COUNT] = {warning_of(WB_IDLE_LAUNCH), warning_of(WB_SHIFT_TOO_WIDE),
                                         warning_of(WB_SHIFT_TOO_WIDE), warning_of(WB_LEAK)};
  const struct wb_finding error = error_of(WB_OUT_OF_BOUNDS), warning = warning_of(WB_DATA_RACE);
  CHECK_INT(wb_finding_give_way(list, COUNT, &error), 2);
  CHECK_INT(wb_finding_give_way(list, COUNT, &warning), 2);
}

static void an_error_takes_the_last_place_of_a_kind_where_it_must(void) {
  const struct wb_finding list[COUNT] = {warning_of(WB_IDLE_LAUNCH), warning_of(WB_LEAK),
                                         error_of(WB_DATA_RACE), error_of(WB_DATA_RACE)};
  const struct wb_finding other = error_of(WB_OUT_OF_BOUNDS);
  CHECK_INT(wb_finding_give_way(list, COUNT, &other), 1);
}

static void a_warning_of_a_known_kind_is_dropped(void) {
  const struct wb_finding list[COUNT] = {
      warning_of(WB_SHIFT_TOO_WIDE), warning_of(WB_SHIFT_TOO_WIDE), warning_of(WB_SHIFT_TOO_WIDE),
      warning_of(WB_SHIFT_TOO_WIDE)};
  CHECK_INT(wb_finding_give_way(list, COUNT, &list[0]), COUNT);
}

static void errors_give_way_to_nothing(void) {
  const struct wb_finding list[COUNT] = {error_of(WB_DATA_RACE), error_of(WB_DATA_RACE),
                                         error_of(WB_DATA_RACE), error_of(WB_DATA_RACE)};
  const struct wb_finding error = error_of(WB_OUT_OF_BOUNDS), warning = warning_of(WB_LEAK);
  CHECK_INT(wb_finding_give_way(list, COUNT, &error), COUNT);
  CHECK_INT(wb_finding_give_way(list, COUNT, &warning), COUNT);
}

int main(void) {
  tap_run("an error takes the place of a warning", an_error_takes_the_place_of_a_warning);
  tap_run("of a kind one is kept where possible", of_a_kind_one_is_kept_where_possible);
  tap_run("an error takes the last place of a kind where it must",
          an_error_takes_the_last_place_of_a_kind_where_it_must);
  tap_run("a warning of a known kind is dropped", a_warning_of_a_known_kind_is_dropped);
  tap_run("errors give way to nothing", errors_give_way_to_nothing);
  return tap_finish();
}
