/* The trace pane's state: which launch is played back, where in it we are, and
 * what the learner points at. Part of the model: no terminal, no files, and no
 * clock but the model's.
 *
 * What the pane looks like is computed from it in two steps: a *moment*
 * (trace_moment.c) says what the work-items and arrays are doing at the step,
 * a *plan* (trace_plan.c) which part of them goes where. The views draw the
 * plan; the pointer and the mouse move about in it. */
#ifndef WB_TUI_TRACE_H
#define WB_TUI_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report/playback/playback.h"
#include "tui/keys.h"

struct wb_model;
struct wb_result;

/* What the pointer is on. */
enum wb_trace_target { WB_TARGET_NONE, WB_TARGET_ITEM, WB_TARGET_CELL, WB_TARGET_GROUP };
struct wb_trace_spot {
  enum wb_trace_target target;
  size_t array;   /* of CELL */
  uint64_t which; /* element of the array; local id, or index of the group */
};

/* As a number, for pieces of rows (rows.h), and back. */
uint64_t wb_trace_spot_pack(const struct wb_trace_spot *spot);
struct wb_trace_spot wb_trace_spot_unpack(uint64_t packed);

enum { WB_STRAYS_BEFORE = 1, WB_STRAYS_AFTER = 2 }; /* accesses outside an array */
enum { WB_TRACE_GROUPS_LABEL = 8 };                 /* columns for "groups" beside the grid */

enum { WB_TRACE_SPEED = 2 }; /* at first: index of the steps a second */

/* A finding of the traced case, and the step that it tells of. */
struct wb_trace_finding {
  size_t step;
  const struct wb_finding *finding; /* of the selected puzzle's result */
};

struct wb_trace_view {
  struct wb_playback *playback; /* NULL: nothing to show, see `problem` */
  const void *opened_from;      /* bytes of the result that it plays; NULL: of a file */
  char *problem;                /* why it could not be opened or recorded; NULL: nothing is wrong */
  char *file;                   /* of ":trace FILE"; NULL: the learner's last run */
  char *source;                 /* the kernel that was traced; NULL: not known */
  char *kernel_file;            /* of a host program's kernel; NULL: it is the learner's file */
  uint32_t *row_length;         /* by array: elements in a row of its shape; 0: it is flat */
  uint16_t *width;              /* by array: columns that its values want */
  uint8_t *strays;              /* by array: WB_STRAYS_BEFORE and WB_STRAYS_AFTER */
  struct wb_trace_finding *findings; /* in the judge's order */
  size_t n_findings;
  /* The last write of the first element that differs from what is expected; of
   * one that nobody wrote, the launch's last step. WB_PLAYBACK_NONE: none does. */
  size_t mismatch_step;
  char *mismatch;                /* in words */
  size_t case_index;             /* from 0 */
  uint32_t launch;               /* of the case, from 1; 0: it has one */
  bool old;                      /* the kernel has changed since */
  const struct wb_result *asked; /* the result for which a recording was asked for */
  size_t asked_case;             /* which case of it, from 1; 0: the judge chooses */
  uint32_t asked_launch;         /* and which launch of that, likewise */
  bool recording;                /* and is under way */

  uint32_t wanted_line; /* of the kernel: a finding to show once there is a trace; 0: none */
  size_t group, step;   /* step: the last one that has happened */
  bool playing;
  unsigned speed;   /* index of steps a second, see wb_trace_view_speed */
  uint64_t next_ms; /* when the next step is due */
  struct wb_trace_spot pointer;
};

void wb_trace_view_init(struct wb_trace_view *view);
void wb_trace_view_clear(struct wb_trace_view *view); /* nothing is open then */

/* ---- what happened (trace_open.c) ---- */

/* Opens the trace of the selected puzzle's result where that is not open yet. */
void wb_trace_view_follow(struct wb_model *model);
/* Whether the next run is to record, because the pane shows. */
bool wb_trace_view_shows(const struct wb_model *model);
/* Asks for a recording where the pane shows and the result has none. */
void wb_trace_view_request(struct wb_model *model);

