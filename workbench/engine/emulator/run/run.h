/* A running launch: everything that its child process knows.
 *
 * kernel -> wbrt_ functions -> context->run -> here. One at a time in a process. */
#ifndef WB_EMULATOR_RUN_RUN_H
#define WB_EMULATOR_RUN_RUN_H

#include "emulator/run/async.h"
#include "emulator/buffer.h"
#include "emulator/check/race.h"
#include "emulator/run/changes.h"
#include "emulator/run/history_overflow.h"
#include "emulator/run/fiber.h"
#include "emulator/image.h"
#include "emulator/run/lockstep.h"
#include "emulator/run/poll.h"
#include "emulator/run/print.h"
#include "emulator/run/report.h"
#include "emulator/run/shared.h"
#include "emulator/run/sync.h"
#include "emulator/run/trial.h"
#include "sandbox/sandbox.h"

enum {
  WB_MAX_STORE_BYTES = 128,
  WB_SINK_BYTES = 4096,
  WB_RECENT_ORIGINS = 16,
  WB_RECENT_EXITS = 4
};

/* Where an unwritten value comes from: a read that found memory unwritten, a
 * variable's declaration, or a conversion; site WB_NO_SITE: none yet. */
struct wb_origin {
  int64_t site;
  uint32_t object, read; /* the site whose read gave the value in the end */
  int64_t index;         /* of a conversion the number, as a double's bits */
  uint32_t conversion;   /* 0: it is none, else conversion.c knows */
  bool reported;         /* by the atomic operation that left the value; once is enough */
};

/* Origins of unwritten values that lie in memory, by address: the latest ones. */
enum { WB_CARRIED_WORDS = 2048, WB_CARRIED_SHIFT = 2 };
struct wb_carried {
  size_t n;
  struct wb_carried_word {
    uint64_t word; /* address >> WB_CARRIED_SHIFT; 0: none */
    struct wb_origin origin;
  } words[WB_CARRIED_WORDS];
};

/* Indices that were outside of their dimension, by work-item and site: the latest ones. */
enum { WB_WRONG_INDICES = 1024 };
struct wb_wrong_index {
  uint32_t item; /* as struct wbrt_context has it; 0: none */
  uint32_t site, which;
  uint64_t index, size;
};

/* A work-item that is stuck is given up (poll.h), and its group with it if it
 * has barriers. */
enum wb_item_stage {
  WB_ITEM_READY,
  WB_ITEM_WAITING,
  WB_ITEM_IN_COLLECTIVE,
  WB_ITEM_DONE,
  WB_ITEM_STUCK
};

/* What a work-item gives to a collective (collective.h). */
struct wb_collective_copy {
  unsigned char value[sizeof((struct wbrt_collective_data *)0)->value];
  uint64_t unwritten;
};

enum { WB_CACHE_LINE = 64 };

/* What a work-item keeps while another one runs. */
struct wb_work_item {
  /* What is touched at every switch lies in one line of the cache. */
  _Alignas(WB_CACHE_LINE) struct wbrt_run *run;
  enum wb_item_stage stage;
  uint32_t flags, site;                     /* of the barrier where it waits */
  int64_t returned_at;                      /* site; WB_NO_SITE: not known */
  uint32_t exits[WB_RECENT_EXITS], n_exits; /* the last sites of wbrt_exits, one a goal */
  uint64_t iteration;
  int64_t steps_left;
  bool counted, touched;
  bool began;                                  /* its kernel has been called */
  struct wbrt_item_counts counts;              /* where `counted`; see runtime.h */
  struct wb_origin origin;                     /* the last */
  struct wb_origin origins[WB_RECENT_ORIGINS]; /* the last of each site, by its number */
  size_t copies;                               /* asynchronous ones that it has reached */
  struct wb_sync_item sync;
  uint32_t turns;               /* interleave.h: stops before atomic operations */
  uint32_t function, operation; /* of the collective where it waits, at `site` */
  struct wbrt_collective_data *collective;
  /* So that first lines are an odd number of lines apart: otherwise they would all fall into a few
   * sets of the cache. */
  _Alignas(WB_CACHE_LINE) unsigned char apart[WB_CACHE_LINE];
};
_Static_assert(sizeof(struct wb_work_item) / WB_CACHE_LINE % 2 == 1, "items share sets of caches");

