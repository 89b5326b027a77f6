/* What of a kernel's printed lines is not as expected, in the words of all faces. */
#ifndef WB_REPORT_PRINTED_H
#define WB_REPORT_PRINTED_H

#include "result/result.h"

struct wb_str;

/* A sentence a line: what is missing, what is too much and who printed it, what may be wrong.
 * Appends nothing where the lines are right, or the case is hidden. */
void wb_printed_sentences(const struct wb_printed_mismatch *printed, struct wb_str *out);

/* The first of them without its full stop. Appends. */
void wb_printed_in_short(const struct wb_printed_mismatch *printed, struct wb_str *out);

/* "1 line is missing, 2 are not expected": after the name of a case. Appends. */
void wb_printed_counts(const struct wb_printed_mismatch *printed, struct wb_str *out);

/* Of a puzzle: "prints lines, which are judged in any order"; NULL where printing is free. `order`
 * is that of its summary. */
const char *wb_printed_rule(const char *order);

#endif
