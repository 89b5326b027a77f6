#include "base/timestamp.h"

#include <stdlib.h>
#include <time.h>

#include "tap.h"

static void check_time(const char *text, int64_t expected) {
  int64_t seconds = -1;
  const char *fault = NULL;
  if (!CHECK(wb_timestamp_parse(text, &seconds, &fault))) printf("# %s %s\n", text, fault);
  if (!CHECK_INT(seconds, expected)) printf("# of %s\n", text);
}

static void check_fault(const char *text, const char *part) {
  int64_t seconds = 7;
  const char *fault = NULL;
  if (!CHECK(!wb_timestamp_parse(text, &seconds, &fault))) printf("# %s is taken\n", text);
  CHECK(seconds == 7);
  if (!CHECK(fault != NULL && strstr(fault, part) != NULL))
    printf("# %s: %s\n", text, fault != NULL ? fault : "no fault");
}

static void a_time_is_that_of_its_offset(void) {
  check_time("1970-01-01T00:00:00Z", 0);
  check_time("1970-01-01T01:00:00+01:00", 0);
  check_time("1970-01-01T00:00-12:00", 12 * 3600);
  check_time("2026-12-01T23:59:00+01:00", 1796165940);
  check_time("2026-12-01T22:59:00Z", 1796165940);
  check_time("2026-12-02T04:29:00+05:30", 1796165940);
  check_time("9999-12-31T23:59:59Z", INT64_C(253402300799));
}

static void leap_years_are_known(void) {
  check_time("2000-02-29T00:00Z", 951782400);
  check_time("2028-02-29T12:00Z", 1835438400);
  check_time("2100-03-01T00:00Z", INT64_C(4107542400));
  check_fault("2100-02-29T00:00Z", "a day or a time that there is not");
  check_fault("2026-02-29T00:00Z", "a day or a time that there is not");
}

/* The system's own count, over all months of some centuries. */
static void each_month_is_where_the_system_has_it(void) {
  for (int year = 1970; year < 2410; year++)
    for (int month = 1; month <= 12; month++) {
      char text[WB_TIMESTAMP_MAX];
      struct tm parts = {.tm_year = year - 1900, .tm_mon = month - 1, .tm_mday = 28, .tm_hour = 5};
      snprintf(text, sizeof text, "%04d-%02d-28T05:00Z", year, month);
      check_time(text, timegm(&parts));
    }
}

static void what_is_no_time_is_refused_with_a_reason(void) {
  static const char *const none[] = {"",
                                     "2026-12-01",
                                     "2026-12-01 23:59Z",
                                     "2026-12-1T23:59Z",
                                     "tomorrow",
                                     "2026-12-01T23Z",
                                     "2026-12-01T23:59:00.5Z",
                                     "2026-12-01T23:59z",
                                     "2026-12-01T23:59+0100",
                                     "2026-12-01T23:59+1:00",
                                     "2026-12-01T23:59Z ",
                                     "+2026-12-01T23:59Z",
                                     "2026-12-01T23:59+01:00x",
                                     "2026-12-01T-1:59Z"};
  for (size_t i = 0; i < sizeof none / sizeof none[0]; i++)
    check_fault(none[i], "is not a date with a time and an offset");
  check_fault("2026-12-01T23:59", "has no offset from UTC");
  check_fault("2026-12-01T23:59:59", "has no offset from UTC");
  check_fault("2026-12-01T23:59+14:01", "an offset that no place has");
  check_fault("2026-12-01T23:59-12:30", "an offset that no place has");
  check_fault("2026-12-01T23:59+01:60", "an offset that no place has");
  check_fault("2026-12-01T24:00Z", "a day or a time that there is not");
  check_fault("2026-12-01T23:59:60Z", "a day or a time that there is not");
  check_fault("2026-13-01T00:00Z", "a day or a time that there is not");
  check_fault("2026-00-10T00:00Z", "a day or a time that there is not");
  check_fault("2026-04-31T00:00Z", "a day or a time that there is not");
  check_fault("1969-12-31T23:59Z", "a day or a time that there is not");
}

static void the_local_time_has_its_weekday_and_offset(void) {
  char text[WB_TIMESTAMP_MAX];
  setenv("TZ", "UTC-9", 1);
  tzset();
  CHECK_STRING(wb_timestamp_local(1796165940, text), "Wed 2026-12-02 07:59 +09:00");
  setenv("TZ", "UTC+3:30", 1);
  tzset();
  CHECK_STRING(wb_timestamp_local(1796165940, text), "Tue 2026-12-01 19:29 -03:30");
  CHECK_STRING(wb_timestamp_local(INT64_MAX, text), "9223372036854775807 s after 1970");
}

int main(void) {
  tap_run("a time is that of its offset", a_time_is_that_of_its_offset);
  tap_run("leap years are known", leap_years_are_known);
  tap_run("each month is where the system has it", each_month_is_where_the_system_has_it);
  tap_run("what is no time is refused with a reason", what_is_no_time_is_refused_with_a_reason);
  tap_run("the local time has its weekday and offset", the_local_time_has_its_weekday_and_offset);
  return tap_finish();
}
