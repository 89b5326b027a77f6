/* Reports of a host program (result/host_result.h), as a compiler speaks: what was wrong with it
 * and its kernels, each with its line, and at the end how it went. */
#ifndef WB_REPORT_HOST_RUN_H
#define WB_REPORT_HOST_RUN_H

#include "report/emulation.h"
#include "result/host_result.h"

struct wb_host_view {
  size_t most_findings; /* at most so many are shown, the rest is counted */
  bool stats;
  struct wb_source_view sources; /* of Lua files and kernels */
};

/* Nothing where nothing was found and nobody asks for numbers. */
void wb_report_host_run(const struct wb_host_result *result, const struct wb_host_view *view,
                        const struct wb_report_style *style, struct wb_document *document);

#endif
