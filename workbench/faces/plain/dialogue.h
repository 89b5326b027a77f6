/* The dialogue under way. Inside plain/ only. */
#ifndef WB_PLAIN_DIALOGUE_H
#define WB_PLAIN_DIALOGUE_H

#include "authoring/follow.h"
#include "session/authored.h"
#include "session/run_task.h"
#include "session/session.h"
#include "plain/input.h"
#include "plain/pages.h"
#include "plain/plain.h"
#include "plain/output.h"
#include "report/playback/playback.h"
#include "report/marks.h"
#include "verbs/origin.h"
#include "verbs/verb.h"

/* What this session knows of a puzzle, besides the store. */
struct wb_dialogue_task {
  struct wb_result *result; /* of the last run; NULL: none */
  char *judged;             /* the text that it is about */
  bool by_old_spec;         /* it was judged by a spec that has changed since */
  size_t told;              /* the finding told last, from 1; 0: none */
  bool told_mistake;        /* hint has said which known mistake it is: once is enough */
  struct wb_counters *ours; /* what our solution does in each case; NULL: not known */
  size_t n_ours;
};

/* A trace that is stepped through. */
struct wb_stepper {
  struct wb_playback *playback; /* NULL: none is open */
  size_t group, step;           /* as of playback/playback.h */
  uint32_t line;                /* of the source, told last */
  char *text;                   /* the learner's own, that was run */
  /* Of a host program the file of the kernel: its name and text; NULL: it is the learner's. */
  char *kernel_file, *kernel_text;
};

/* What an author may change meanwhile, as it is known (changes.c). */
struct wb_dialogue_changes {
  struct wb_watch files[WB_AUTHORED_COUNT]; /* of the open puzzle */
  unsigned char specs[WB_SHA256_BYTES];     /* of wb_authored_specs() */
  struct wb_follow follow;                  /* for an author: the open puzzle's kernels */
};

struct wb_dialogue {
  const struct wb_plain_options *options;
  struct wb_session session;
  struct wb_plain_output output;
  struct wb_plain_input input;
  size_t open;                    /* the puzzle, in the catalog */
  struct wb_dialogue_task *works; /* beside the catalog's puzzles */
  enum wb_language origin;        /* whose words and numbers are said, too */
  char *device;                   /* as given to the judge; never NULL */
  struct wb_judge *spare;         /* waits for the next run; NULL: none */
  struct wb_pages pages;
  struct wb_stepper stepper;
  struct wb_dialogue_changes changes;
  const char *go_on; /* the command that an empty line stands for; NULL: none */
  bool goes_on;      /* an empty line did stand for the command under way */
  bool refused;      /* the command could not be carried out */
  bool failed;       /* and so could not one before */
  bool quit;
  char *next_course; /* to be gone to then; NULL: none */
  bool switched;     /* there was another course before this one */
  bool interrupted;  /* by Ctrl-C, without a terminal */
};

const struct wb_puzzle_summary *wb_dialogue_puzzle(const struct wb_dialogue *dialogue);
struct wb_dialogue_task *wb_dialogue_open_work(struct wb_dialogue *dialogue);
void wb_dialogue_task_release(struct wb_dialogue_task *work); /* leaves it zeroed */

/* Where a chapter begins, says to whoever is new there what reads its page. */
void wb_dialogue_say_chapter(struct wb_dialogue *dialogue);

