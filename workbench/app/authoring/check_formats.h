/* Reports of `workbench check`: text for people, TAP, JSON and JUnit for programs, a table in
 * Markdown for pages. A puzzle at a time, as it is done. */
#ifndef WB_AUTHORING_CHECK_FORMATS_H
#define WB_AUTHORING_CHECK_FORMATS_H

#include "authoring/check_run.h"
#include "report/report.h"

enum { WB_CHECK_OUTCOMES = WB_CHECK_FAULT + 1 };

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

struct wb_check_output;

/* A function may be NULL where it has nothing to write. */
struct wb_check_format {
  const char *name;
  bool for_programs; /* it is ended, and says why, also where the check could not be ended */
  void (*begin)(struct wb_check_output *output);
  void (*puzzle)(struct wb_check_output *output, const struct wb_checked *checked);
  void (*end)(struct wb_check_output *output);
};

/* A report under way: the caller's storage. */
struct wb_check_output {
  const struct wb_check_format *format;
  struct wb_report_style style;
  struct wb_str *out;               /* may be written out and cleared between calls */
  const char *course;               /* its folder: items name files from there */
  bool compares, quick;             /* as the run has it: which columns a table has */
  const char *remark;               /* a sentence for the end; NULL: none */
  char *trouble;                    /* what kept something from being checked; NULL: nothing did */
  enum wb_status cause;             /* of that */
  size_t reported, puzzles, faulty; /* so far */
  struct wb_check_tally tally;      /* so far */
  size_t counts[WB_CHECK_OUTCOMES];
  struct wb_check_skips skips;
};

const struct wb_check_format *wb_check_format_find(const char *name); /* NULL: unknown */

void wb_check_output_begin(struct wb_check_output *output, const struct wb_check_format *format,
                           const struct wb_report_style *style, const char *course,
                           struct wb_str *out);
void wb_check_output_puzzle(struct wb_check_output *output, const struct wb_checked *checked);
/* `trouble` is what kept some kernel from being judged, or all that follows from being checked
 * (NULL: nothing did). It says nothing of a puzzle, and people are told of it elsewhere. */
void wb_check_output_end(struct wb_check_output *output, const struct wb_error *trouble);
void wb_check_output_release(struct wb_check_output *output);

/* The formats. */
extern const struct wb_check_format wb_check_text, wb_check_tap, wb_check_json, wb_check_junit,
    wb_check_markdown;

#endif
