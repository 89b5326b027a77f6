/* A recorded launch for programs: `workbench trace --format json` (docs/json.md). */
#ifndef WB_REPORT_TRACE_JSON_H
#define WB_REPORT_TRACE_JSON_H

#include "base/str.h"
#include "report/playback/playback.h"
#include "result/result.h"

struct wb_trace_json {
  const struct wb_playback *playback; /* NULL: nothing was recorded */
  const struct wb_result *result;     /* the run that it is of; NULL: of a file */
  size_t group;                       /* its steps alone; WB_PLAYBACK_NONE: of all groups */
  uint64_t most;                      /* the first so many steps alone; 0: all */
};
/* Appends the object, with a newline after it. */
void wb_report_trace_json(const struct wb_trace_json *what, struct wb_str *out);

#endif