/* A store that races with other stores alone: whether it changed anything
 * decides between error and warning (races.c). */
struct wb_pending {
  const struct wbrt_object *object;
  uint64_t offset;
  uint32_t size, site;
  uint64_t racing[WB_MAX_STORE_BYTES]; /* per cell from the first: entry, or 0 */
  unsigned char before[WB_MAX_STORE_BYTES];
};

/* Names and such of an object, for findings; what kernels see of it is in
 * wbrt_context.objects. */
struct wb_object_info {
  const char *name;
  uint32_t element_bytes; /* 0: unknown */
  uint32_t inner[3];      /* as struct wb_static_object has it */
  bool fresh;             /* a buffer that nobody has written before */
  bool builtin;           /* of a builtin's own */
  uint8_t natural_bytes;  /* of a lane, where the buffer's are integers without a sign; else 0 */
  struct wb_emulator_buffer *buffer; /* NULL: it is none, or the one of an argument before */
  struct wbrt_object *whole;         /* in run->wholes: all of an argument's buffer; else NULL */
  bool copied;                       /* of an argument's buffer, the object is a copy (maps.h) */
  /* Where not 0, the bytes of a buffer in constant memory of which it shall be told who reads it.
   * The object has none until all of them have been read, so that all accesses are refused and so
   * seen: the fast path of constant memory notes nothing. */
  uint64_t hidden_bytes, read_cells;
};

/* A private object's storage: one copy a work-item that is alive. */
struct wb_private_object {
  uint32_t object;
  uint64_t first_base, stride;
  uint8_t *first_state;
};

/* Memory of checks: three for an object at most, and three for all. */
enum { WB_MAX_MAPS = 5 * WBRT_MAX_OBJECTS + 12 };
struct wb_check_map {
  void *at;
  uint64_t size;
};

struct wbrt_run {
  struct wbrt_context *context;
  const struct wb_kernel_image *image;
  const struct wb_launch *launch;
  struct wb_shared *shared;
  struct wb_walls walls; /* to be raised by wb_run_enclose, */
  bool enclosed;         /* unless they stand already */

  /* memory.c */
  struct wb_object_info info[WBRT_MAX_OBJECTS];
  struct wbrt_object wholes[WB_MAX_ARGS]; /* by the first argument that has the buffer */
  struct wb_private_object privates[WBRT_MAX_OBJECTS];
  size_t n_privates;
  bool has_local; /* some object is in local memory */
  const void *args[WB_MAX_ARGS];
  uint64_t pointers[WB_MAX_ARGS]; /* what args of pointers point at */
  struct wbrt_history *histories; /* of global cells in need of one */
  uint64_t n_histories, max_histories;
  struct wb_split *splits; /* packed.h: of words that were split */
  uint64_t n_splits, max_splits;
  struct wb_stretches stretches; /* lockstep.c */
  size_t n_maps;
  uint64_t mapped;           /* bytes, of all objects and maps */
  uint64_t placed;           /* bit i: argument i's object was mapped, and is no copy */
  struct wb_row_memory *row; /* maps.h; NULL: the process has no launch but this one */

