/* Views: from the model to rows of text, one a pane. They read the model and
 * do no input or output. */
#ifndef WB_TUI_VIEWS_H
#define WB_TUI_VIEWS_H

#include "report/summary.h"
#include "tui/model.h"

/* Each fills the (empty) rows of its pane for `width` columns. */
void wb_view_list(const struct wb_model *model, int width, struct wb_pane_text *rows);
int wb_view_list_lines(const struct wb_model *model); /* with all puzzles shown */
/* The row where the explanation begins has this for its `item`. */
enum { WB_ROW_OF_EXPLANATION = 0 };
void wb_view_lesson(const struct wb_model *model, int width, struct wb_pane_text *rows);
void wb_view_kernel(const struct wb_model *model, int width, struct wb_pane_text *rows);
void wb_view_result(const struct wb_model *model, int width, struct wb_pane_text *rows);
void wb_view_trace(const struct wb_model *model, int width, struct wb_pane_text *rows);
void wb_view_data(const struct wb_model *model, int width, struct wb_pane_text *rows);
void wb_view_timeline(const struct wb_model *model, int width, struct wb_pane_text *rows);
void wb_view_graph(const struct wb_model *model, int width, struct wb_pane_text *rows);
void wb_view_help(const struct wb_model *model, int width, struct wb_pane_text *rows);
void wb_view_glossary(const struct wb_model *model, int width, struct wb_pane_text *rows);
void wb_view_chapter(const struct wb_model *model, int width, struct wb_pane_text *rows);
void wb_view_output(const struct wb_model *model, int width, struct wb_pane_text *rows);
void wb_output_title(const struct wb_model *model, struct wb_str *out); /* appends */
void wb_view_history(const struct wb_model *model, int width, struct wb_pane_text *rows);
void wb_view_compare(const struct wb_model *model, int width, struct wb_pane_text *rows);
void wb_view_courses(const struct wb_model *model, int width, struct wb_pane_text *rows);
void wb_view_origins(const struct wb_model *model, int width, struct wb_pane_text *rows);
void wb_view_menu(const struct wb_model *model, int width, struct wb_pane_text *rows);
void wb_view_devices(const struct wb_model *model, int width, struct wb_pane_text *rows);

/* Parts of the result: the verdict and what explains it in a sentence; what to
 * look at now. */
void wb_view_verdict(const struct wb_model *model, const struct wb_item *item, int width,
                     struct wb_pane_text *rows);
void wb_view_what_next(const struct wb_model *model, const struct wb_item *item, int width,
                       struct wb_pane_text *rows);
/* "n: next puzzle, 04 Map 2D". Appends. */
void wb_next_in_short(const struct wb_model *model, struct wb_str *out);

/* The part of the result that compares a visible case's outputs. */
void wb_view_case_outputs(const struct wb_model *model, const struct wb_case_result *one,
                          size_t number, int width, struct wb_pane_text *rows);

/* The text beside a pane's name, as the file of the kernel. Appends. */
void wb_pane_caption(const struct wb_model *model, enum wb_pane pane, struct wb_str *out);

/* What the status line says, and in which look. Appends. */
unsigned wb_status_text(const struct wb_model *model, struct wb_str *out);

/* Marks of the selected puzzle's kernel from its result: findings, their other
 * accesses, and the compiler's errors. None where the result is old. */
void wb_marks_build(struct wb_model *model);

#endif