/* A sentence on what could not be done. */
void wb_dialogue_refuse(struct wb_dialogue *dialogue, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void wb_dialogue_refuse_error(struct wb_dialogue *dialogue, const struct wb_error *err);

/* ---- verbs (verbs/verb.h) ---- */

struct wb_request wb_dialogue_request(const struct wb_dialogue *dialogue, bool sure);

/* Asks the reply's question, where it has one. True where the verb is to be asked again:
 * then the request is sure, and the reply empty. */
bool wb_dialogue_agrees(struct wb_dialogue *dialogue, struct wb_request *request,
                        struct wb_reply *reply);

/* Says what came of it: the notice, or the error. */
void wb_dialogue_say_reply(struct wb_dialogue *dialogue, const struct wb_reply *reply,
                           enum wb_status status, const struct wb_error *err);

/* What a Ctrl-C or a signal means where nothing can be cancelled. */
void wb_dialogue_handle(struct wb_dialogue *dialogue, enum wb_input_event event);

/* After a Ctrl-C or a signal that ended something: says so, or quits. */
void wb_dialogue_cancelled(struct wb_dialogue *dialogue);

/* Something that a process finds out meanwhile. */
struct wb_dialogue_wait {
  int fd;                   /* readable where `step` may be called */
  bool (*step)(void *data); /* never blocks; true: it is over */
  void *data;
  const char *word; /* said where it takes longer than a moment */
};

/* Waits until it is over. False after Ctrl-C, or a signal, which was said. */
bool wb_dialogue_await(struct wb_dialogue *dialogue, const struct wb_dialogue_wait *wait);

/* Asked while something long is told: true after Ctrl-C. */
bool wb_dialogue_is_stopped(struct wb_dialogue *dialogue);

/* After another program had the terminal: signals that end this one are handled, all
 * else was for that program. */
void wb_dialogue_handle_ending_signals(struct wb_dialogue *dialogue);

/* ---- puzzles (puzzles.c) ---- */

/* Opens the puzzle that `wanted` names, where that is not "", and says which;
 * false where there is none. */
bool wb_dialogue_go_to(struct wb_dialogue *dialogue, const char *wanted);

/* "3 Guards". Appends. */
void wb_dialogue_name_puzzle(const struct wb_puzzle_summary *puzzle, struct wb_str *out);
/* "tried, 2 attempts, last wrong answer". Appends. */
void wb_dialogue_name_progress(const struct wb_dialogue *dialogue,
                               const struct wb_puzzle_summary *puzzle, struct wb_str *out);
/* "2 of 6 puzzles solved, 33 percent." */
void wb_dialogue_say_total(struct wb_dialogue *dialogue);

/* ---- what an author changes meanwhile (changes.c) ---- */

void wb_dialogue_init_changes(struct wb_dialogue *dialogue);
void wb_dialogue_begin_changes(struct wb_dialogue *dialogue); /* from the present state on */
void wb_dialogue_release_changes(struct wb_dialogue *dialogue);

/* Takes up what has changed since, and says it, a line each: before a line is carried out. */
void wb_dialogue_take_up_changes(struct wb_dialogue *dialogue);

/* Before a prompt: what changes of the open puzzle from now on will be taken up; for an author,
 * its kernels that were saved are judged, and it is said what came of it. */
void wb_dialogue_follow_puzzle(struct wb_dialogue *dialogue);

/* ---- the lesson (texts.c) ---- */

/* Tells why the solution works, where the course says so and the puzzle is solved or given up. */
void wb_dialogue_tell_explanation(struct wb_dialogue *dialogue, bool given_up);

/* ---- the kernel (kernel.c) ---- */

/* The learner's file, else the starter: its path (may be NULL) and its text,
 * which the caller frees; NULL, and it is said why, where it cannot be read. */
char *wb_dialogue_read_kernel(struct wb_dialogue *dialogue, char **path, bool *is_starter);
char *wb_dialogue_read_text(const char *path, struct wb_error *err);

/* Line `number`, from 1, of a text: its start and length; false: none. */
bool wb_dialogue_find_line(const char *text, uint32_t number, const char **line, size_t *length);

/* Says a line of source with its number. */
void wb_dialogue_say_source(struct wb_dialogue *dialogue, uint32_t number, const char *line,
                            size_t length);

/* Whether the open puzzle's result is about the kernel, and by the spec, as they are now. */
bool wb_dialogue_result_is_fresh(struct wb_dialogue *dialogue);
/* Says that it is not. */
void wb_dialogue_say_age(struct wb_dialogue *dialogue);

/* Makes the learner's own file of a puzzle that was opened, where there is none, and says so. */
void wb_dialogue_make_own(struct wb_dialogue *dialogue);

/* The learner's own file, made from the starter where there is none, which is
 * said; NULL, and it is said why, where it cannot be made. */
char *wb_dialogue_begin_own(struct wb_dialogue *dialogue);

/* ---- runs (run.c) ---- */

enum wb_run_end { WB_RUN_DONE, WB_RUN_CANCELLED, WB_RUN_OUTDATED, WB_RUN_FAILED };
struct wb_watch;

/* Judges the open puzzle's kernel, saying how far it is, and tells the result
 * in short. `watch` (may be NULL): a save that it sees ends the run. */
enum wb_run_end wb_dialogue_run(struct wb_dialogue *dialogue, struct wb_watch *watch);

/* How the open puzzle's kernel is run; `path` stays the caller's. */
struct wb_run_options wb_dialogue_run_options(const struct wb_dialogue *dialogue, const char *path);

/* A run that is no attempt: what is said is how far it is. *result is the caller's
 * alone (wb_result_delete), and NULL where the run is not done. */
enum wb_run_end wb_dialogue_try(struct wb_dialogue *dialogue, struct wb_run_options *options,
                                struct wb_result **result);

/* Has a judge wait for the next run. */
void wb_dialogue_keep_spare(struct wb_dialogue *dialogue);

/* ---- results (results.c, findings.c) ---- */
void wb_dialogue_tell_in_short(struct wb_dialogue *dialogue);

/* All that the compiler and the checks said: the marks, and what has no place in
 * the kernel (`line` is 0). wb_marks_release() frees them. */
void wb_dialogue_collect_findings(const struct wb_result *result, struct wb_marks *marks);
size_t wb_dialogue_count_findings(const struct wb_marks *marks); /* without their other accesses */

/* What a mark says, with its place: "error: line 7, column 3: …". */
void wb_dialogue_say_mark(struct wb_dialogue *dialogue, const struct wb_mark *mark,
                          const char *lead);

/* Forgets it: it is of another kernel than the present one. */
void wb_dialogue_close_trace(struct wb_dialogue *dialogue);

#endif
