/* Styled lines on stdout, as the terminal and --color want them. */
#ifndef WB_CLI_PRINT_H
#define WB_CLI_PRINT_H

#include "cli/command.h"
#include "report/report.h"

struct wb_report_style wb_cli_style(const struct wb_invocation *invocation);

/* Adds to the last line of a document; texts are cleaned there. */
void wb_put(struct wb_document *document, enum wb_style style, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* As wb_put, on a line of its own. */
void wb_put_line(struct wb_document *document, enum wb_style style, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Prints a document and releases it. */
void wb_print(const struct wb_invocation *invocation, struct wb_document *document);

/* "/home/me/course/work/01-map.cl" as "work/01-map.cl" where that names the
 * same file from here; else `path`. Points into `path`. */
const char *wb_short_path(const char *path);

#endif
