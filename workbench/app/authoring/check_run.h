/* Checking puzzles: each step looks at each puzzle, and what is to be judged goes through one
 * pool. A puzzle is reported when all of it is known, in the order of the course. */
#ifndef WB_AUTHORING_CHECK_RUN_H
#define WB_AUTHORING_CHECK_RUN_H

#include "authoring/check.h"
#include "authoring/check_cache.h"
#include "course/course.h"
#include "device/registry.h"
#include "judge_client/catalog.h"
#include "session/pool.h"
#include "session/glossary.h"

struct wb_check_puzzle;
struct wb_check_measures;

/* Looks at one part of a puzzle: begins with what can be seen at once, and plans judgements; when
 * all that were planned have ended, it concludes. */
struct wb_check_step {
  bool is_long;    /* left out by --quick */
  bool needs_spec; /* left out where the spec does not load */
  bool on_devices; /* also where another device than the emulator judges */
  /* May add items, and plan judgements. What it gives is handed to the others; may be NULL. */
  void *(*begin)(struct wb_check_puzzle *puzzle);
  /* All judgements of the puzzle have ended. May be NULL. */
  void (*conclude)(struct wb_check_puzzle *puzzle, void *begun);
  void (*release)(void *begun); /* also where it was interrupted. NULL: there is nothing to free */
};

/* What is to be checked. Stays where it is until the run is released. */
struct wb_check_order {
  const struct wb_course *course;
  const struct wb_catalog *catalog; /* of the whole course */
  const struct wb_puzzle_summary **puzzles;
  size_t n_puzzles;
  const struct wb_check_step *const *steps; /* all there are: the table of check_order.c */
  size_t n_steps;
  const char *device; /* as for a run; NULL: emulator */
  bool quick;         /* without what is long */
  size_t parallel;    /* judges at a time */
};

struct wb_check_run;
struct wb_check_judgement;

/* A puzzle under way. */
struct wb_check_puzzle {
  struct wb_check_run *run;
  const struct wb_puzzle_summary *summary;
  const char *slug;
  struct wb_check_report report;      /* whole, once it is done */
  struct wb_check_tally tally;        /* likewise */
  uint64_t elapsed_ns;                /* once it is done */
  char *printed;                      /* by the spec, when it was judged; NULL: nothing */
  struct wb_check_measures *measures; /* authoring/check_measures.h; NULL: nobody asks */

  /* The run's: */
  uint64_t start_ns;
  size_t pending; /* judgements */
  bool begun, done;
  struct wb_check_judgement *judgements;
  void **states; /* of the steps */
};

struct wb_check_run {
  const struct wb_check_order *order;
  struct wb_pool pool;
  struct wb_check_cache cache;
  struct wb_glossary glossary;
  struct wb_check_report course; /* what is said of all of the course, once it has begun */
  struct wb_device_list devices; /* of this machine */
  bool compares;                 /* the device that judges sees outputs alone */
  struct wb_check_tally tally;   /* of all puzzles that are done */
  /* The first that kept a kernel from being judged, and is not the puzzle's fault. */
  struct wb_error trouble;
  struct wb_check_puzzle *puzzles;
  size_t begun, reported;
  void (*checked)(const struct wb_check_puzzle *puzzle, void *data);
  void *data;
};

/* ---- for steps ---- */

/* Plans a judgement of the puzzle. `options` need not name course, puzzle and device; its texts
 * stay as they are until the step is released. The judgement stays as long, but its result goes
 * when `ended` has returned. */
struct wb_judgement *wb_check_judge(struct wb_check_puzzle *puzzle,
                                    const struct wb_run_options *options, const char *label,
                                    void (*ended)(struct wb_judgement *judgement, void *data),
                                    void *data);

/* Hidden cases of a graded puzzle may have other inputs, and sizes, than the spec's: so many seeds
 * stand for all of them, from 1 on, of which the first two give the ends of sizes that vary. 0: all
 * who solve the puzzle have the spec's. */
enum { WB_CHECK_HIDDEN_SEEDS = 10 };
unsigned wb_check_hidden_seeds(const struct wb_check_puzzle *puzzle);

/* A path of the course without the course's folder; points into it. */
const char *wb_check_relative(const struct wb_check_puzzle *puzzle, const char *path);

/* A fault of the puzzle's spec, from an error's words: "FILE:LINE: what is wrong". */
void wb_check_spec_fault(struct wb_check_puzzle *puzzle, const char *check, const char *words);

/* Whether a judgement says something about what was judged. Where it failed for another reason,
 * that is noted: as a fault of the puzzle's spec, or as trouble of the run. */
bool wb_check_was_judged(struct wb_check_puzzle *puzzle, const struct wb_judgement *judgement);

/* The steps that there are, a file each (check_spec.c …). */
extern const struct wb_check_step wb_check_measures_step, wb_check_spec_step, wb_check_texts_step,
    wb_check_kernels_step, wb_check_mutants_step;

/* ---- for faces ---- */

/* Gives an order with its course and catalog all steps, and the puzzles with these names or
 * numbers; without names all of the course. WB_ERR_USAGE for a name that no puzzle has, WB_ERR_SPEC
 * for a course without puzzles. Release it in any case. */
enum wb_status wb_check_order_choose(struct wb_check_order *order, const char *const *names,
                                     size_t count, struct wb_error *err);
void wb_check_order_release(struct wb_check_order *order);

/* Begins. WB_ERR_MISSING where the device is not there. The caller releases the run, also after
 * an error. */
enum wb_status wb_check_run_begin(struct wb_check_run *run, const struct wb_check_order *order,
                                  struct wb_error *err);

/* Checks all puzzles. `checked` is called for each, in their order; its report is gone
 * afterwards. `watch` as for wb_pool_run: WB_ERR_CANCELLED where it was interrupted. */
enum wb_status wb_check_run_all(struct wb_check_run *run, const struct wb_pool_watch *watch,
                                void (*checked)(const struct wb_check_puzzle *puzzle, void *data),
                                void *data, struct wb_error *err);
void wb_check_run_release(struct wb_check_run *run);

/* The share that is done, 0 to 1, and the seconds that are left (negative: nobody knows yet), as
 * far as can be told before all is planned. */
double wb_check_run_share(const struct wb_check_run *run);
double wb_check_run_seconds_left(const struct wb_check_run *run);

#endif
