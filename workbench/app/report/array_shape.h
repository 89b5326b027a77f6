/* How many elements a row of an array has. A trace knows bytes only, so that rows are
 * taken from whoever tells them: the kernel's own declaration (tile[8][9]), the
 * puzzle's parameters with the sizes of its outputs, the way that work-items use it. */
#ifndef WB_REPORT_ARRAY_SHAPE_H
#define WB_REPORT_ARRAY_SHAPE_H

#include "result/result.h"
#include "report/playback/shape.h"

/* What is known of a run; all but the playback may be NULL. */
struct wb_array_facts {
  const struct wb_playback *playback;
  const char *source;      /* the kernel's text */
  char *const *parameters; /* of the puzzle: "output float out[height][width]" … */
  size_t n_parameters;
  const struct wb_case_result *judged;
};

/* 0: it is a line. */
uint64_t wb_array_row_length(const struct wb_array_facts *facts, size_t array);

/* Whether a text of OpenCL C has a name anywhere but in comments and strings. */
bool wb_source_has_name(const char *source, const char *name);

#endif
