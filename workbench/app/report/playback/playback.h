/* A launch played back from its trace (finding/trace.h): what each element of
 * each array holds at any step, who touched it, and what went wrong there. What
 * the trace view, `workbench trace --text` and `--svg` draw from.
 *
 * A *step* is one record of something that a work-item (or, at a barrier, its
 * group) did; steps are numbered from 0 in the order in which the emulator ran
 * them. "At step n" means: steps 0 … n have happened; before the first step,
 * n is WB_PLAYBACK_START. Work-groups run one after another, so that the steps
 * of a group lie side by side; local and private arrays begin anew with each.
 *
 * A *phase* is what a group does between two barriers: it counts from 0 in each
 * group and grows with each WB_TRACE_PASS of the group.
 *
 * Memory: about 40 bytes a step and two integers an element that was touched.
 * Everything is computed from the trace alone; nothing is run again. */
#ifndef WB_REPORT_PLAYBACK_PLAYBACK_H
#define WB_REPORT_PLAYBACK_PLAYBACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "base/str.h"
#include "finding/finding.h"
#include "finding/trace.h"

#define WB_PLAYBACK_START SIZE_MAX /* the "step" before step 0; adding 1 gives 0 */
#define WB_PLAYBACK_NONE SIZE_MAX

struct wb_playback;

/* Copies the bytes. An error says that they are no trace, or a damaged one; a
 * trace that is cut short is played as far as it goes. */
enum wb_status wb_playback_open(struct wb_playback **playback, const void *bytes, size_t length,
                                struct wb_error *err);
void wb_playback_free(struct wb_playback *playback); /* NULL is fine */

/* ---- the launch ------------------------------------------------------------------ */

const struct wb_trace_launch *wb_playback_launch(const struct wb_playback *playback);

/* Whether all of the launch is there; else a sentence that says what is missing,
 * static or owned by the playback. NULL: nothing is. */
const char *wb_playback_missing(const struct wb_playback *playback);

/* Work-groups in the order in which they ran. */
struct wb_playback_group {
  uint64_t id;                   /* linear */
  struct wb_item_id coordinates; /* of its first work-item: `group` is the group's own */
  size_t first, count;           /* its steps */
  uint32_t phases;               /* at least 1 */
};
size_t wb_playback_groups(const struct wb_playback *playback);
const struct wb_playback_group *wb_playback_group(const struct wb_playback *playback, size_t index);
/* By its coordinates; WB_PLAYBACK_NONE where it is not in the trace. */
size_t wb_playback_find_group(const struct wb_playback *playback, const uint64_t group[3]);

/* ---- steps ----------------------------------------------------------------------- */

struct wb_step {
  enum wb_trace_kind kind;            /* ACCESS, REFUSED, BRANCH, WAIT, PASS or ITEM_END */
  size_t group;                       /* index, as of wb_playback_group */
  uint64_t item;                      /* linear local id; of PASS: 0 */
  uint32_t phase;                     /* of its group */
  const struct wb_trace_place *place; /* NULL for PASS and ITEM_END */
  /* Of ACCESS and REFUSED: */
  size_t array;               /* index, as of wb_playback_array */
  int64_t element;            /* the first; of REFUSED it may lie outside the array */
  uint32_t elements;          /* how many the access touches, at least 1 */
  const unsigned char *value; /* of ACCESS: place->bytes bytes, owned by the playback */
  uint16_t unset;             /* bit i is 1 where byte i of the value is not set */
  uint64_t way;               /* of BRANCH */
};
size_t wb_playback_steps(const struct wb_playback *playback);
struct wb_step wb_playback_step(const struct wb_playback *playback, size_t index);

/* The global ids of the work-item whose step it is; of PASS: of the group's first. */
struct wb_item_id wb_playback_item(const struct wb_playback *playback, size_t index);

/* "work-item 3 writes out[3] = 7": a line for people, without its place in
 * the source. Appends. */
void wb_playback_describe(const struct wb_playback *playback, size_t index, struct wb_str *out);

/* For people the steps of a group have numbers from 1, without ITEM_END, which they
 * never stop at: how many there are, the number of one (of ITEM_END: of the one
 * before), and the one with a number; WB_PLAYBACK_NONE: there is none. */
size_t wb_playback_numbers(const struct wb_playback *playback, size_t group);
size_t wb_playback_number(const struct wb_playback *playback, size_t step);
size_t wb_playback_numbered(const struct wb_playback *playback, size_t group, size_t number);

/* The step after (forward) or before `from` that is … ; WB_PLAYBACK_NONE: none.
 * `from` may be WB_PLAYBACK_START. Each stays within the group of index `group`. */
