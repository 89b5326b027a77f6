/* The orders of work-items, and how options, results and messages write them. */
#ifndef WB_FINDING_SCHEDULE_H
#define WB_FINDING_SCHEDULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The order in which an emulator runs work-items and groups. */
enum wb_schedule_kind { WB_SCHEDULE_FORWARD, WB_SCHEDULE_REVERSE, WB_SCHEDULE_SHUFFLE };
struct wb_schedule {
  enum wb_schedule_kind kind;
  uint64_t seed; /* of SHUFFLE */
};

enum { WB_SCHEDULE_WORDS_MAX = 64 };

/* "forward", "reverse", "shuffle:7". */
void wb_schedule_text(const struct wb_schedule *schedule, char *buffer, size_t size);
bool wb_schedule_parse(const char *text, struct wb_schedule *schedule);

/* What follows "work-items run": "forward", "in reverse", "in the order shuffle:7". */
void wb_schedule_words(const struct wb_schedule *schedule, char words[WB_SCHEDULE_WORDS_MAX]);

/* Orders that show what depends on them: forward, reverse and a shuffle. */
enum { WB_SCHEDULE_ORDERS = 3 };
struct wb_schedule wb_schedule_order(size_t index, uint64_t seed);

#endif
