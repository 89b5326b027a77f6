/* Reports: what a run found out, for people and for programs.
 *
 * Everything is appended to a struct wb_str; nothing here writes to a terminal.
 * Texts that come from kernels, compilers and specs are cleaned of control
 * characters. Of hidden cases a result has nothing that they could show
 * (judge/redaction.h). Of many runs: report/list.h. */
#ifndef WB_REPORT_REPORT_H
#define WB_REPORT_REPORT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"
#include "report/background.h"
#include "result/result.h"
#include "text/styled.h"

struct wb_report_style {
  bool color;                    /* ANSI sequences */
  enum wb_background background; /* of them */
  bool unicode;                  /* else lines, marks and arrows in ASCII */
  unsigned width;                /* columns; 0: 80 */
  bool no_advice;                /* not what to do next: for whoever cannot run it again */
};

/* What suits a descriptor: colour on a terminal unless NO_COLOR is set or TERM
 * is dumb; Unicode where the locale is UTF-8 (main has called setlocale); the
 * terminal's width, else $COLUMNS, else 80. */
struct wb_report_style wb_report_style_of(int fd);

/* ---- one run ------------------------------------------------------------------ */

/* Appends it as bytes in a style. `source` is the kernel's text, `next` the puzzle that is
 * suggested once this one is solved; either may be NULL. */
void wb_report_text(const struct wb_result *result, const char *source, const char *next,
                    const struct wb_report_style *style, struct wb_str *out);

/* The object of `run --json`, pretty-printed, with a newline at the end. */
void wb_report_json(const struct wb_result *result, struct wb_str *out);

/* The whole of one finding (report/summary.h): its line, its sentence, the source with carets.
 * `file` is the judged file as it is to be shown. */
struct wb_unique_finding;
void wb_report_finding(const struct wb_unique_finding *unique, const char *file, const char *source,
                       unsigned width, struct wb_document *document);

/* ---- counters ----------------------------------------------------------------- */

struct wb_counted {
  const struct wb_counters *counters;
  const struct wb_line_cost *lines;
  size_t n_lines;
};

/* What a launch did and, where that was modelled, what it would cost a GPU and
 * the lines that waste most. `source` is the kernel's text or NULL; nothing is
 * written where nothing was counted. */
void wb_report_counters(const struct wb_counted *counted, const char *file, const char *source,
                        unsigned width, struct wb_document *document);
/* What a host program did in a case, beside the budgets: a paragraph, or nothing. */
void wb_report_program_counters(const struct wb_case_result *one, unsigned width,
                                struct wb_document *document);

/* "writes out: 32 transactions, 4 would do". Appends. */
void wb_line_cost_describe(const struct wb_line_cost *line, struct wb_str *out);

/* ---- styled documents --------------------------------------------------------- */

/* A document as the bytes of a terminal or of a pipe, a newline after each
 * line. Nothing is wrapped or cut. */
void wb_styled_to_ansi(const struct wb_document *document, const struct wb_report_style *style,
                       struct wb_str *out);

/* The reverse, for what shows a command's output: the style that is written as
 * "ESC [ PARAMETERS m"; plain where none is. */
enum wb_style wb_style_of_ansi(const char *parameters, size_t length);

#endif
