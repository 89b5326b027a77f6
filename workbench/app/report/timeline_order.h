/* The order of a host program's commands, without any time: what must come after what, by queues,
 * events and the program's own waits. Two runs of a program that makes no choice by time have the
 * same one. */
#ifndef WB_REPORT_TIMELINE_ORDER_H
#define WB_REPORT_TIMELINE_ORDER_H

#include "result/timeline.h"

/* Beside the timeline's entries. A column is a step: what stands in a later one than everything
 * that it has to wait for stands as far left as that allows. */
struct wb_timeline_step {
  uint32_t number; /* of those that are shown, from 1; 0: it is not: compilations, events */
  uint32_t column; /* from 1 */
  size_t command;  /* the last one that is shown in its lane up to here, as an id; 0: none */
};
struct wb_timeline_steps {
  struct wb_timeline_step *items;
  uint32_t columns, shown;
};
void wb_timeline_steps_make(struct wb_timeline_steps *steps, const struct wb_timeline *timeline);
void wb_timeline_steps_release(struct wb_timeline_steps *steps);

/* The entry that is shown in place of the one with this id, which comes before what waits for it;
 * NULL: nothing comes before. */
const struct wb_timeline_entry *wb_timeline_steps_before(const struct wb_timeline_steps *steps,
                                                         const struct wb_timeline *timeline,
                                                         uint64_t id);

/* A picture as a part of a web page (wb_svg_finish_inline in report/svg.h): a row for each lane, a
 * box for each command and each wait, arrows for events. Appends. */
void wb_timeline_steps_svg(const struct wb_timeline_steps *steps,
                           const struct wb_timeline *timeline, struct wb_str *out);

/* Columns beyond these are not drawn. */
enum { WB_TIMELINE_MOST_COLUMNS = 24 };

#endif
