/* What the launches of a case printed, one after the other, and who printed it. */
#ifndef WB_JUDGE_CASE_TEXT_H
#define WB_JUDGE_CASE_TEXT_H

#include "base/str.h"
#include "device/device.h"

struct wb_case_text {
  struct wb_str text; /* any bytes */
  bool lacks;         /* not all that was printed is there */
  /* The calls of printf, by their starts in `text`; they are known up to its byte `told`. */
  struct wb_print *prints;
  size_t n_prints, capacity;
  uint64_t told;
};

void wb_case_text_init(struct wb_case_text *text);
void wb_case_text_release(struct wb_case_text *text); /* zeroed is fine */

/* Appends what launch number `launch` printed. What a worker says of who printed it is believed
 * only where it can be. */
void wb_case_text_add(struct wb_case_text *text, const struct wb_outcome *outcome, uint64_t launch);

#endif
