/* Where two runs of one launch part, which went through its work-items in different
 * orders: the access that explains an element in which they differ, found by laying
 * their traces (finding/trace.h) side by side. */
#ifndef WB_FINDING_ORDER_CAUSE_H
#define WB_FINDING_ORDER_CAUSE_H

#include "finding/finding.h"

enum { WB_ORDER_CAUSE_VALUE_MAX = 64, WB_ORDER_CAUSE_WORDS_MAX = 272 };

struct wb_order_cause {
  uint32_t line, column;
  enum wb_access access;
  bool reads; /* and changes nothing */
  struct wb_item_id who;
  char file[WB_FINDING_FILE_MAX];
  /* The element, and what is there in each run: after the access or, where that is the
   * same, before it. "" where the accesses themselves are not the same. */
  char element[WB_FINDING_NAME_MAX + 24];
  char values[2][WB_ORDER_CAUSE_VALUE_MAX];
  bool before;
};

struct wb_order_run {
  const void *bytes;
  size_t length;
};

/* The access that explains why `array[index]` differs. From the last write of the
 * element it goes backwards: what the work-item that wrote it had found another thing at
 * than in the other run. That is the cause where it is an atomic operation whose result
 * is used, which alone depends on the order where nothing races; of several the one that
 * fits the element's place or value, else the last. A plain read leads on to the write
 * that it read. Where the work-item did the same in both runs, the write itself is what
 * came sooner or later than others.
 *
 * What sub-groups tell each other is in no trace, nor which of two results led to which
 * value: it is the likely cause, not a proof. False where nothing is found, and where a
 * trace is not complete. */
bool wb_order_cause_find(const struct wb_order_run runs[2], const char *array, uint64_t index,
                         struct wb_order_cause *cause);

/* "the two orders diverge here, where next[0] becomes 4 and 1". */
void wb_order_cause_words(const struct wb_order_cause *cause, char words[WB_ORDER_CAUSE_WORDS_MAX]);

#endif
