/* Lists of results: what several things came to, for people and for programs.
 *
 * A list has suites, and a suite has items:
 *
 *   command          a suite is      an item is
 *   check            a puzzle        a check of it
 *   check-all        the course      a puzzle
 *   run              the puzzle      a case
 *   grade --export   a submission    a case, of the class SUBMISSION.PUZZLE
 *
 * A *kind* of list (struct wb_list_kind) is what a command's lists have in common: words, the
 * members of its JSON, and formats of its own, such as its text for people. A *format* (struct
 * wb_list_format) writes any list: a file each, a row each in commands/formats.inc.
 *
 *   wb_list_begin(&list, &kind, format, &style, WB_LIST_OPEN, &out);
 *   wb_list_suite_begin(&list, &suite);
 *   wb_list_add(&list, &item);            or wb_list_add_result: an item for each case
 *   wb_list_suite_end(&list);
 *   wb_list_end(&list, trouble);
 *   wb_list_release(&list);
 *
 * Everything is appended to `out`, which the caller may write out and clear between any two calls:
 * what a list keeps is of the suite under way, the remarks, and a bounded number of rules and
 * notices, however long it is. Names and texts may be anybody's: each format makes them harmless
 * to its readers. Of hidden cases a result has nothing that they could show. */
#ifndef WB_REPORT_LIST_H
#define WB_REPORT_LIST_H

#include "base/file.h"
#include "base/status.h"
#include "fields/fields.h"
#include "report/report.h"

enum wb_list_outcome {
  WB_LIST_PASSED,
  WB_LIST_SKIPPED,    /* `message` says why */
  WB_LIST_SUGGESTION, /* passed, and could be better: `message` says how */
  WB_LIST_FAILED,
  WB_LIST_ERROR, /* nothing is known, and that is not the fault of what was looked at */
  WB_LIST_OUTCOMES
};

/* Texts are the caller's, and only read during the call. All but the name may be NULL, which is
 * the same as "". */
struct wb_list_item {
  enum wb_list_outcome outcome;
  const char *name;       /* in its suite: "01-map", "wrong-verdict wrong/ten.cl" */
  const char *title;      /* where there are no suites, as in TAP; NULL: the name */
  const char *class_name; /* JUnit's; NULL: the name of the suite */
  const char *rule;       /* a word for what was looked at or found: a check, a verdict; NULL:
                             there is nothing more to say than the message */
  const char *rule_help;  /* what it means, in a line */
  const char *file;       /* where to look, or the file that was judged */
  uint32_t line;          /* from 1; 0: the whole file */
  const char *message;    /* what is wrong, or else worth saying; one sentence */
  const char *remedy;     /* what to do about it, likewise */
  const char *detail;     /* lines to read as they are */
  /* What it says in short, where it is of a run: all of it, or a case of it. */
  const struct wb_result *result;
  const struct wb_case_result *one;
  bool weighed;               /* it is of an assignment: */
  double points, most_points; /* that it gets, and for a score of 1 */
};

/* Stays where it is until its end: `seconds` and `of` are read then. */
struct wb_list_suite {
  const char *name;
  double seconds; /* 0 where times are to stay out */
  const void *of; /* what the kind's `json_suite` and its own formats are about; may be NULL */
};

struct wb_list;

/* A function may be NULL where a format has nothing to write. */
struct wb_list_format {
  const char *name;  /* the word of --format */
  bool for_programs; /* it is ended, and says why, also where the run was interrupted */
  void (*begin)(struct wb_list *list);
  void (*item)(struct wb_list *list, const struct wb_list_item *item);
  /* A run, in place of the items of its cases. NULL: each case is an item. */
  void (*result)(struct wb_list *list, const struct wb_list_item *whole);
  void (*suite_end)(struct wb_list *list);
  void (*end)(struct wb_list *list);
  void (*release)(struct wb_list *list); /* of list->state */
};

struct wb_list_kind {
  const char *name;                            /* "checks": all of it, in JUnit */
  const char *rule_word;                       /* what a rule is: "check", "verdict" */
  const char *nothing;                         /* "nothing to check": of a list without items */
  const struct wb_list_format *const *formats; /* its own, before all others; NULL at the end */
  /* JSON: an object with an array of objects, one for each suite or for each item. */
  const char *json_head;                     /* until the array's bracket: "{\"results\": [" */
  const struct wb_fields *json_suite;        /* of suite->of, or NULL */
  const struct wb_fields *json_item;         /* of struct wb_list_item, or NULL */
  void (*json_counts)(struct wb_list *list); /* appends the members after the array, as
                                                "\"total\": 6" */
};

