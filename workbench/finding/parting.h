/* Where two runs of one launch part, which went through its work-items in
 * different orders: the first access of a work-item whose outcome is another
 * one, found by laying their traces (finding/trace.h) side by side. */
#ifndef WB_FINDING_PARTING_H
#define WB_FINDING_PARTING_H

#include "finding/finding.h"

enum { WB_PARTING_VALUE_MAX = 64 };

struct wb_parting {
  uint32_t line, column;
  enum wb_access access;
  struct wb_item_id who;
  char file[WB_FINDING_FILE_MAX];
  /* The element, and what is there in each run; "" where the accesses themselves
   * are not the same. */
  char element[WB_FINDING_NAME_MAX + 24];
  char values[2][WB_PARTING_VALUE_MAX];
};

struct wb_traced {
  const void *bytes;
  size_t length;
};

/* The access that best explains why `array[index]` differs: of the work-item that
 * wrote it in the second run, else of another. Atomic operations, which alone
 * can be the cause where nothing races, come before what follows from them.
 * What an atomic exchange returns and what sub-groups tell each other is in no
 * trace. False where nothing is found. */
bool wb_parting_find(const struct wb_traced runs[2], const char *array, uint64_t index,
                     struct wb_parting *parting);

#endif