  /* schedule.c */
  struct wb_fibers fibers;
  struct wb_work_item *items;         /* one a fiber */
  struct wb_work_item *item;          /* the running one */
  uint64_t n_groups;                  /* of the launch */
  uint64_t subgroup;                  /* work-items in a sub-group */
  bool narrow;                        /* some atomic operation's scope is no other group's */
  uint64_t first_group;               /* of those that this process runs, by position */
  uint64_t end_group;                 /* and the first that it does not */
  uint64_t group_position;            /* how many groups ran before this one */
  uint64_t first_segment;             /* number of the launch's first */
  uint64_t group_segment;             /* number of the group's first segment */
  uint64_t barriers;                  /* passed by the group */
  int64_t last_barrier;               /* site; WB_NO_SITE before the first */
  bool last_was_wait;                 /* for events */
  bool last_was_narrow;               /* of a scope narrower than the group */
  uint64_t time;                      /* of the group: segments that its work-items had before */
  uint64_t *group_segments;           /* of all groups so far, by position; NULL: one time each */
  struct wb_work_item *first_waiting; /* at a barrier, in this round; NULL: none */
  uint64_t n_waiting;                 /* how many wait */
  bool differ;                        /* not all at the same barrier in the same way */
  uint64_t next_group, next_item;     /* without barriers: where to go on; 0: at a group's start */
  bool stuck;                         /* a work-item of the group has been given up */
  uint64_t started;                   /* when, by wb_clock_ns */
  /* parallel.h: one for all slices of a launch, 1 when what they do is in vain;
   * NULL where there are none. */
  volatile uint32_t *abandon;
  bool in_slice; /* this process runs one of them */
  bool stopped;  /* shared->kind says why */

  struct wb_pending pending;
  struct wb_prints prints;
  struct wb_async async;
  struct wb_polls polls;
  struct wb_changes changes;
  struct wb_stale_read stale; /* the last one, for traces; address 0: none */
  struct wb_trial trial;
  uint64_t left;       /* where a value that is not set was written into a buffer */
  uint32_t left_bytes; /* of it, until a trace has recorded that; else 0 */
  struct wb_wrong_index wrong_indices[WB_WRONG_INDICES];
  struct wb_profile *profile;                   /* profile.h; NULL: not wanted */
  struct wb_interleave *interleave;             /* interleave.h; NULL: another schedule */
  uint32_t *collective_items;                   /* room for one: who takes part, */
  struct wb_collective_copy *collective_values; /* and what they give */
  struct wb_sync sync;
  struct wb_history_overflows overflows;
  /* touched.c: work-items that did something before this group, and groups of none; what was
   * noted access by access, by argument (NULL: nothing). */
  uint64_t busy_before, idle_groups;
  struct wb_touch_marks *noted;
  bool touched_unknown; /* there was no memory for it */

  /* Tables that most launches leave as they were, all zero: */
  struct wb_launch_report report;
  struct wb_carried carried;
  struct wb_check_map maps[WB_MAX_MAPS];
};

/* Bytes of an object of the context, whatever kernels are shown. */
static inline uint64_t wb_object_bytes(const struct wbrt_run *run,
                                       const struct wbrt_object *object) {
  const uint64_t hidden = run->info[object - run->context->objects].hidden_bytes;
  return hidden > 0 ? hidden : object->size;
}

/* ---- launch_child.c ---------------------------------------------------------- */

/* Raises the walls around this process, or ends it: to be called once in each process
 * that runs kernel code, as the last thing before. Nothing can be opened afterwards,
 * and no process started. */
void wb_run_enclose(const struct wbrt_run *run);

/* ---- schedule.c ------------------------------------------------------------- */

/* Runs all groups; what came of it is in run->shared. */
void wb_run_launch(struct wbrt_run *run);

/* Runs the groups from position `first` to before `end`. */
void wb_run_groups(struct wbrt_run *run, uint64_t first, uint64_t end);

/* Brings the counts of all work-items so far into run->shared. */
void wb_run_total(struct wbrt_run *run);

/* What the launch may execute (runtime.h); INT64_MAX where its time has no limit. */
int64_t wb_run_cost_limit(const struct wb_launch *launch);

/* The running work-item begins another segment; what others do from now on is
 * of a later time, too. */
void wb_run_tick(struct wbrt_run *run);

/* From kernel code: ends the launch. `format` may be NULL where a finding says
 * it all. */
