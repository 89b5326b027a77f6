/* The timeline of a host program: what was enqueued, what ran when, and for what the host waited.
 * Plain data: the host's runtime fills it while the program runs, reports show it, and it travels
 * as JSON (docs/json.md).
 *
 * A *lane* is one line of doings, in which nothing overlaps: lane 0 is the host program itself, and
 * each queue of each context is another. An *entry* is a command of a queue, or something for which
 * the host program stood still. Entries are in the order in which the program asked for them, and
 * their ids are their places in that order, from 1.
 *
 * Times are nanoseconds of one monotonic clock since the timeline began; a device that has a clock
 * of its own has its times moved to this one. What did not happen has no time. */
#ifndef WB_RESULT_TIMELINE_H
#define WB_RESULT_TIMELINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"
#include "fields/fields.h"

enum wb_timeline_kind {
  WB_TIMELINE_KERNEL,         /* `name`: the kernel */
  WB_TIMELINE_COPY_TO_DEVICE, /* from the host's memory */
  WB_TIMELINE_COPY_TO_HOST,
  WB_TIMELINE_COPY_ON_DEVICE,
  WB_TIMELINE_COPY_BETWEEN, /* two contexts */
  WB_TIMELINE_COPY_ON_HOST, /* within the host's memory */
  WB_TIMELINE_FILL,
  WB_TIMELINE_MARKER,     /* an event that the program recorded */
  WB_TIMELINE_QUEUE_WAIT, /* a queue waits for an event of another */
  /* From here on the host's own, in lane 0. */
  WB_TIMELINE_COMPILE,     /* `name`: the program's file, or its kernel */
  WB_TIMELINE_SYNCHRONIZE, /* the host waits for a context or a queue */
  WB_TIMELINE_EVENT_WAIT,  /* and for one event */
  WB_TIMELINE_MAP,         /* and for a buffer to be mapped, or its mapping to end */
  WB_TIMELINE_KIND_COUNT
};

enum wb_timeline_state {
  WB_TIMELINE_PENDING, /* it has not ended, and never will where the program has */
  WB_TIMELINE_DONE,
  WB_TIMELINE_FAILED, /* it ended with an error, or something wrong was found in it */
};

struct wb_timeline_lane {
  uint32_t context; /* from 1; 0: the host */
  uint32_t queue;   /* of the context, from 0 */
  char *device;     /* its name, as `workbench devices` has it; "" of the host */
  char *api;        /* "emulator", "opencl"; "" of the host */
};

struct wb_timeline_entry {
  enum wb_timeline_kind kind;
  enum wb_timeline_state state;
  uint32_t lane;
  uint32_t context; /* that a host's entry is about; of a command, its lane's. 0: none */
  uint64_t command; /* the runtime's number of it, as in its messages; 0: none */
  char *name;       /* see the kinds; of others the buffer's name, or "" */
  /* Of a launch: the file with its kernel; "": the program has its text. */
  char *kernel_file;
  char *options; /* of a launch: those that its kernel was compiled with, up to
                    WB_TIMELINE_OPTIONS_MAX characters, or how many bytes they have */
  char *file;    /* Lua's, as the program named it; "": not known */
  uint32_t line; /* where it was asked for; 0: not known */
  uint64_t enqueued;
  bool has_started, has_ended; /* or the times are none */
  uint64_t started, ended;
  uint64_t bytes;               /* that it copied, filled or mapped; else 0 */
  uint32_t dimensions;          /* of a launch; 0: it is none */
  uint64_t global[3], local[3]; /* 1 beyond the dimensions; local is 0 where the device chose it */
  uint64_t
      *after; /* ids of the entries that it had to wait for, but for the one before in its lane */
  size_t n_after;
  uint32_t findings; /* how many were made in it, errors and warnings */
};

/* Of an entry or a lane beyond these, nothing is kept but that it was there. */
enum { WB_TIMELINE_MAX_ENTRIES = 1 << 16, WB_TIMELINE_MAX_LANES = 256, WB_TIMELINE_MAX_AFTER = 64 };
enum { WB_TIMELINE_OPTIONS_MAX = 200 };

