/* Styled lines on stdout, as the terminal and --color want them. */
#ifndef WB_CLI_PRINT_H
#define WB_CLI_PRINT_H

#include <jansson.h>

#include "cli/command.h"
#include "report/report.h"
#include "session/session.h"

struct wb_report_style wb_cli_style(const struct wb_invocation *invocation);

/* Prints a document and releases it. */
void wb_print(const struct wb_invocation *invocation, struct wb_document *document);

/* ---- JSON ---- */

/* JSON on stdout, and what list, show and hint say of a puzzle in it (docs/json.md). */

/* The object of `list`. New reference, as below. */
json_t *wb_puzzle_json(const struct wb_session *session, const struct wb_puzzle_summary *puzzle);

json_t *wb_json_strings(char *const *items, size_t count);

/* NULL becomes null; and text that is no UTF-8 does, too. */
json_t *wb_json_text_or_null(const char *text);

/* Prints and releases it. */
void wb_print_json(json_t *json);

#endif
