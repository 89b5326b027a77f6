/* The orders of work-items in text, as options, results and messages have them. */
#ifndef WB_DEVICE_SCHEDULE_H
#define WB_DEVICE_SCHEDULE_H

#include "device/device.h"

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
