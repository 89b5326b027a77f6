/* The judge, from outside: starts `workbench-judge`, reads its events without
 * ever blocking, and can cancel it. What cli and tui use.
 *
 * Events are JSON objects, one a line, on the judge's descriptor 3. */
#ifndef WB_JUDGE_CLIENT_H
#define WB_JUDGE_CLIENT_H

#include "base/process.h"
#include "base/str.h"
#include "judge/result.h"

struct wb_judge; /* a running judge process */

struct wb_run_options {
  const char *course; /* folder */
  const char *puzzle; /* slug */
  const char *file;   /* the kernel to judge */
  const char *device; /* as the person wrote it; NULL: emulator */
  int only_case;      /* from 1; 0: all */
  bool has_seed;
  uint64_t seed;
  bool profile; /* count what is modelled, too */
  /* Record what a case did, too (struct wb_result.trace): that of `only_case`,
   * else the first visible one that is not accepted, else the first visible
   * one. It is launched once more for that, after the verdict. */
  bool trace;
  /* Lets its processes stand back where processors are scarce, so that keys are
   * answered while a kernel keeps all of them busy. */
  bool stands_back;
  struct wb_schedule schedule;
  /* A place with a judge that waits (wb_judge_spare_keep), or with NULL: the
   * run takes it out, and uses it where it fits. May be NULL. */
  struct wb_judge **spare;
};

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

/* Chapters: puzzles of a list that follow each other under one name. A puzzle
 * whose spec has a mistake goes with the one before it. */
struct wb_chapter_list {
  const void *data;
  const struct wb_puzzle_summary *(*puzzle)(const void *data, size_t index);
  size_t count;
};
struct wb_chapter {
  const char *name; /* of the first puzzle's summary; NULL: no chapter */
  size_t first, end;
};
/* The next one; a zeroed chapter is before the first. False after the last. */
bool wb_chapter_next(const struct wb_chapter_list *list, struct wb_chapter *chapter);
bool wb_chapters_are_used(const struct wb_chapter_list *list);
const char *wb_chapter_title(const struct wb_chapter *chapter); /* never NULL */

/* How many of the min(total, WB_CHAPTER_BAR_MAX) signs of a bar are full. */
enum { WB_CHAPTER_BAR_MAX = 8 };
size_t wb_chapter_bar(size_t done, size_t total);

struct wb_event {
  enum wb_event_kind kind;
  size_t index, total;
  char *name;
  enum wb_verdict verdict;
  struct wb_result *result;         /* taken over by whoever reads the event */
  struct wb_puzzle_summary *puzzle; /* likewise */
};
void wb_event_release(struct wb_event *event);

enum wb_status wb_run_start(const struct wb_run_options *options, struct wb_judge **judge,
                            struct wb_error *err);

/* Sees to it that *spare (NULL: none yet) is a judge that waits for a run of
 * this course on this device (NULL: emulator), with the device's worker started
 * and the compiler ready: half of the time from source to report. Returns at
 * once; whatever is wrong with a spare, a run does without. It judges one
 * run, standing back, and ends itself where none comes for ten minutes. Freed with
 * wb_judge_free. Only the emulator's judges wait. */
void wb_judge_spare_keep(struct wb_judge **spare, const char *course, const char *device);

/* The same for a run that is about to be asked for, and may find its kernel in
 * the cache: without the compiler. */
void wb_judge_spare_begin(struct wb_judge **spare, const char *course, const char *device);

/* Describes one puzzle (`slug`) or all of the course (NULL). */
enum wb_status wb_describe_start(const char *course, const char *slug, struct wb_judge **judge,
                                 struct wb_error *err);

/* To poll for POLLIN. */
int wb_judge_fd(const struct wb_judge *judge);

/* The next event; never blocks. A judge that crashed, hung or wrote nonsense
 * gives WB_EVENT_RESULT with the verdict judge-error and what it printed. */
enum wb_status wb_judge_next(struct wb_judge *judge, struct wb_event *event, struct wb_error *err);

/* Ends the process and all its descendants at once. NULL is fine. */
void wb_judge_free(struct wb_judge *judge);

/* For the command line: runs to the end, calling `progress` (may be NULL) for
 * each event. A non-zero *cancelled (set by a signal handler) ends it with
 * WB_ERR_CANCELLED. */
enum wb_status wb_run(const struct wb_run_options *options,
                      void (*progress)(const struct wb_event *event, void *data), void *data,
                      const volatile int *cancelled, struct wb_result *result,
                      struct wb_error *err);

/* All puzzles of a course, sorted by number. */
struct wb_catalog {
  struct wb_puzzle_summary *items;
  size_t count;
};
enum wb_status wb_catalog_load(const char *course, struct wb_catalog *catalog,
                               struct wb_error *err);
/* Only the puzzle in the folder `slug`: what a command needs that names one. */
enum wb_status wb_catalog_load_one(const char *course, const char *slug, struct wb_catalog *catalog,
                                   struct wb_error *err);
void wb_catalog_release(struct wb_catalog *catalog);

/* By slug, number, alias or unique prefix of slug or title word; an error
 * suggests the nearest. */
enum wb_status wb_catalog_find(const struct wb_catalog *catalog, const char *wanted,
                               const struct wb_puzzle_summary **found, struct wb_error *err);

#endif
