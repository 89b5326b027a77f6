/* The orders of work-items, and how options, results and messages write them. */
#ifndef WB_FINDING_SCHEDULE_H
#define WB_FINDING_SCHEDULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The order in which an emulator runs work-items and groups: one after another from barrier to
 * barrier, or (INTERLEAVE) as far as to the next atomic operation, where others have their turn.
 * STALE is forward, but relaxed atomic reads give the oldest value that OpenCL's memory model lets
 * them give, and not the latest. */
enum wb_schedule_kind {
  WB_SCHEDULE_FORWARD,
  WB_SCHEDULE_REVERSE,
  WB_SCHEDULE_SHUFFLE,
  WB_SCHEDULE_INTERLEAVE,
  WB_SCHEDULE_STALE
};
struct wb_schedule {
  enum wb_schedule_kind kind;
  uint64_t seed; /* of SHUFFLE and INTERLEAVE */
};

enum { WB_SCHEDULE_WORDS_MAX = 80 };

/* "forward", "reverse", "shuffle:7", "interleave:7", "stale". */
void wb_schedule_text(const struct wb_schedule *schedule, char *buffer, size_t size);
bool wb_schedule_parse(const char *text, struct wb_schedule *schedule);

/* What follows "work-items run": "forward", "in reverse", "in the order shuffle:7", "interleaved at
 * atomic operations", "with the oldest values that relaxed atomic reads may give". */
void wb_schedule_words(const struct wb_schedule *schedule, char words[WB_SCHEDULE_WORDS_MAX]);

/* Orders that show what depends on them: forward, reverse, a shuffle, interleaved; and, for kernels
 * with relaxed atomic reads, stale. */
enum { WB_SCHEDULE_USUAL_ORDERS = 4, WB_SCHEDULE_ORDERS };
struct wb_schedule wb_schedule_order(size_t index, uint64_t seed);

#endif