/* Why there is nothing to show, in a sentence; static, or the model's. */
const char *wb_trace_view_why_none(const struct wb_model *model);

void wb_model_trace_started(struct wb_model *model);
/* Takes the trace out of a result of the same kernel as the shown one's. */
void wb_model_trace_recorded(struct wb_model *model, struct wb_result *recorded);
void wb_model_trace_failed(struct wb_model *model, const char *why);
/* Of a file; bytes are copied. */
void wb_model_trace_loaded(struct wb_model *model, const char *file, const void *bytes,
                           size_t length);

/* ---- playing (trace_step.c) ---- */

/* False before the first step of the group. */
bool wb_trace_view_has_step(const struct wb_trace_view *view);
/* Goes to a step, shows it in the kernel, and stops playing. */
void wb_trace_view_go(struct wb_model *model, size_t group, size_t step);
/* The step where something is wrong, or the first. */
void wb_trace_view_go_to_start(struct wb_model *model);
/* The group's last step that shows; where it has none, the one before it. */
size_t wb_trace_view_last_step(const struct wb_trace_view *view, size_t group);
bool wb_trace_view_stride(struct wb_model *model, enum wb_stride stride, bool forward);
void wb_trace_view_choose_group(struct wb_model *model, size_t group);
void wb_trace_view_play(struct wb_model *model, bool playing);
void wb_trace_view_set_speed(struct wb_model *model, int faster); /* 1 or -1 */
unsigned wb_trace_view_speed(const struct wb_trace_view *view);   /* steps a second */
/* Milliseconds until wb_trace_view_tick has something to do; -1: never. */
int wb_trace_view_timeout(const struct wb_model *model);
void wb_trace_view_tick(struct wb_model *model);

/* ":group 1,0", ":step 12" */
void wb_line_trace_group(struct wb_model *model, const char *argument);
void wb_line_trace_step(struct wb_model *model, const char *argument);
void wb_line_trace_open(struct wb_model *model, const char *argument);

/* ---- what is wrong (trace_troubles.c) ---- */

enum wb_trace_worry { WB_TRACE_FINE, WB_TRACE_ODD, WB_TRACE_WRONG };

/* What is wrong with a step, appended to `out` (may be NULL) as a sentence:
 * what the trace shows, else what the judge found there. */
enum wb_trace_worry wb_trace_view_trouble(const struct wb_trace_view *view, size_t step,
                                          struct wb_str *out);
/* The next such step of the group (WRONG, or a warning); WB_PLAYBACK_NONE. */
size_t wb_trace_view_next_trouble(const struct wb_trace_view *view, size_t group, size_t from,
                                  bool forward);
/* Lets a playback that was just opened know of the judge's findings. */
void wb_trace_view_apply_findings(struct wb_model *model);
/* Fills what the view knows of the judge's findings. */
void wb_trace_view_find_troubles(struct wb_model *model);

/* ---- pointing (trace_point.c) ---- */
bool wb_trace_view_is_pointing(const struct wb_model *model);
void wb_trace_view_point(struct wb_model *model, const struct wb_trace_spot *spot);
/* False: there is nothing to leave. */
bool wb_trace_view_leave_pointing(struct wb_model *model);
void wb_trace_view_move_pointer(struct wb_model *model, int down, int right);
/* The touches of the cell, or the steps of the work-item, that is pointed at. */
void wb_trace_view_pointed_steps(const struct wb_model *model, struct wb_step_list *out);
void wb_trace_view_click(struct wb_model *model, int y, int x);
void wb_trace_view_wheel(struct wb_model *model, int rows);

/* ":case 2" (trace_case.c) */
void wb_line_trace_case(struct wb_model *model, const char *argument);
void wb_line_trace_launch(struct wb_model *model, const char *argument); /* ":launch 2" */
/* Shows launch number `launch` of the recorded case, from 1, which is recorded where another one
 * was. */
void wb_trace_view_show_launch(struct wb_model *model, uint32_t launch);
/* Goes to the step of the finding at a line of the kernel, now or as soon as
 * there is a trace. 0: stays. */
