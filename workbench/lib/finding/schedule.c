#include "finding/schedule.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void wb_schedule_text(const struct wb_schedule *schedule, char *buffer, size_t size) {
  static const char *const words[] = {
      [WB_SCHEDULE_FORWARD] = "forward", [WB_SCHEDULE_REVERSE] = "reverse"};
  if (schedule->kind == WB_SCHEDULE_SHUFFLE)
    snprintf(buffer, size, "shuffle:%" PRIu64, schedule->seed);
  else
    snprintf(buffer, size, "%s", words[schedule->kind]);
}

void wb_schedule_words(const struct wb_schedule *schedule, char words[WB_SCHEDULE_WORDS_MAX]) {
  char text[48];
  wb_schedule_text(schedule, text, sizeof text);
  const char *before = schedule->kind == WB_SCHEDULE_SHUFFLE   ? "in the order "
                       : schedule->kind == WB_SCHEDULE_REVERSE ? "in "
                                                               : "";
  snprintf(words, WB_SCHEDULE_WORDS_MAX, "%s%s", before, text);
}

struct wb_schedule wb_schedule_order(size_t index, uint64_t seed) {
  const struct wb_schedule orders[WB_SCHEDULE_ORDERS] = {
      {.kind = WB_SCHEDULE_FORWARD}, {.kind = WB_SCHEDULE_REVERSE}, {WB_SCHEDULE_SHUFFLE, seed}};
  return orders[index];
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
