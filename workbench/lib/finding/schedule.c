#include "finding/schedule.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const NAMES[] = {[WB_SCHEDULE_FORWARD] = "forward",
                                    [WB_SCHEDULE_REVERSE] = "reverse",
                                    [WB_SCHEDULE_SHUFFLE] = "shuffle",
                                    [WB_SCHEDULE_INTERLEAVE] = "interleave",
                                    [WB_SCHEDULE_STALE] = "stale"};
enum { KINDS = sizeof NAMES / sizeof NAMES[0] };

static bool has_seed(enum wb_schedule_kind kind) {
  return kind == WB_SCHEDULE_SHUFFLE || kind == WB_SCHEDULE_INTERLEAVE;
}

void wb_schedule_text(const struct wb_schedule *schedule, char *buffer, size_t size) {
  if (has_seed(schedule->kind))
    snprintf(buffer, size, "%s:%" PRIu64, NAMES[schedule->kind], schedule->seed);
  else
    snprintf(buffer, size, "%s", NAMES[schedule->kind]);
}

void wb_schedule_words(const struct wb_schedule *schedule, char words[WB_SCHEDULE_WORDS_MAX]) {
  static const char *const WORDS[] = {
      [WB_SCHEDULE_FORWARD] = "forward",
      [WB_SCHEDULE_REVERSE] = "in reverse",
      [WB_SCHEDULE_SHUFFLE] = "in the order ",
      [WB_SCHEDULE_INTERLEAVE] = "interleaved at atomic operations",
      [WB_SCHEDULE_STALE] = "with the oldest values that relaxed atomic reads may give"};
  char text[48] = "";
  if (schedule->kind == WB_SCHEDULE_SHUFFLE) wb_schedule_text(schedule, text, sizeof text);
  snprintf(words, WB_SCHEDULE_WORDS_MAX, "%s%s", WORDS[schedule->kind], text);
}

struct wb_schedule wb_schedule_order(size_t index, uint64_t seed) {
  const struct wb_schedule orders[WB_SCHEDULE_ORDERS] = {{.kind = WB_SCHEDULE_FORWARD},
                                                         {.kind = WB_SCHEDULE_REVERSE},
                                                         {WB_SCHEDULE_SHUFFLE, seed},
                                                         {WB_SCHEDULE_INTERLEAVE, seed},
                                                         {.kind = WB_SCHEDULE_STALE}};
  return orders[index];
}

/* The digits after a name that has a seed. */
static bool parse_seed(const char *text, uint64_t *seed) {
  char *end;
  if (*text < '0' || *text > '9') return false;
  errno = 0;
  *seed = strtoull(text, &end, 10);
  return errno == 0 && *end == '\0';
}

bool wb_schedule_parse(const char *text, struct wb_schedule *schedule) {
  const size_t length = strcspn(text, ":");
  bool good = false;
  memset(schedule, 0, sizeof *schedule);
  for (size_t i = 0; i < KINDS; i++) {
    if (strlen(NAMES[i]) != length || strncmp(text, NAMES[i], length) != 0) continue;
    schedule->kind = (enum wb_schedule_kind)i;
    if (has_seed(schedule->kind))
      good = text[length] == ':' && parse_seed(text + length + 1, &schedule->seed);
    else
      good = text[length] == '\0';
  }
  return good;
}
