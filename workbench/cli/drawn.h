/* A trace drawn as the command line asks: which group, up to which step, and
 * where to. */
#ifndef WB_CLI_DRAWN_H
#define WB_CLI_DRAWN_H

#include "cli/command.h"
#include "playback/playback.h"

/* Draws the trace as --svg and --text say, to the file or to stdout. `result` and
 * `source` are what the judge said of it and the kernel's text; both may be NULL. */
enum wb_status wb_print_drawing(const struct wb_invocation *invocation, const void *trace,
                                size_t length, const struct wb_result *result, const char *source,
                                struct wb_error *err);

/* Whether --svg names something that it may write: nothing yet, or an SVG. */
enum wb_status wb_check_svg_target(const struct wb_invocation *invocation, struct wb_error *err);

#endif
