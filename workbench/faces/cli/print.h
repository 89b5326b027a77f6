/* Styled lines on stdout, as the terminal and --color want them. */
#ifndef WB_CLI_PRINT_H
#define WB_CLI_PRINT_H

#include "cli/command.h"
#include "fields/fields.h"
#include "report/list.h"
#include "session/session.h"

struct wb_report_style wb_cli_style(const struct wb_invocation *invocation);

/* That --format or --json asks for, else the kind's text. NULL: none of lists (`run` as text). */
const struct wb_list_format *wb_cli_list_format(const struct wb_invocation *invocation,
                                                const struct wb_list_kind *kind);

/* The columns of a page that is read: those of --width, where the command has it and it is given;
 * else the terminal's, as far as lines of text are good to read. */
unsigned wb_cli_page_width(const struct wb_invocation *invocation);

/* Prints a document and releases it. */
void wb_cli_print(const struct wb_invocation *invocation, struct wb_document *document);

/* Prints text as it is, and releases it. */
void wb_cli_print_text(struct wb_str *text);

/* What there is to do once all puzzles are solved (verbs/ways_on.h). */
void wb_cli_put_ways_on(struct wb_document *document);

/* A verb's data as JSON: the object or the array of objects that its fields make. */
void wb_cli_print_data(const struct wb_fields *fields, const void *of);
void wb_cli_print_data_list(const struct wb_fields *fields, const void *items, size_t count);

#endif