struct wb_timeline {
  struct wb_timeline_lane *lanes;
  size_t n_lanes, lanes_capacity;
  struct wb_timeline_entry *entries;
  size_t n_entries, entries_capacity;
  uint64_t dropped; /* entries for which there was no room */
  uint64_t ended;   /* when the program had: no time is later */
};

extern const struct wb_words wb_timeline_kinds, wb_timeline_states;

/* Of a struct wb_timeline; docs/json.md has the JSON. What comes from elsewhere is sound: lanes are
 * there, entries wait for earlier ones only, and times do not run backwards. */
extern const struct wb_fields wb_timeline_fields;

/* ---- filling one -------------------------------------------------------------------------- */

/* With the host's lane, and nothing in it. */
void wb_timeline_init(struct wb_timeline *timeline);
void wb_timeline_release(struct wb_timeline *timeline); /* leaves it as zeroed */

/* The lane of a queue, which is made where it is not there yet; texts are copied. Where there are
 * too many, the last one. */
uint32_t wb_timeline_lane(struct wb_timeline *timeline, uint32_t context, uint32_t queue,
                          const char *device, const char *api);

/* Adds an entry and returns its id; texts and ids are copied. 0 where there is no room: then it is
 * counted, and so are all that come later. */
uint64_t wb_timeline_add(struct wb_timeline *timeline, const struct wb_timeline_entry *entry);

/* The entry of an id, to be changed; NULL for 0 and for ids that there are not. Adding another
 * entry moves it. */
struct wb_timeline_entry *wb_timeline_entry(const struct wb_timeline *timeline, uint64_t id);

/* Launch number `number` of the program, from 1; NULL: it is not there. And the number of an entry
 * that is a launch; 0: it is none. */
const struct wb_timeline_entry *wb_timeline_launch(const struct wb_timeline *timeline,
                                                   uint32_t number);
uint32_t wb_timeline_launch_number(const struct wb_timeline *timeline,
                                   const struct wb_timeline_entry *entry);

/* That the entry had to wait for an earlier one; nothing happens where there is no such entry, or
 * it is told already. */
void wb_timeline_wait_for(struct wb_timeline *timeline, uint64_t id, uint64_t earlier);

/* Leaves the first `most` entries, and counts the others as dropped. */
void wb_timeline_cut(struct wb_timeline *timeline, size_t most);

/* When it ran, and how it ended: DONE or FAILED. */
void wb_timeline_ran(struct wb_timeline *timeline, uint64_t id, uint64_t started, uint64_t ended,
                     enum wb_timeline_state state);

/* ---- words and sums ----------------------------------------------------------------------- */

/* Whether entries of this kind are the host's own. */
bool wb_timeline_is_of_host(enum wb_timeline_kind kind);
/* Whether they keep a device busy. */
bool wb_timeline_is_work(enum wb_timeline_kind kind);

/* What it was, without when: "scalar_add", "80 bytes host -> device", "synchronize". Appends. */
void wb_timeline_label(const struct wb_timeline_entry *entry, struct wb_str *out);
/* "host", "context 1"; "context 1, queue 0" where the context has several. Appends. */
void wb_timeline_lane_label(const struct wb_timeline *timeline, uint32_t lane, struct wb_str *out);

/* What a whole timeline comes to. `device_ns` is time in which at least one command ran on some
 * device, `waited_ns` time in which the host stood still, and `waited_idle_ns` the part of that in
 * which no command ran; `overlap_ns` time in which two lanes of devices were at work at once. */
struct wb_timeline_sums {
  uint64_t launches, copies, fills, compiles, waits, pending, failed;
  uint64_t bytes_to_device, bytes_to_host, bytes_on_device, bytes_between, bytes_filled;
  uint64_t kernel_ns, copy_ns, compile_ns;
  uint64_t device_ns, waited_ns, waited_idle_ns, overlap_ns, whole_ns;
};
struct wb_timeline_sums wb_timeline_sums(const struct wb_timeline *timeline);

extern const struct wb_fields wb_timeline_sums_fields;

#endif