enum { WB_LIST_OPEN = -1 }; /* how many items there will be is not known */

/* A list under way: the caller's storage. */
struct wb_list {
  const struct wb_list_kind *kind;
  const struct wb_list_format *format;
  struct wb_report_style style;
  struct wb_str *out;
  long total;                        /* items to come, or WB_LIST_OPEN */
  const char *root;                  /* of files that are relative; NULL: where the program is */
  void *data;                        /* the kind's own */
  const struct wb_list_suite *suite; /* that is under way; NULL: none */
  size_t counts[WB_LIST_OUTCOMES];   /* items so far */
  size_t in_suite[WB_LIST_OUTCOMES]; /* … of the suite */
  double score;                      /* the sum of the items' that are whole runs */
  bool weighed;                      /* some item is */
  double points, most_points;        /* their sums */
  struct wb_names remarks;           /* each once */
  char *trouble;                     /* at the end: what kept something from being done; NULL */
  enum wb_status cause;              /* of that */

  /* The format's: */
  struct wb_str cases;    /* JUnit's, of the suite */
  struct wb_names titles; /* likewise */
  size_t written;         /* objects of JSON's array, remarks of JUnit */
  void *state;
};

/* The format of that name, of the kind or for every list; NULL: there is none. */
const struct wb_list_format *wb_list_format_find(const struct wb_list_kind *kind, const char *name);

/* `total` is a number of items, or WB_LIST_OPEN. The list is to be released. `root` and `data` may
 * be set before the first suite. */
void wb_list_begin(struct wb_list *list, const struct wb_list_kind *kind,
                   const struct wb_list_format *format, const struct wb_report_style *style,
                   long total, struct wb_str *out);
void wb_list_suite_begin(struct wb_list *list, const struct wb_list_suite *suite);
void wb_list_add(struct wb_list *list, const struct wb_list_item *item);
/* Adds a run: `whole->result`, of the file `whole->file` (NULL: as the result has it). Each case is
 * an item, called as the case is, with the title "NAME CASE" and the class of `whole`; a run
 * that was not accepted has an item that did not pass in any case. What the result says of itself
 * (cases left out, walls that were missing) becomes a remark. */
void wb_list_add_result(struct wb_list *list, const struct wb_list_item *whole);
/* A sentence for the end of the list, once however often it is added. */
void wb_list_remark(struct wb_list *list, const char *sentence);
void wb_list_suite_end(struct wb_list *list);
/* `trouble` is what kept something from being done (NULL: nothing did): the list says so. Ends a
 * suite that is under way, too. */
void wb_list_end(struct wb_list *list, const struct wb_error *trouble);
void wb_list_release(struct wb_list *list);

/* Adds what a result says of itself (cases left out, walls that were missing) as remarks. */
void wb_list_remark_result(struct wb_list *list, const struct wb_result *result);

/* Fills outcome, rule, file and message of an item from its `result`; `words` holds the message,
 * and stays until the item was added. What is set already stays, but for the outcome. */
void wb_list_item_of_result(struct wb_list_item *item, struct wb_str *words);

/* "10", "2.5", "3.33": points for people. Appends. */
void wb_list_points(struct wb_str *out, double points);

size_t wb_list_count(const size_t counts[WB_LIST_OUTCOMES]);
/* Failed, or with an error. */
size_t wb_list_not_passed(const size_t counts[WB_LIST_OUTCOMES]);
/* Of whole runs, where what was not run has 0, and what was skipped none: 0 … 1. */
double wb_list_mean_score(const struct wb_list *list);

/* ---- formats for every list ---------------------------------------------------- */

#define WB_FORMAT(name)
#define WB_FORMAT_OF_LISTS(name) extern const struct wb_list_format wb_list_##name;
#include "commands/formats.inc"
extern const struct wb_list_format wb_list_json;

/* ---- kinds -------------------------------------------------------------------- */

extern const struct wb_list_kind wb_list_of_puzzles; /* check-all; list_of_puzzles.c */
extern const struct wb_list_kind wb_list_of_cases;   /* run; list.c */

#endif
