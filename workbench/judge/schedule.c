#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "judge/main.h"

void wb_schedule_text(const struct wb_schedule *schedule, char *buffer, size_t size) {
  static const char *const words[] = {
      [WB_SCHEDULE_FORWARD] = "forward", [WB_SCHEDULE_REVERSE] = "reverse"};
  if (schedule->kind == WB_SCHEDULE_SHUFFLE)
    snprintf(buffer, size, "shuffle:%" PRIu64, schedule->seed);
  else
    snprintf(buffer, size, "%s", words[schedule->kind]);
}

bool wb_schedule_parse(const char *text, struct wb_schedule *schedule) {
  static const char shuffle[] = "shuffle:";
  char *end;
  memset(schedule, 0, sizeof *schedule);
  if (strcmp(text, "forward") == 0) return true;
  schedule->kind = WB_SCHEDULE_REVERSE;
  if (strcmp(text, "reverse") == 0) return true;
  schedule->kind = WB_SCHEDULE_SHUFFLE;
  if (strncmp(text, shuffle, sizeof shuffle - 1) != 0) return false;
  text += sizeof shuffle - 1;
  if (*text < '0' || *text > '9') return false;
  errno = 0;
  schedule->seed = strtoull(text, &end, 10);
  return errno == 0 && *end == '\0';
}