enum wb_stride {
  WB_STRIDE_ACCESS, /* an access (or refused access), branch or barrier: any step but ITEM_END */
  WB_STRIDE_ITEM,   /* the first step of another turn of a work-item */
  WB_STRIDE_PHASE,  /* the first step of another phase */
  WB_STRIDE_TROUBLE /* a refused access, or one that wb_playback_trouble knows of */
};
size_t wb_playback_next(const struct wb_playback *playback, size_t group, size_t from,
                        enum wb_stride stride, bool forward);

/* ---- arrays and their elements ------------------------------------------------------ */

/* What a cell can have to it by the end of the group's steps that have happened. */
enum wb_cell_mark {
  WB_CELL_READ = 1,         /* some work-item read it */
  WB_CELL_WRITTEN = 2,      /* some work-item wrote it, or updated it atomically */
  WB_CELL_COLLISION = 4,    /* two work-items touched it in one phase, at least one writing, not
                               both atomically (between groups: at any time) */
  WB_CELL_NEVER_WRITTEN = 8 /* of the whole launch: read before anybody wrote it, where nothing was
                               there (`undefined` below); or an output left out at the end */
};

struct wb_playback_array {
  char name[WB_FINDING_NAME_MAX];
  enum wb_memory memory;
  uint32_t element_bytes; /* at least 1: 4 where the trace does not know */
  uint64_t elements;
  uint32_t inner[3];                     /* as struct wb_trace_array has it */
  const struct wb_trace_place *shown_by; /* how its values are written: a place that touches it;
                                            NULL where nobody did */
  bool is_written;                       /* somewhere in the trace */
  bool undefined; /* nothing was in it before the launch (local and private: the group) */
};
size_t wb_playback_arrays(const struct wb_playback *playback);
const struct wb_playback_array *wb_playback_array(const struct wb_playback *playback, size_t index);

/* An element at a step, as group `group` sees it; of private memory, as the
 * work-item sees it whose step that is. */
struct wb_cell_view {
  bool known;     /* its value is: somebody has read or written it by then, or reads it later
                     before it is written */
  unsigned marks; /* enum wb_cell_mark */
  size_t last;    /* the last step that touched it; WB_PLAYBACK_NONE */
  size_t last_write;
  size_t first_write_ever; /* in the whole launch (for local and private: in the group) */
};
struct wb_cell_view wb_playback_cell(const struct wb_playback *playback, size_t group, size_t step,
                                     size_t array, uint64_t element);

/* Its value at that step as text ("1.5"); "" where it is not known. Appends. */
void wb_playback_cell_text(const struct wb_playback *playback, size_t group, size_t step,
                           size_t array, uint64_t element, struct wb_str *out);

/* The steps that touch an element, in order, of the whole launch for global and
 * constant memory, of the group otherwise. `steps` is malloc'ed. */
struct wb_step_list {
  size_t *steps;
  size_t count;
};
void wb_playback_touches(const struct wb_playback *playback, size_t group, size_t array,
                         uint64_t element, struct wb_step_list *out);
/* All steps of a work-item. */
void wb_playback_item_steps(const struct wb_playback *playback, size_t group, uint64_t item,
                            struct wb_step_list *out);
void wb_step_list_release(struct wb_step_list *list);

/* ---- findings ----------------------------------------------------------------------- */

/* Whether there is something wrong with an access: it was refused, or takes part in a
 * collision. Appends a short sentence to `out` (may be NULL). */
bool wb_playback_trouble(const struct wb_playback *playback, size_t step, struct wb_str *out);

/* How findings name the file of the traced kernel, where that is not the judged one: of a host
 * program. Before those below; the text is copied. */
void wb_playback_name_file(struct wb_playback *playback, const char *name);

/* What the judge found in this launch; to be called before anything is asked of
 * the playback. It knows more than a trace tells: which fences order which memory.
 * Where `complete` (no finding was dropped), accesses that look like a collision are
 * none in arrays of which no data race is told; and the two accesses of a race
 * collide even where a barrier seems to part them. `launch`: which of several this one is, from 1,
 * since findings of others say nothing of it; 0: it was the only one. */
void wb_playback_apply_findings(struct wb_playback *playback, const struct wb_finding *findings,
                                size_t count, bool complete, uint32_t launch);

/* The step that a finding tells of: its work-item at its line, touching its
 * element; WB_PLAYBACK_NONE where the trace has none. */
size_t wb_playback_find(const struct wb_playback *playback, const struct wb_finding *finding);

#endif