_Noreturn void wb_run_stop(struct wbrt_run *run, enum wb_outcome_kind kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* From kernel code: the work-item never goes on, but others do. */
_Noreturn void wb_run_give_up(struct wbrt_run *run);

/* ---- unwritten.c ------------------------------------------------------------ */

/* Bytes have been copied, some of which nobody wrote, as `states` says of each. */
void wb_carry_copy(struct wbrt_run *run, uint64_t to, uint64_t from, const uint8_t *states,
                   uint64_t bytes, uint32_t object, uint32_t site);
/* No byte of the range is an unwritten one that was carried there; all of it
 * where `bytes` is UINT64_MAX. */
void wb_carry_forget(struct wbrt_run *run, uint64_t address, uint64_t bytes);

/* Which of at most 16 bytes are not set, or hold a value that is not: bit i is byte i. The running
 * work-item has `just_written` or updated them, or else it only reads. */
uint16_t wb_run_unset(const struct wbrt_run *run, uint32_t object, uint64_t address, uint32_t bytes,
                      bool just_written);

/* A function of the sub-group gave the running work-item what
 * nobody has set. */
void wb_origin_collective(struct wbrt_run *run, uint32_t site);

/* What a conversion has made of which number, and what was done with it then (`use`). */
void wb_conversion_words(const struct wb_origin *origin, const char *use, char *text, size_t size);

/* No read of the item found unwritten memory yet. */
static inline void wb_item_forget_origins(struct wb_work_item *item) {
  item->origin = (struct wb_origin){.site = WB_NO_SITE};
  for (size_t i = 0; i < WB_RECENT_ORIGINS; i++) item->origins[i] = item->origin;
}

/* ---- races.c ---------------------------------------------------------------- */

/* Another work-item that wrote the byte at `offset` last, if one is known. */
bool wb_race_writer(struct wbrt_run *run, const struct wbrt_object *object, uint64_t offset,
                    struct wb_item_id *who, uint32_t *site);

/* A buffer's cell has a full history from now on, so that the fast path leaves
 * all accesses to the slow one. */
void wb_race_remember(struct wbrt_run *run, const struct wbrt_object *object, uint64_t cell);

/* ---- item_ids.c ------------------------------------------------------------- */

/* Ids of a work-item of the group that runs as `position`-th. */
struct wb_item_id wb_item_ids_at(const struct wbrt_run *run, uint64_t group_position,
                                 uint64_t local_linear);
/* Of the running one. */
struct wb_item_id wb_item_ids_running(const struct wbrt_run *run);
/* The ids of the work-item that ran a segment, which is an entry of a history without its site. */
struct wb_item_id wb_item_ids_of_segment(const struct wbrt_run *run, uint64_t segment);
/* Position of the group that a segment belongs to. */
uint64_t wb_item_ids_group_position(const struct wbrt_run *run, uint64_t segment);
/* Sets a work-item's ids in the context. */
void wb_item_ids_set(struct wbrt_run *run, uint64_t local_linear);
/* Sets the group's. */
void wb_item_ids_set_group(struct wbrt_run *run, uint64_t position);

/* ---- access.c --------------------------------------------------------------- */

/* Name of the array at an access: the object's, else the site's, else "". */
const char *wb_run_array(const struct wbrt_run *run, uint32_t object, uint32_t site);
/* Number of the object that an address is in the region of, or of `object`;
 * WBRT_NO_OBJECT where there is none. */
uint32_t wb_run_object(const struct wbrt_run *run, uint64_t address, uint32_t object);
/* Bytes of an element as the source sees them. */
uint32_t wb_run_element(const struct wbrt_run *run, uint32_t object, uint32_t site);
/* Element index of a byte offset, rounded down. */
int64_t wb_run_index(const struct wbrt_run *run, uint32_t object, uint32_t site, int64_t offset);
/* Whether the element indices of the access are of an array that has several dimensions. */
bool wb_run_has_dimensions(const struct wbrt_run *run, uint32_t object, uint32_t site);
/* "t[1][0]", by the dimensions that the source gives the array, where those are known. */
void wb_run_place(const struct wbrt_run *run, uint32_t object, uint32_t site, int64_t index,
                  char *out, size_t size);
/* What a hit by the running work-item begins with. */
struct wb_hit wb_run_hit(const struct wbrt_run *run, enum wb_finding_kind kind, uint32_t site);
enum wb_access wb_access_of(uint32_t flags);

#endif