void wb_trace_view_show_line(struct wb_model *model, uint32_t line);

/* ---- shapes (trace_shape.c) ---- */

/* Elements in a row of the array, as the kernel's declaration, the puzzle's
 * parameters or the launch tell; 0: it is flat. */
uint32_t wb_trace_view_row_length(const struct wb_model *model, size_t array);

/* Whether the launch can be one of this source's kernels. */
bool wb_trace_view_is_of(const char *source, const struct wb_playback *playback);

/* ---- names (trace_names.c) ---- */

/* "3" or "3,1": global ids in as many dimensions as the launch has. Appends. */
void wb_trace_view_item_name(const struct wb_playback *playback, size_t group, uint64_t item,
                             struct wb_str *out);
void wb_trace_view_group_name(const struct wb_playback *playback, size_t group, struct wb_str *out);
/* 'r', 'w', 'a', or ' ' for what is no access. */
char wb_trace_view_access_letter(const struct wb_step *step);
/* Whether a refused access lies outside its array. */
bool wb_trace_view_is_stray(const struct wb_playback *playback, const struct wb_step *step);
bool wb_trace_view_is_access(const struct wb_step *step);
/* Line `line` of the traced kernel, without blanks at its ends; NULL: not
 * known. malloc'ed. */
char *wb_trace_view_source_line(const struct wb_trace_view *view, const struct wb_step *step);

/* Beside the pane's name: which step of which group and case it shows. */
void wb_trace_view_caption(const struct wb_model *model, struct wb_str *out);

/* ---- the moment (trace_moment.c) ---- */

enum wb_item_state { WB_ITEM_NOT_BEGUN, WB_ITEM_BEGUN, WB_ITEM_WAITS, WB_ITEM_DONE };

struct wb_trace_moment {
  bool has_step;        /* false before the group's first step */
  struct wb_step step;  /* the current one */
  size_t n_items;       /* of the group */
  unsigned char *items; /* enum wb_item_state, by local id */
  size_t n_arrays;
  /* By array: the element touched last in the group, or touched next; 0. */
  uint64_t *focus;
  /* By array: the last refused access outside it; WB_PLAYBACK_NONE. */
  size_t *stray;
};
void wb_trace_moment_find(const struct wb_trace_view *view, struct wb_trace_moment *moment);
void wb_trace_moment_release(struct wb_trace_moment *moment);

/* ---- the plan (trace_plan.c) ---- */

/* A run of things in rows and columns, of which a window shows. */
struct wb_trace_grid {
  uint64_t columns, rows; /* of the whole */
  uint64_t first_column, first_row;
  uint64_t shown_columns, shown_rows;
  int cell; /* columns of the screen for each */
};

struct wb_trace_block {
  size_t array;
  struct wb_trace_grid grid;
  bool indices, touches; /* rows above the values, and beneath each row of them */
  int height;            /* rows of the screen */
  bool strays_before, strays_after;
};

struct wb_trace_plan {
  int width, lines;
  int header;  /* rows of what the step does */
  int trouble; /* and how many of them are for what is wrong with it */
  bool note;   /* a row says that the trace is old, or not all of the launch */
  bool gaps;   /* a blank row before the arrays */
  bool spread; /* and between arrays */
  bool beside; /* the groups stand to the right of the work-items */
  bool legend;
  struct wb_trace_grid groups, items; /* shown_rows 0: not shown */
  int items_height;                   /* of both, without a gap */
  int names;                          /* columns for the arrays' names */
  int starts;                         /* columns for what the rows of cells begin with */
  struct wb_trace_block *blocks;
  size_t n_blocks;
  size_t arrays_left_out;
  int details; /* rows at the bottom, while pointing */
};
void wb_trace_plan_make(const struct wb_model *model, const struct wb_trace_moment *moment,
                        int width, int lines, struct wb_trace_plan *plan);
void wb_trace_plan_release(struct wb_trace_plan *plan);
/* The pane's own size. */
void wb_trace_plan_pane(const struct wb_model *model, const struct wb_trace_moment *moment,
                        struct wb_trace_plan *plan);

#endif
