#include "base/timestamp.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

enum { MINUTE = 60, HOUR = 3600, DAY = 86400 };

static const char no_date[] =
    "is not a date with a time and an offset, as \"2026-12-01T23:59:00+01:00\"";

/* Reads as many digits as `count` says, then `end` (0: nothing). False where it is not so. */
static bool take_number(const char **at, unsigned count, char end, int *number) {
  *number = 0;
  for (unsigned i = 0; i < count; i++, (*at)++) {
    if (**at < '0' || **at > '9') return false;
    *number = 10 * *number + (**at - '0');
  }
  if (end == '\0') return true;
  if (**at != end) return false;
  (*at)++;
  return true;
}

/* Days from 1970-01-01, or -1 for a day that there is not. */
static int64_t days_of(int year, int month, int day) {
  static const int lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  if (year < 1970 || month < 1 || month > 12 || day < 1) return -1;
  if (day > lengths[month - 1] + (leap && month == 2)) return -1;
  const int64_t before = year - 1; /* whole years since the year 1 */
  int64_t days = 365 * before + before / 4 - before / 100 + before / 400 - 719162;
  for (int i = 1; i < month; i++) days += lengths[i - 1];
  return days + (leap && month > 2) + day - 1;
}

/* "Z", "+01:00" to the end of the text; seconds east of UTC. */
static bool take_offset(const char *at, int *offset, const char **fault) {
  int hours = 0, minutes = 0;
  const char sign = *at;
  *fault = *at == '\0' ? "has no offset from UTC, so that it is another moment in each time zone; "
                         "write one at its end, as +01:00, or Z for UTC"
                       : no_date;
  *offset = 0;
  if (strcmp(at, "Z") == 0) return true;
  if (sign != '+' && sign != '-') return false;
  at++;
  if (!take_number(&at, 2, ':', &hours) || !take_number(&at, 2, '\0', &minutes) || *at != '\0')
    return false;
  *fault = "has an offset that no place has; they go from -12:00 to +14:00";
  if (minutes > 59 || hours * 60 + minutes > (sign == '+' ? 14 : 12) * 60) return false;
  *offset = (sign == '+' ? 1 : -1) * (hours * HOUR + minutes * MINUTE);
  return true;
}

bool wb_timestamp_parse(const char *text, int64_t *seconds, const char **fault) {
  int year, month, day, hour, minute, second = 0, offset;
  const char *at = text;
  *fault = no_date;
  if (!take_number(&at, 4, '-', &year) || !take_number(&at, 2, '-', &month) ||
      !take_number(&at, 2, 'T', &day) || !take_number(&at, 2, ':', &hour) ||
      !take_number(&at, 2, '\0', &minute))
    return false;
  if (*at == ':') {
    at++;
    if (!take_number(&at, 2, '\0', &second)) return false;
  }
  const int64_t days = days_of(year, month, day);
  if (!take_offset(at, &offset, fault)) return false;
  *fault = "is a day or a time that there is not; days are from 1970, times from 00:00 to 23:59:59";
  if (days < 0 || hour > 23 || minute > 59 || second > 59) return false;
  *seconds = days * DAY + hour * HOUR + minute * MINUTE + second - offset;
  return true;
}

const char *wb_timestamp_local(int64_t seconds, char text[WB_TIMESTAMP_MAX]) {
  struct tm parts;
  const time_t when = (time_t)seconds;
  if (localtime_r(&when, &parts) == NULL) {
    snprintf(text, WB_TIMESTAMP_MAX, "%lld s after 1970", (long long)seconds);
    return text;
  }
  const size_t used = strftime(text, WB_TIMESTAMP_MAX, "%a %Y-%m-%d %H:%M", &parts);
  const long minutes = parts.tm_gmtoff / MINUTE, size = minutes < 0 ? -minutes : minutes;
  snprintf(text + used, WB_TIMESTAMP_MAX - used, " %c%02ld:%02ld", minutes < 0 ? '-' : '+',
           size / 60, size % 60);
  return text;
}
