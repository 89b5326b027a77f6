/* What a judge says while it works: its progress, a result, what a spec says of
 * its puzzle. As JSON: event_json.h. */
#ifndef WB_RESULT_EVENT_H
#define WB_RESULT_EVENT_H

#include "result/result.h"

enum wb_event_kind {
  WB_EVENT_NONE, /* nothing to read now */
  WB_EVENT_COMPILING,
  WB_EVENT_CASE,      /* case `index` of `total`, called `name`, starts */
  WB_EVENT_CASE_DONE, /* with `verdict` */
  WB_EVENT_RESULT,    /* `result` is set; the last event of a run */
  WB_EVENT_PUZZLE,    /* `puzzle` is set; from wb_describe_start */
  WB_EVENT_END        /* the last event of a description */
};

/* What list, show and the UI know of a puzzle. `error` is set instead of the
 * rest when its spec has a mistake. */
struct wb_puzzle_summary {
  char *slug;
  unsigned number;
  char *title, *concept, *entry;
  char *chapter; /* NULL: none */
  char **hints;
  size_t n_hints;
  char **tags;
  size_t n_tags;
  char **aliases;
  size_t n_aliases;
  char **parameters; /* "output float out[n]" … */
  size_t n_parameters;
  char **cases; /* "4 elements (global 4, local 4)" …; hidden ones by number */
  size_t n_cases;
  char *error; /* "puzzles/01-map/puzzle.lua:12: …"; NULL when fine */
};
void wb_puzzle_summary_release(struct wb_puzzle_summary *summary);

struct wb_event {
  enum wb_event_kind kind;
  size_t index, total;
  char *name;
  enum wb_verdict verdict;
  struct wb_result *result;         /* taken over by whoever reads the event */
  struct wb_puzzle_summary *puzzle; /* likewise */
};
void wb_event_release(struct wb_event *event);

#endif
