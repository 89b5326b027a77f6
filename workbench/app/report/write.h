/* Putting styled lines together: what the files of report/ share. */
#ifndef WB_REPORT_WRITE_H
#define WB_REPORT_WRITE_H

#include <stdint.h>

#include "report/report.h"

enum { WB_REPORT_WIDTH = 80 };

/* Adds text to the last line. */
void wb_write(struct wb_document *document, enum wb_style style, const char *text);

/* Running text on lines of its own, wrapped after `indent` blanks; `lead`
 * (may be "") stands before the first line in place of the indent's end. */
void wb_write_paragraph(struct wb_document *document, unsigned width, unsigned indent,
                        const char *lead, enum wb_style style, const char *text);

/* Text as it is, each line after an indent, at most `most` lines. */
void wb_write_block(struct wb_document *document, unsigned indent, enum wb_style style,
                    const char *text, size_t most);

/* A source line with its number, and a caret under `column` (a byte, from 1; 0:
 * none) with a note (may be "") beside it. Nothing where `source` is NULL or
 * has no such line. */
void wb_write_excerpt(struct wb_document *document, const char *source, uint32_t line,
                      uint32_t column, enum wb_style style, const char *note, unsigned width);

/* Line `number` of a text, from 1, without its end; NULL where there is no such line, or no text.
 */
const char *wb_find_source_line(const char *source, uint32_t number, size_t *length);

/* One more caret line under the excerpt before. */
void wb_write_caret(struct wb_document *document, const char *source, uint32_t line,
                    uint32_t column, enum wb_style style, const char *note, unsigned width);

/* Both accesses of a race, as "write by work-item 3 of group 0". The caller frees them. */
char *wb_first_access_note(const struct wb_finding *finding);
char *wb_other_access_note(const struct wb_finding *finding);

/* The expected and the got values of a preview, side by side; `mismatch` is
 * the flat index to mark. */
void wb_write_preview(struct wb_document *document, const struct wb_preview *preview,
                      bool has_mismatch, uint64_t mismatch, unsigned width);

/* One of the compiler's messages, with the line that it names. */
void wb_write_diagnostic(struct wb_document *document, const struct wb_diagnostic *diagnostic,
                         const char *file, const char *source, unsigned width);

/* "24.5 µs", "3.2 ms", "5.0 s": three digits or so. Appends to `out`. */
void wb_write_time(struct wb_str *out, uint64_t ns);

/* "out-of-bounds at 01-map.cl:7:12", "out[2] is 3, expected 12": the one thing
 * that explains a result that was not accepted. `file` is what the judged file is called (NULL: as
 * the result has it). Appends to `out`. */
void wb_write_reason(const struct wb_result *result, const char *file, struct wb_str *out);
/* The same of a case. */
void wb_write_case_reason(const struct wb_case_result *one, const char *file, struct wb_str *out);

#endif
