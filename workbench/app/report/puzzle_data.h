/* What visible cases give a kernel, and what they want of it, for people who look. */
#ifndef WB_REPORT_PUZZLE_DATA_H
#define WB_REPORT_PUZZLE_DATA_H

#include "result/event.h"
#include "result/puzzle_data.h"
#include "text/styled.h"

/* What an answer is, under its heading: a kernel of a name, or a host program; its parameters, its
 * budgets, and whether what it prints is judged. */
void wb_answer_write(const struct wb_puzzle_summary *puzzle, unsigned width,
                     struct wb_document *document);

/* Each case under its heading, an array after the other in the kernel's order: matrices by rows,
 * other arrays with their indices. Lines take `width` columns, but for a column that is wider. */
void wb_puzzle_data_write(const struct wb_puzzle_data *data, unsigned width,
                          struct wb_document *document);

/* "float out[3][7]", without the role. Appends. */
struct wb_str;
void wb_array_data_title(const struct wb_array_data *array, struct wb_str *out);

/* "3 lines, in any order": what is expected to be printed in a case whose lines are judged. The
 * caller frees. */
char *wb_printed_order_words(const struct wb_case_data *one);

/* "3 cases are hidden: …", in words for all faces; NULL: none is. The caller frees. */
char *wb_hidden_cases_words(const struct wb_puzzle_data *data);

#endif
