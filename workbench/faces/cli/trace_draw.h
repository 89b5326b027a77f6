/* A trace drawn as the command line asks: which group, up to which step, and
 * where to. */
#ifndef WB_CLI_TRACE_DRAW_H
#define WB_CLI_TRACE_DRAW_H

#include "cli/command.h"
#include "judge_client/client.h"
#include "report/playback/playback.h"
#include "report/trace_json.h"

/* Draws the trace as --svg and --text say, to the file or to stdout, or prints it as JSON. `result`
 * is what the judge said of it, `puzzle` whose it is; both may be NULL. */
enum wb_status wb_cli_print_drawing(const struct wb_invocation *invocation, const void *trace,
                                    size_t length, const struct wb_result *result,
                                    const struct wb_puzzle_summary *puzzle, struct wb_error *err);

/* Of a host program, what ran when in the case that was recorded: to the SVG file, or as text. */
enum wb_status wb_cli_print_timeline(const struct wb_invocation *invocation,
                                     const struct wb_result *result, struct wb_error *err);

void wb_cli_print_trace_json(const struct wb_trace_json *what);

/* Whether an SVG may be written there: to nothing yet, to an SVG, or to "-". NULL is fine. */
enum wb_status wb_cli_check_svg_file(const char *path, struct wb_error *err);

/* Whether --svg names something that it may write, nothing yet or an SVG, and JSON is not
 * asked for besides. */
enum wb_status wb_cli_check_svg_target(const struct wb_invocation *invocation,
                                       struct wb_error *err);

#endif
