/* Reports of `workbench check`: a list (report/list.h) of puzzles with their checks, and as formats
 * of its own the text for people and a table in Markdown for pages. A puzzle at a time, as it is
 * done. */
#ifndef WB_AUTHORING_CHECK_FORMATS_H
#define WB_AUTHORING_CHECK_FORMATS_H

#include "authoring/check_run.h"
#include "report/list.h"

/* A puzzle that is done, or what is said of the whole course. */
struct wb_checked {
  const char *slug; /* "course" */
  bool is_course;
  const struct wb_puzzle_summary *summary; /* NULL of the course */
  const struct wb_check_report *report;
  const struct wb_check_tally *tally; /* NULL of the course */
  double seconds; /* from its first check to its last; others went on at the same time */
};

/* Why checks were skipped, each once. */
struct wb_check_skips {
  struct wb_check_skip {
    struct wb_names checks;
    char *why;
  } * items;
  size_t count, capacity;
};

/* A report under way: the caller's storage. The list is ended by its own wb_list_end. */
struct wb_check_output {
  struct wb_list list;
  bool compares, quick;        /* as the run has it: which columns a table has */
  size_t puzzles, faulty;      /* so far */
  struct wb_check_tally tally; /* so far */
  struct wb_check_skips skips;
};

extern const struct wb_list_kind wb_list_of_checks;

/* `course` is its folder: items name files from there. */
void wb_check_output_begin(struct wb_check_output *output, const struct wb_list_format *format,
                           const struct wb_report_style *style, const char *course,
                           struct wb_str *out);
void wb_check_output_puzzle(struct wb_check_output *output, const struct wb_checked *checked);
void wb_check_output_release(struct wb_check_output *output);

/* Its own formats. In these list->data is the output, and suite->of what was checked. */
extern const struct wb_list_format wb_check_text, wb_check_markdown;

#endif
